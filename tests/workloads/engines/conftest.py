import contextlib
import functools
import importlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from torch import nn

from gpuscope.workloads.engines import kept_conversions
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


@pytest.fixture(scope="module", autouse=True)
def operators_read_once(libraries: None) -> Iterator[None]:
    """Make the exporter parse its operators at the first export only: a run exports once, and here parsing is half of each export."""
    with pytest.MonkeyPatch.context() as patch:
        with contextlib.suppress(ImportError):
            exporter = importlib.import_module("torch.onnx._internal.exporter._registration").onnxscript_apis
            patch.setattr(exporter, "get_torchlib_ops", functools.cache(exporter.get_torchlib_ops))
        yield


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exports")


@pytest.fixture
def shared_exports(exports: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make engines share the ONNX files of this module's models, as the rungs of a ladder do; a model needs the same weights each time."""
    monkeypatch.setattr(kept_conversions, "cache_folder", lambda: exports)
