import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.system import environment
from gpuscope.system.environment import power_source


def supply(folder: Path, name: str, **facts: str) -> None:
    (folder / name).mkdir()
    for key, value in facts.items():
        (folder / name / key).write_text(f"{value}\n")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's folder is Linux'")
@pytest.mark.parametrize(
    ("status", "told"), [("Discharging", "battery"), ("Charging", "mains"), ("Full", "mains"), ("Not charging", "mains")]
)
def test_a_battery_that_is_drained_is_what_it_runs_on(tmp_path: Path, status: str, told: str) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")
    supply(tmp_path, "BAT0", type="Battery", status=status)
    assert power_source(tmp_path) == told


def test_without_a_battery_of_its_own_nothing_is_told(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")
    supply(tmp_path, "hid-mouse", type="Battery", status="Discharging", scope="Device")
    assert power_source(tmp_path) is None
    assert power_source(tmp_path / "none") is None


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *who, "-C", str(folder), *arguments], check=True, capture_output=True, text=True).stdout.strip()


def repository(folder: Path) -> str:
    git(folder, "init", "-q")
    (folder / "a.py").write_text("a")
    git(folder, "add", "a.py")
    git(folder, "commit", "-qm", "first")
    return git(folder, "rev-parse", "HEAD")


def test_the_environment_is_flat_and_names_machine_versions_and_folder(tmp_path: Path) -> None:
    found = environment.capture(tmp_path, RunSpec("mnist-mlp"))
    assert all(value is None or isinstance(value, (str, int, float)) for value in found.values())
    assert found["python"] == sys.version.split()[0]
    assert found["torch"] == environment.package_version("torch")
    assert found["working_folder"] == str(tmp_path)
    assert isinstance(found["memory_bytes"], int)
    assert found["memory_bytes"] > 2**20
    assert found["cpu_threads"] == os.cpu_count()
    assert found["command"] == "gpuscope run mnist-mlp"


def test_the_command_line_of_a_workload_of_ours_repeats_it_without_its_secrets(tmp_path: Path) -> None:
    spec = RunSpec("gemm", precision="bf16", data="https://me:swordfish@host/my data", options={"size": 64})
    command = environment.capture(tmp_path, spec)["command"]
    assert command == "gpuscope run gemm --precision bf16 --data 'https://[redacted]@host/my data' --set size=64"


def test_neither_torch_nor_numpy_is_imported_for_it() -> None:
    code = (
        "import sys; from pathlib import Path; from gpuscope.core.runspec import RunSpec; from gpuscope.system.environment import capture; "
        "capture(Path('.'), RunSpec('gemm')); sys.exit(bool({'torch', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[2]).returncode == 0


def test_commit_and_dirtiness_are_those_of_the_folder(tmp_path: Path) -> None:
    head = repository(tmp_path)
    assert environment.commit(tmp_path) == {"git_commit": head, "git_dirty": "no"}
    (tmp_path / "untracked").write_text("b")
    assert environment.commit(tmp_path)["git_dirty"] == "no"
    (tmp_path / "a.py").write_text("b")
    assert environment.commit(tmp_path)["git_dirty"] == "yes"


def test_looking_at_a_repository_writes_nothing_into_it_and_starts_nothing_from_it(tmp_path: Path) -> None:
    repository(tmp_path)
    hook = tmp_path / "hook"
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    hook.chmod(0o755)
    git(tmp_path, "config", "core.fsmonitor", str(hook))
    os.utime(tmp_path / "a.py", (1, 1))  # makes git refresh its index
    before = (tmp_path / ".git" / "index").read_bytes()
    environment.commit(tmp_path)
    assert (tmp_path / ".git" / "index").read_bytes() == before
    assert not (tmp_path / "started").exists()


def test_without_a_repository_a_commit_or_git_the_reason_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.commit(tmp_path)["git_reason"] == "the working folder is not a git repository"
    git(tmp_path, "init", "-q")
    assert environment.commit(tmp_path)["git_reason"] == "the git repository has no commit"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert environment.commit(tmp_path)["git_reason"] == "git is not installed"


def test_a_git_that_hangs_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "git"
    fake.write_text("#!/bin/sh\nexec sleep 60\n")
    fake.chmod(0o755)
    monkeypatch.setattr(environment, "GIT_DEADLINE_S", 0.2)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    began = time.monotonic()
    assert "did not answer" in str(environment.commit(tmp_path)["git_reason"])
    assert time.monotonic() - began < 2.0


def test_variables_come_from_a_list_and_are_redacted() -> None:
    found = environment.variables(
        {
            "OMP_NUM_THREADS": "2",
            "HOME": "/x",
            "WANDB_API_KEY": "k",
            "TORCH_TOKEN": "k",
            "LD_PRELOAD": "https://u:p@h/x",
            "PYTORCH_X": "y" * 9999,
        }
    )
    assert found == {
        "variables.LD_PRELOAD": "https://[redacted]@h/x",
        "variables.OMP_NUM_THREADS": "2",
        "variables.PYTORCH_X": "y" * 500,
        "variables.TORCH_TOKEN": "[redacted]",
    }


def test_a_command_is_told_redacted_and_its_packages_only_when_it_is_of_our_environment(tmp_path: Path) -> None:
    foreign = environment.capture(tmp_path, RunSpec(COMMAND, command=("/bin/sh", "-c", "true", "--token", "abc")))
    assert foreign["command"] == "/bin/sh -c true --token '[redacted]'"
    assert "torch" not in foreign
    assert "environment of its own" in str(foreign["packages_reason"])
    ours = environment.capture(tmp_path, RunSpec(COMMAND, command=(sys.executable, "x.py")))
    assert ours["torch"] == environment.package_version("torch")


def test_the_cuda_of_torch_is_read_from_its_version_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "torch", raising=False)  # another test may have imported the real torch
    for line, wanted in (("cuda: Optional[str] = '12.8'", "12.8"), ("cuda = None", None), ("other = 1", None)):
        (tmp_path / "torch" / "version.py").write_text(f"__version__ = '2.13'\n{line}\n")
        assert environment.torch_cuda_version() == wanted


def test_what_is_not_installed_has_no_version() -> None:
    assert environment.package_version("no-such-package-here") is None


def test_an_edited_script_has_another_digest_wherever_the_command_names_it(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "data.csv").write_text("1")
    commands = (("python", "train.py", "data.csv"), ("python", "-m", "pack.train"), (str(tmp_path / "train.sh"), "--fast"))
    files = [tmp_path / name for name in ("train.py", "pack/train.py", "train.sh")]
    for file in files:
        file.write_text("a")
    before = [environment.script(tmp_path, command) for command in commands]
    (tmp_path / "data.csv").write_text("2")
    assert [environment.script(tmp_path, command) for command in commands] == before, "data are no code"
    for file in files:
        file.write_text("b")
    after = [environment.script(tmp_path, command) for command in commands]
    assert all(len(str(one["script"])) == 12 for one in (*before, *after))
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("command", [(), ("python", "gone.py"), ("python", "folder.py"), ("python", "a\0b.py"), ("python", "large.py")])
def test_a_command_without_a_readable_script_has_no_digest(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with (tmp_path / "large.py").open("wb") as large:
        large.truncate(5 << 20)
    assert environment.script(tmp_path, command) == {}


def test_two_states_of_uncommitted_changes_have_two_digests(tmp_path: Path) -> None:
    repository(tmp_path)
    assert "git_changes" not in environment.commit(tmp_path)
    seen = []
    for content in ("b", "c", "b"):
        (tmp_path / "a.py").write_text(content)
        seen.append(environment.commit(tmp_path)["git_changes"])
    assert seen[0] == seen[2] != seen[1]
