"""Engines: runtimes for a trained model's forward pass. A package is imported only when its engine runs.

- ``engine``: the base class, and eager torch.
- ``registry``: all engines by key.
- ``converted``: the base class of engines that convert the model to a file in their own format; ONNX export.
- ``kept_conversions``: the cache of converted models.
- ``onnx_runtime``: ONNX Runtime in FP32 and INT8, and TensorRT through its provider.
- ``openvino_cpu``: OpenVINO.
- ``litert``: LiteRT.
- ``jax_xla``: JAX; ``jax_graph`` translates the model.
"""
