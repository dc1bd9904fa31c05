#!/bin/sh
# Builds the program that stands in front of an AppImage and mounts what follows it (https://github.com/AppImage/type2-runtime, MIT),
# from clones of its sources:
#   build_runtime.sh TYPE2_RUNTIME SQUASHFUSE OUTPUT
# TYPE2_RUNTIME is a clone of AppImage/type2-runtime, SQUASHFUSE one of vasi/squashfuse at 0.5.2. As its makers' own build, but
# with the C library's malloc, and libfuse as the distribution has it. On Debian and Ubuntu:
#   sudo apt-get install autoconf automake libtool pkg-config gcc make libfuse3-dev zlib1g-dev libzstd-dev
# The makers' own build, runtime-x86_64, serves as well: build_installers.py --runtime takes either.
set -eu
runtime=$(realpath "$1") squashfuse=$(realpath "$2") output=$(realpath -m "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$squashfuse" "$work/squashfuse"
cp -R "$runtime/src/runtime" "$work/runtime"
cd "$work/squashfuse"
export CFLAGS="-ffunction-sections -fdata-sections -Os"
./autogen.sh >/dev/null
./configure --without-xz --without-lzo --without-lz4 --disable-demo --disable-shared LDFLAGS=-static >/dev/null
make -s -j"$(nproc)" libsquashfuse.la libsquashfuse_ll.la libfuseprivate.la >/dev/null
cd "$work/runtime"
cc -std=gnu99 -Os -D_FILE_OFFSET_BITS=64 -DGIT_COMMIT='"built from source"' -I"$work" -I"$work/squashfuse" -I/usr/include/fuse3 \
    -ffunction-sections -fdata-sections -Wl,--gc-sections -static-pie -fPIE -T data_sections.ld runtime.c \
    -L"$work/squashfuse/.libs" -lsquashfuse_ll -lfuseprivate -lsquashfuse -lfuse3 -lzstd -lz -lpthread -ldl -o runtime
strip --strip-debug --strip-unneeded runtime
printf 'AI\002' | dd of=runtime bs=1 count=3 seek=8 conv=notrunc status=none # the mark of an AppImage of type 2
install -m 755 runtime "$output"
