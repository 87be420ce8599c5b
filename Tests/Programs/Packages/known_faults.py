#!/usr/bin/env python3
"""Compares what is linked statically with what Debian has now.

    known_faults.py BILL.spdx.json...

A shared library is mended by Debian's update, one that is linked statically only by a new build. For each of those
that the bills of materials name, this looks for a newer version where apt takes packages from (with security updates, if
they are there), prints it with the CVEs in its change log since the linked version, and then ends with 1. Faults
that Debian has not mended in this release are not found. As root it asks the mirror first.
"""

import functools
import gzip
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile

# A library that is built from a source package, and a package that Debian builds from the same.
BINARY = {"c-ares": "libc-ares2", "curl": "libcurl4", "dbus": "libdbus-1-3"}


def is_later(one, other):
    return subprocess.run(["dpkg", "--compare-versions", one, "gt", other]).returncode == 0


def offered(package):
    """The newest version of a package that apt knows, and that of its source."""
    text = subprocess.run(
        ["apt-cache", "show", package], check=True, capture_output=True, text=True).stdout
    versions = []
    for stanza in text.split("\n\n"):
        if own := re.search(r"(?m)^Version: (.*)$", stanza):
            source = re.search(r"(?m)^Source: \S+ \((.*)\)$", stanza)
            versions.append((own[1], (source or own)[1]))
    return max(versions, key=functools.cmp_to_key(
        lambda one, other: is_later(one[1], other[1]) - is_later(other[1], one[1])))


def changes(package, version, linked):
    """The entries of the change log that are newer than the linked version; None if the mirror lacks the package."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        if subprocess.run(["apt-get", "download", "-qq", f"{package}={version}"], cwd=folder,
                          capture_output=True).returncode:
            return None
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", os.path.join(folder, os.listdir(folder)[0])],
                              check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        log = files.extractfile(f"./usr/share/doc/{package}/changelog.Debian.gz")
        text = gzip.decompress(log.read()).decode(errors="replace")
    entries = re.split(r"(?m)^(?=\S+ \(.*\) .*;)", text)
    return "".join(entry for entry in entries
                   if (found := re.match(r"\S+ \((.*?)\)", entry)) and is_later(found[1], linked))


def main(bills):
    if os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
    linked = {}
    for path in bills:
        with open(path) as file:
            bill = json.load(file)
        static = {link["relatedSpdxElement"] for link in bill["relationships"]
                  if link["relationshipType"] == "STATIC_LINK"}
        for package in bill["packages"]:
            if package["SPDXID"] not in static or package["SPDXID"].startswith("SPDXRef-Swift"):
                continue
            source, version = package["name"], package["versionInfo"]
            if found := re.match(r"built from the source package (\S+) (\S+)", package["sourceInfo"]):
                source, version = found.groups()
            linked[source] = (BINARY.get(source, package["name"]), version)
    if not linked:
        sys.exit("known_faults.py: nothing is linked statically")
    late = 0
    for source, (package, version) in sorted(linked.items()):
        binary, newest = offered(package)
        if not is_later(newest, version):
            print(f"{source} {version}: Debian has none that is newer")
            continue
        late += 1
        text = changes(package, binary, version)
        faults = sorted(set(re.findall(r"CVE-\d+-\d+", text or "")))
        words = "the mirror lacks it" if text is None else ", ".join(faults) or "no CVE is named"
        print(f"{source} {version} is linked; Debian has {newest}: {words}")
    if late:
        sys.exit(f"known_faults.py: {late} of {len(linked)} are older than Debian's; update them and build again")


main(sys.argv[1:])
