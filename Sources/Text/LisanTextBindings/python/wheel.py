#!/usr/bin/env python3
"""Writes a wheel with a library or a program in it.

    wheel.py PACKAGE FILE LICENCES VERSION FOLDER    # prints the wheel's path

PACKAGE is a folder with the modules; METADATA, README.md and, if there is one, entry_points.txt are beside it. LICENCES
is a folder with LICENSE and other texts.
The file is one for x86_64 or aarch64 that needs glibc 2.17 at most (CLisanText/check.sh), which is
what manylinux2014 promises, or none. The same input gives the same bytes.
"""

import base64
import hashlib
import os
import platform
import stat
import sys
import zipfile

WHEEL = """\
Wheel-Version: 1.0
Generator: lisantext
Root-Is-Purelib: false
Tag: py3-none-manylinux2014_{machine}
Tag: py3-none-manylinux_2_17_{machine}
"""


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def main() -> None:
    package, shipped, licences, version, folder = sys.argv[1:]
    machine = platform.machine()
    here, name = os.path.split(os.path.abspath(package))
    info = f"{name}-{version}.dist-info"
    files = {}
    for module in sorted(os.listdir(package)):
        if module.endswith(".py") or module == "py.typed":
            files[f"{name}/{module}"] = read(os.path.join(package, module))
    program = f"{name}/{os.path.basename(shipped)}"
    files[program] = read(shipped)
    metadata = read(os.path.join(here, "METADATA")).decode().replace("@version@", version)
    texts = sorted(
        os.path.relpath(os.path.join(place, text), licences)
        for place, _, names in os.walk(licences) for text in names
    )
    metadata += "".join(f"License-File: {text}\n" for text in texts)
    metadata += "Description-Content-Type: text/markdown\n\n"
    files[f"{info}/METADATA"] = metadata.encode() + read(os.path.join(here, "README.md"))
    for text in texts:
        files[f"{info}/licenses/{text}"] = read(os.path.join(licences, text))
    files[f"{info}/WHEEL"] = WHEEL.format(machine=machine).encode()
    points = os.path.join(here, "entry_points.txt")
    if os.path.exists(points):
        files[f"{info}/entry_points.txt"] = read(points)
    record = ""
    for path, contents in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).decode().rstrip("=")
        record += f"{path},sha256={digest},{len(contents)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    tags = f"py3-none-manylinux2014_{machine}.manylinux_2_17_{machine}"
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{name}-{version}-{tags}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, contents in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            runs = name == program and os.access(shipped, os.X_OK) and ".so" not in program
            # pip takes over the right to run of regular files alone.
            entry.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
            wheel.writestr(entry, contents)
    print(path)


if __name__ == "__main__":
    main()
