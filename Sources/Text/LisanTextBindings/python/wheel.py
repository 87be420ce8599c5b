#!/usr/bin/env python3
"""Writes the wheel of lisantext with its library.

    wheel.py LIBRARY VERSION FOLDER    # prints the wheel's path

The library is one for x86_64 or aarch64 that needs glibc 2.17 at most (CLisanText/check.sh), which
is what manylinux2014 promises. The same input gives the same bytes.
"""

import base64
import hashlib
import os
import platform
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
WHEEL = """\
Wheel-Version: 1.0
Generator: lisantext
Root-Is-Purelib: false
Tag: py3-none-manylinux2014_{machine}
Tag: py3-none-manylinux_2_17_{machine}
"""


def main() -> None:
    library, version, folder = sys.argv[1:]
    machine = platform.machine()
    info = f"lisantext-{version}.dist-info"
    files = {}
    package = os.path.join(HERE, "lisantext")
    for name in sorted(os.listdir(package)):
        if name.endswith(".py") or name == "py.typed":
            with open(os.path.join(package, name), "rb") as file:
                files[f"lisantext/{name}"] = file.read()
    with open(library, "rb") as file:
        files["lisantext/liblisantext.so.1"] = file.read()
    with open(os.path.join(HERE, "METADATA"), encoding="utf-8") as file:
        files[f"{info}/METADATA"] = file.read().replace("@version@", version).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(machine=machine).encode()
    record = ""
    for name, contents in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(contents)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    tags = f"py3-none-manylinux2014_{machine}.manylinux_2_17_{machine}"
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"lisantext-{version}-{tags}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, contents in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, contents)
    print(path)


if __name__ == "__main__":
    main()
