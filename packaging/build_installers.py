"""Build the packages that bring their own Python and Qt: `.venv/bin/python packaging/build_installers.py [deb|appimage]`.

Without an argument, both are built. They contain the Python that runs this file, which therefore determines the oldest glibc on which they
run: build on the oldest distribution to support. Root is not needed. Size and installed size are printed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from installers import appimage, bundle, debian_package
from installers.shared_libraries import MissingProgramError, program

_KINDS = ("deb", "appimage")


def main(argv: list[str]) -> int:
    """Build the requested packages and return the exit code: 0, 3 if something that the build needs is missing, 1 for any other failure."""
    parser = argparse.ArgumentParser(prog="build_installers.py", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("kinds", nargs="*", choices=[*_KINDS, []], metavar="deb|appimage", help="what to build (default: both)")
    parser.add_argument("-o", "--output", type=Path, default=bundle.ROOT / "dist", help="folder for the packages (default: dist)")
    parser.add_argument("--bundle", type=Path, help="use the bundle in this folder, and leave one there if it is not there yet")
    parser.add_argument("--runtime", type=Path, help=f"the runtime of an AppImage: {appimage.RUNTIME_SOURCES}")
    arguments = parser.parse_args(argv)
    builders: dict[str, Callable[[Path, Path, Path], Path]] = {
        "deb": debian_package.build,
        "appimage": partial(appimage.build, runtime=arguments.runtime),
    }
    output = arguments.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gpuscope-build-", dir=output) as folder:
        try:
            work, kinds = Path(folder), arguments.kinds or _KINDS
            if "appimage" in kinds:
                appimage.find_tools(arguments.runtime)
            if "deb" in kinds:
                program("dpkg-deb", "dpkg")
            bundled = arguments.bundle.resolve() if arguments.bundle else work / "bundle"
            if not bundled.exists():
                bundle.make_bundle(bundled, say)
            for kind in kinds:
                say(f"Packing the {kind}")
                tell_size(builders[kind](bundled, output, work / kind), work / kind)
        except MissingProgramError as error:
            say(str(error))
            return 3
        except (subprocess.CalledProcessError, RuntimeError) as error:
            say(f"It could not be built: {error}")
            return 1
    return 0


def tell_size(package: Path, root: Path) -> None:
    """Print the size of a package and its installed size."""
    print(f"{package}: {package.stat().st_size / 1e6:.0f} MB, installed {bundle.size_bytes(root) / 1e6:.0f} MB")


def say(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
