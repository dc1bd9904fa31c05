"""Packages that bring their own Python and Qt: ``python3 packaging/build_installers.py deb`` and ``appimage``.

Standard library only; pip, patchelf, dpkg-deb, mksquashfs and their like are programs.

- ``bundle``: the folder that every package holds: Python, Qt, gpuscope and what they need, without torch.
- ``own_python``: a copy of the Python that runs the build, which works wherever it is put.
- ``shared_libraries``: what ELF files need, and from which glibc on they run.
- ``desktop_files``: menu entry, icons, file type, metadata, manual page.
- ``licences``: the licences of all that is inside.
- ``debian_package``, ``appimage``: the two packages.
- ``trial``: installs and uses a package in a bare root file system.
"""
