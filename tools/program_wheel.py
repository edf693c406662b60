"""A Python package that brings the tools as commands: no Python in it, only the static programs that tools/binaries.sh made.

    python3 tools/program_wheel.py FOLDER TARGET VERSION OUT        prints the name of the wheel in the folder OUT

The programs are in FOLDER, where pip and uv put them beside the interpreter. One of Linux is static, so the wheel carries the tags of
glibc and of musl. What a program of macOS needs at least stands in the program itself.
"""

import base64
import hashlib
import os
import struct
import sys
import time
import zipfile

SUMMARY = "Reads Nsight Compute reports, checks section files and NVIDIA application profiles, shows who uses a GPU: command-line tools"


def least_macos(program):
    """The macOS that a program asks for, by LC_BUILD_VERSION."""
    with open(program, "rb") as f:
        data = f.read(65536)
    count, at = struct.unpack_from("<I", data, 16)[0], 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, at)
        if command == 0x32:
            version = struct.unpack_from("<I", data, at + 12)[0]
            return "%d_%d" % (version >> 16, version >> 8 & 0xff)
        at += size
    raise SystemExit("%s: does not say which macOS it needs" % program)


def tags(folder, target):
    machine, system = target.split("-")
    if system == "linux":
        return ["manylinux_2_17_" + machine, "manylinux2014_" + machine, "musllinux_1_1_" + machine]
    if system == "macos":
        return ["macosx_%s_%s" % (least_macos(os.path.join(folder, "ncurep")), "arm64" if machine == "aarch64" else machine)]
    return ["win_amd64"]


def main(folder, target, version, out):
    base = "gpuloupe-" + version
    info = base + ".dist-info/"
    platform = tags(folder, target)
    names = sorted(n for n in os.listdir(folder) if n.split(".")[0] in ("ncurep", "nvsection", "nvprofile", "drmtop", "drmfdinfo"))
    files = []
    for name in names:
        with open(os.path.join(folder, name), "rb") as f:
            files.append(("%s.data/scripts/%s" % (base, name), f.read()))
    for licence in sorted(n for n in os.listdir(folder) if n.startswith("LICENSE")):
        with open(os.path.join(folder, licence), "rb") as f:
            files.append((info + licence, f.read()))
    files.append((info + "METADATA", "\n".join((
        "Metadata-Version: 2.1", "Name: gpuloupe", "Version: " + version, "Summary: " + SUMMARY, "License: MIT-0 OR MIT OR Unlicense",
        "Keywords: cuda,gpu,ncu,nsight-compute,ncu-rep,profiling,drm,fdinfo", "Requires-Python: >=3", "Description-Content-Type: text/markdown", "",
        "The commands %s, as programs that need nothing else." % ", ".join(n.split(".")[0] for n in names),
        "Each explains itself with `--help`; `ncurep html report.ncu-rep -o page.html` is a good start.", "")).encode()))
    files.append((info + "WHEEL", ("Wheel-Version: 1.0\nGenerator: program_wheel\nRoot-Is-Purelib: false\n" +
                                   "".join("Tag: py3-none-%s\n" % p for p in platform)).encode()))
    record = "".join("%s,sha256=%s,%d\n" % (to, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), len(data))
                     for to, data in files)
    files.append((info + "RECORD", (record + info + "RECORD,,\n").encode()))
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH") or 315532800), 315532800))[:6]
    wheel = "%s-py3-none-%s.whl" % (base, ".".join(platform))
    with zipfile.ZipFile(os.path.join(out, wheel), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for to, data in files:
            entry = zipfile.ZipInfo(to, when)
            entry.external_attr = (0o100755 if ".data/scripts/" in to else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(entry, data)
    print(wheel)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: program_wheel.py FOLDER TARGET VERSION OUT")
    main(*sys.argv[1:])
