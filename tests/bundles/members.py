"""Bundles as dictionaries of their members, which can be changed and packed again with correct checksums."""

import io
import zipfile
from pathlib import Path

from gpuscope.bundles import bundle_format as layout
from tests.bundles.recorded import RUN_ID, store_run, write_bundle

DOCUMENT, EVENTS, READINGS, STEPS = (layout.member(0, name) for name in (layout.DOCUMENT, layout.EVENTS, layout.readings(0), layout.STEPS))


def members_of(path: Path) -> dict[str, bytes]:
    """Return the members of a bundle."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return members as a zip file."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method, compresslevel=1) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return target.getvalue()


def small_bundle(store_url: str, folder: Path) -> dict[str, bytes]:
    """Return the members of a bundle with one short run."""
    store_run(store_url, batches=12)
    return members_of(write_bundle(store_url, folder / "seed.gpuscope", RUN_ID))
