"""What the window finds again."""

from pathlib import Path

from gpuscope.gui.services.window_memory import WindowMemory


def test_it_is_the_users_alone(gpuscope_home: Path) -> None:
    path = gpuscope_home / "deep" / "window.json"
    memory = WindowMemory(path)
    memory.put("page", "runs")
    assert memory.save()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert WindowMemory(path).get("page") == "runs"


def test_where_nothing_can_be_kept_it_is_let_go(gpuscope_home: Path) -> None:
    gpuscope_home.mkdir(parents=True, exist_ok=True)
    (gpuscope_home / "file").touch()
    memory = WindowMemory(gpuscope_home / "file" / "window.json")
    memory.put("page", "runs")
    assert not memory.save()
    assert memory.get("page") == "runs"
