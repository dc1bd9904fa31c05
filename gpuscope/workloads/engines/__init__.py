"""Engines: what runs a trained model's forward passes. One file an engine, and one line in ``registry``; nothing is imported unless used.

- ``engine``: what each of them is, and torch as it is.
- ``registry``: all of them, by key.
- ``converted``: what those share that make a file of the model and open it.
- ``fixed_size``: ONNX files, and batches of any size for passes that take one size. Imports torch.
- ``onnx_runtime``: ONNX Runtime, in FP32 and INT8, and by its provider TensorRT.
- ``openvino_cpu``: OpenVINO.
- ``litert``: LiteRT.
- ``jax_xla``: JAX; ``jax_graph`` translates the model.
"""
