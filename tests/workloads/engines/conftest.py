import contextlib
import importlib
import tempfile
from pathlib import Path

import pytest
import torch
from torch import nn

from gpuscope.workloads.engines.converted import quietly, write_onnx


@pytest.fixture(scope="module", autouse=True)
def libraries() -> None:
    """Imported before the tests: each keeps variables, descriptors and threads from then on.

    JAX would warn at every fork of this process from its first array on, which fails any later test that forks.
    """
    for name in ("torch.onnx", "onnxscript", "onnxruntime", "onnxruntime.quantization", "openvino", "jax", "jax.export"):
        with contextlib.suppress(ImportError), quietly():
            importlib.import_module(name)
    with contextlib.suppress(ImportError), quietly(), tempfile.TemporaryDirectory() as folder:
        write_onnx(nn.Identity(), torch.ones(1), Path(folder))
    with contextlib.suppress(ImportError), pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.register_at_fork", lambda **_hooks: None)
        importlib.import_module("jax.numpy").zeros(1)
