"""Engines: what runs a trained model's forward passes. One file an engine, and one line in ``registry``; nothing is imported unless used.

- ``engine``: what each of them is.
- ``registry``: all of them, by key.
- ``eager``: torch as it is.
- ``converted``: what those share that make a file of the model and open it; ``whole_batches``: batches of any size for them.
- ``onnx_runtime`` (ONNX Runtime and, by its provider, TensorRT; ``onnx_file`` exports), ``openvino_cpu``, ``litert``.
- ``jax_xla``: JAX; ``jax_graph`` and ``jax_operations`` translate the model.
"""
