"""Packages that bring their own Python and Qt: ``.venv/bin/python packaging/build_installers.py deb`` and ``appimage``.

Standard library only; pip, patchelf, dpkg-deb, mksquashfs and the like are run as programs.

- ``bundle``: the folder that every package contains: Python, Qt, gpuscope and their dependencies, without torch.
- ``own_python``: a relocatable copy of the Python that runs the build.
- ``shared_libraries``: the libraries that ELF files need, and the oldest glibc on which they run.
- ``desktop_files``: menu entry, icons, file type, metadata, manual page.
- ``licences``: the licences of all contents.
- ``debian_package``, ``appimage``: the two packages.
- ``trial``: installs and uses a package in a bare root file system.
"""
