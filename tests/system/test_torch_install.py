"""Torch is installed beside its place and renamed into it; size and place are shown beforehand, and failures have messages."""

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

import pytest

from gpuscope.cli.health_checks import check_versions
from gpuscope.core.errors import UnavailableError
from gpuscope.system import language, torch_install, torch_place
from gpuscope.system.language import composed
from gpuscope.system.torch_install import CPU_INDEX, TorchInstallation, TorchPlan, left_over, refuse, remove, torch_plan
from tests.recording.recorders import PATIENCE_S, until


@pytest.fixture(autouse=True)
def _home(gpuscope_home: Path) -> None:
    """The folder belongs to this test."""


def plan(*sources: tuple[str, ...]) -> TorchPlan:
    return TorchPlan("torch==2.13.0+cpu", sources or ((),), False, torch_place.install_folder())


def fake_pip(monkeypatch: pytest.MonkeyPatch, *codes: str) -> list[list[str]]:
    """Replace pip with a Python program for each call; return pip's command lines."""
    calls: list[list[str]] = []
    make = torch_install._pip_command

    def command(wanted: TorchPlan, source: tuple[str, ...], target: Path) -> list[str]:
        calls.append(make(wanted, source, target))
        return [sys.executable, "-c", codes[len(calls) - 1], str(target)]

    monkeypatch.setattr(torch_install, "_pip_command", command)
    return calls


GOOD = """if True:
    import pathlib, sys
    pathlib.Path(sys.argv[1], "torch").mkdir(parents=True)
    print("Downloading torch-2.13.0+cpu-cp311-x.whl (191.8 MB)")
"""


def test_the_build_follows_the_machine_and_the_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_install, "has_nvidia_gpu", lambda: False)
    assert torch_plan().requirement == "torch==2.13.0+cpu"
    assert torch_plan().sources == ((), ("--extra-index-url", CPU_INDEX))
    assert torch_plan(with_cuda=True).requirement == "torch==2.13.0"
    assert torch_plan().size_text == "about 193 MiB to download, 830 MiB on disk"
    monkeypatch.setattr(torch_install, "has_nvidia_gpu", lambda: True)
    assert torch_plan().build == "torch 2.13.0, the build for NVIDIA GPUs"


def test_looking_for_pip_leaves_an_imported_distutils_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    distutils = ModuleType("distutils")
    monkeypatch.setitem(sys.modules, "distutils", distutils)
    refuse(plan())
    assert sys.modules["distutils"] is distutils


def test_an_installation_is_whole_or_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    calls = fake_pip(monkeypatch, GOOD)
    TorchInstallation(plan(), shown.append).run()
    folder = torch_place.install_folder()
    assert (folder / "torch").is_dir()
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    assert shown == ["fetching torch 2.13.0+cpu, 191.8 MB"]
    assert calls[0][-1] == "torch==2.13.0+cpu"
    assert remove()
    assert not remove()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('OSError: [Errno 28] No space left on device'); raise SystemExit(1)", "the disk became full"),
        ("print('Retrying after connection broken by X'); raise SystemExit(1)", "does not answer"),
        ("print('ERROR: odd'); raise SystemExit(1)", "pip could not install torch: ERROR: odd"),
        (
            "print('ERROR: ResolutionImpossible: for help'); raise SystemExit(1)",
            r"the package index has no torch==2.13.0\+cpu for this machine",
        ),
        (
            "print('ERROR: No matching distribution found for networkx==3.6.1'); raise SystemExit(1)",
            r"the package index has no networkx==3.6.1 for this machine",
        ),
        (
            """print('torch 2.13.0 depends on networkx>=2.5; The user requested (constraint) networkx==3.6.1 ; ResolutionImpossible')
raise SystemExit(1)""",
            r"the package index has no networkx==3.6.1 for this machine",
        ),
        (
            "print('The user requested (constraint) torch<=3,==2.13.0 ; ResolutionImpossible'); raise SystemExit(1)",
            r"the package index has no torch==2.13.0\+cpu for this machine",
        ),
        (
            "print('after connection broken by SSLError: [SSL: CERTIFICATE_VERIFY_FAILED] self-signed'); raise SystemExit(1)",
            "certificate of the package index is not trusted",
        ),
        (
            "print('connection broken by NameResolutionError(host=download.pytorch.org)'); raise SystemExit(1)",
            "download.pytorch.org does not answer",
        ),
    ],
)
def test_trouble_is_told_and_leaves_what_was_there(code: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = torch_place.install_folder()
    folder.mkdir(parents=True)
    (folder / "kept").touch()
    fake_pip(monkeypatch, code)
    with pytest.raises(UnavailableError, match=words):
        TorchInstallation(plan(), lambda _: None).run()
    assert [path.name for path in folder.parent.rglob("*")] == [folder.name, "kept"]


def test_the_next_source_is_tried_where_the_index_has_no_such_build(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_pip(monkeypatch, "print('ERROR: No matching distribution'); raise SystemExit(1)", GOOD)
    TorchInstallation(plan((), ("--extra-index-url", CPU_INDEX)), lambda _: None).run()
    assert [CPU_INDEX in call for call in calls] == [False, True]


def test_the_share_of_a_download_and_an_index_that_does_not_answer_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        "WARNING: Retrying (Retry(total=1)) after connection broken by 'ConnectTimeoutError'",
        "Downloading torch-2.13.0+cpu-x.whl (191.8 MB)",
        *(f"Progress {done} of 191800000" for done in (0, 1_900_000, 1_950_000, 191_800_000)),
        "Progress 5 of 0",
        "Installing collected packages: torch",
    )
    fake_pip(monkeypatch, f"{GOOD}\n    print({chr(10).join(lines)!r})\n")
    shown: list[str] = []
    TorchInstallation(plan(), shown.append).run()
    fetching = "fetching torch 2.13.0+cpu, 191.8 MB"
    shares = [f"fetching torch 2.13.0+cpu, 191.8 MB, {share} %" for share in (0, 1, 100)]
    assert shown == [fetching, "waiting for the package index", fetching, *shares, "unpacking torch"]
    language.use("zh_CN")
    try:
        assert [composed(status) for status in (fetching, shares[1], "fetching mpmath 1.3.0")] == [
            "正在获取 torch 2.13.0+cpu, 191.8 MB",
            "正在获取 torch 2.13.0+cpu, 191.8 MB, 1 %",
            "正在获取 mpmath 1.3.0",
        ]
    finally:
        language.use("en")


@pytest.mark.parametrize(("version", "bar"), [("26.3", "raw"), ("24.0", "off")])
def test_an_old_pip_is_not_asked_for_shares(version: str, bar: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda name: version)
    assert f"--progress-bar={bar}" in torch_install._pip_command(plan(), (), Path("torch"))


def test_a_trouble_that_another_source_does_not_cure_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_pip(monkeypatch, "print('OSError: [Errno 28] No space left on device'); raise SystemExit(1)", GOOD)
    with pytest.raises(UnavailableError, match="the disk became full"):
        TorchInstallation(plan((), ("--extra-index-url", CPU_INDEX)), lambda _: None).run()
    assert len(calls) == 1


def test_settings_of_pip_that_would_install_elsewhere_do_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Read by pip itself, from the user's settings and from the environment."""
    settings = tmp_path / "pip.conf"
    settings.write_text(
        f"[global]\nrequire-virtualenv = true\n[install]\nroot = {tmp_path}\nprefix = {tmp_path}\nuser = true\ndry-run = true\n"
    )
    monkeypatch.setenv("PIP_CONFIG_FILE", str(settings))
    monkeypatch.setenv("PIP_REQUIRE_HASHES", "1")
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "elsewhere"))
    make = torch_install._pip_command

    def command(wanted: TorchPlan, source: tuple[str, ...], target: Path) -> list[str]:
        words = make(wanted, source, target)
        code = """if True:
            import sys
            from pathlib import Path
            from pip._internal.commands import create_command
            options, _ = create_command("install").parse_args(sys.argv[5:])
            set_ones = (options.root_path != "/", options.prefix_path, options.use_user_site, options.dry_run, options.require_hashes,
                        options.require_venv)
            Path(options.target_dir, "torch").mkdir(parents=True)
            sys.exit(any(set_ones))
        """
        return [sys.executable, "-c", code, *words[1:]]

    monkeypatch.setattr(torch_install, "_pip_command", command)
    TorchInstallation(plan(), lambda _: None).run()
    assert (torch_place.install_folder() / "torch").is_dir()


def test_pip_installs_into_the_folder_from_any_working_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With pip itself and a wheel of one module; a root folder that the user set for pip does not count."""
    name = "torch-2.13.0+cpu"
    with zipfile.ZipFile(tmp_path / f"{name}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("torch/__init__.py", "")
        wheel.writestr(f"{name}.dist-info/METADATA", "Metadata-Version: 2.1\nName: torch\nVersion: 2.13.0+cpu\n")
        wheel.writestr(f"{name}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}.dist-info/RECORD", "")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)  # the wheel is this one
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("PIP_ROOT", str(tmp_path / "elsewhere"))
    TorchInstallation(plan(("--no-index",)), lambda _: None).run()
    assert (torch_place.install_folder() / "torch" / "__init__.py").is_file()
    assert list(work.iterdir()) == []
    assert not (tmp_path / "elsewhere").exists()


def test_a_success_of_pip_that_brings_no_torch_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_pip(monkeypatch, GOOD, "")
    TorchInstallation(plan(), lambda _: None).run()
    with pytest.raises(UnavailableError, match="pip ended well, but torch is not in"):
        TorchInstallation(plan(), lambda _: None).run()
    assert (torch_place.install_folder() / "torch").is_dir()
    assert left_over() == []


@pytest.mark.parametrize("had_one", [True, False])
def test_a_second_installation_at_the_same_time_is_refused(had_one: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_pip(monkeypatch, GOOD, GOOD)
    refused: list[str] = []

    def meanwhile(_: str) -> None:
        for attempt in (TorchInstallation(plan(), lambda _: None).run, remove):
            with suppress(UnavailableError):
                attempt()
                continue
            refused.append(attempt.__name__)

    if had_one:
        torch_place.install_folder().mkdir(parents=True)
    TorchInstallation(plan(), meanwhile).run()
    assert refused == ["run", "remove"]
    assert [path.name for path in torch_place.install_folder().parent.iterdir()] == [torch_place.install_folder().name]
    assert remove()
    assert not torch_place.install_folder().parent.exists()


@contextmanager
def setup_that_waits(ready: str = "fetching torch") -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start ``gpuscope setup --install`` with a pip that unpacks and then waits; yield it and pip's process id."""
    pip = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1], 'torch').mkdir(parents=True);"
    pip += "print(f'Downloading torch-{os.getpid()}-x.whl (191.8 MB)', flush=True); time.sleep(600)"
    code = f"""if True:
        import sys
        from gpuscope.cli.parser import main
        from gpuscope.system import torch_install
        torch_install._pip_command = lambda plan, source, target: [sys.executable, "-c", {pip!r}, str(target)]
        sys.exit(main(["setup", "--install", "--cpu", "--yes"]))
    """
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            line = next(line for line in process.stderr if ready in line)
            yield process, int(line.split()[3].rstrip(","))
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_installation_that_is_ended_leaves_nothing(number: signal.Signals) -> None:
    with setup_that_waits() as (process, _):
        process.send_signal(number)
        _, told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, told) == (130, "gpuscope: nothing was installed\n")
    assert not torch_place.install_folder().parent.exists()


def test_what_a_killed_installation_left_is_told_once_its_pip_has_ended_and_removed() -> None:
    with setup_that_waits() as (process, pip):
        process.kill()
        process.wait(PATIENCE_S)
        assert left_over() == []  # it is still being written
        with pytest.raises(UnavailableError, match="another gpuscope is installing"):
            TorchInstallation(plan(), lambda _: None).run()
        os.kill(pip, signal.SIGKILL)
        until(lambda: len(left_over()) == 2)
        checks = [check for check in check_versions() if check.name == "torch"]
        assert "an interrupted installation is left" in checks[-1].message
    assert remove()
    assert not torch_place.install_folder().parent.exists()


def test_an_interrupted_removal_leaves_no_part_of_torch_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    (torch_place.install_folder() / "torch" / "lib").mkdir(parents=True)

    def interrupted(path: Path, **_: object) -> None:
        if path.exists():
            (path / "torch" / "lib").rmdir()
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", interrupted)
        with pytest.raises(KeyboardInterrupt):
            remove()
    assert not torch_place.install_folder().exists()
    assert remove()
    assert not torch_place.install_folder().parent.exists()


def test_a_full_disk_is_refused_before_anything_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_install, "_SPACE_CPU", 1e18)
    with pytest.raises(UnavailableError, match="free, and torch needs"):
        refuse(plan())


def test_it_is_asked_before_and_where_nobody_can_answer_nothing_is_done(gpuscope_home: Path) -> None:
    code = "import sys; from gpuscope.cli.parser import main; sys.exit(main(['setup', '--install', '--cpu']))"
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert f"830 MiB on disk, into {torch_place.install_folder()}" in done.stderr
    assert "gpuscope setup --install --yes" in done.stderr
    assert not torch_place.install_folder().parent.exists()


def test_what_is_cancelled_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_pip(monkeypatch, "import time; print('Installing collected packages: torch', flush=True); time.sleep(60)")
    running = TorchInstallation(plan(), lambda words: running.cancel())
    with pytest.raises(UnavailableError, match="nothing was installed"):
        running.run()
    assert not torch_place.install_folder().parent.exists()
