#!/usr/bin/env python3
"""Lists the known faults of what is linked statically, by Debian's change logs.

    known_faults.py BILL.spdx.json...

A shared library is mended by Debian's update, one that is linked statically only by a new build. For each of those that
the bills of materials name, this prints the version, and the CVEs that Debian has mended

- in this machine's release after that version: build again with the newer one;
- in the next release, where the log of this one does not name them. Resources/tarball/known-faults says of each
  why it does no harm, or that it is open. A patch of ours is named NAME-CVE-….patch there.

It ends with 1 if one of the first kind, or one of the second that nobody has judged, is left, and if a library has no
change log that this knows. It asks the mirror, as root for this release too.
"""

import collections
import functools
import gzip
import io
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

NEXT = "trixie"
# A small package of each source, with the change log, in this release and the next.
LOGS = {
    "c-ares": ("libc-ares2", "libcares2"), "curl": ("curl",), "dbus": ("libdbus-1-3",), "gcc-12": ("gcc-12-base",),
    "glibc": ("libc-dev-bin",), "icu": ("icu-devtools",), "ncurses": ("libtinfo6",), "openssl": ("openssl",),
    "sqlite3": ("sqlite3",),
}
RECIPE = pathlib.Path(__file__).resolve().parents[3] / "Resources/tarball"
ENTRY = re.compile(r"(?m)^(?=\S+ \(.*\) .*;)")


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **options).stdout


def is_later(one, other):
    return subprocess.run(["dpkg", "--compare-versions", one, "gt", other]).returncode == 0


def faults(text):
    return set(re.findall(r"CVE-\d+-\d+", text))


class Release:
    """Where packages come from: this machine's apt, or an apt of its own for the next release."""

    def __init__(self, folder=None):
        self.environment = os.environ
        if not folder:
            if os.geteuid() == 0:
                run("apt-get", "update", "-qq")
            return
        targets = run("apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages", text=True)
        codename = re.search(r"(?m)^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
        sources = {f"deb {site} {release.replace(codename, NEXT)} main\n" for site, release in
                   (line.split() for line in targets.splitlines()) if release.startswith(codename)}
        for name in ("state/lists/partial", "cache/archives/partial"):
            os.makedirs(f"{folder}/{name}")
        for name, text in (("status", ""), ("sources.list", "".join(sorted(sources))), ("apt.conf", f"""
                Dir::State "{folder}/state"; Dir::State::status "{folder}/status"; Dir::Cache "{folder}/cache";
                Dir::Etc::sourcelist "{folder}/sources.list"; Dir::Etc::sourceparts "/dev/null";
                Acquire::Languages "none";""")):
            pathlib.Path(folder, name).write_text(text)
        self.environment = {**os.environ, "APT_CONFIG": f"{folder}/apt.conf"}
        run("apt-get", "update", "-qq", env=self.environment)

    def log(self, package):
        """The entries of the change log of the newest version, with their versions."""
        text = subprocess.run(["apt-cache", "show", package], env=self.environment, capture_output=True, text=True).stdout
        versions = re.findall(r"(?m)^Version: (.*)$", text)
        if not versions:
            sys.exit(f"known_faults.py: Debian has no package {package}; name another in LOGS")
        newest = max(versions, key=functools.cmp_to_key(lambda one, other: is_later(one, other) - is_later(other, one)))
        with tempfile.TemporaryDirectory() as folder:
            run("apt-get", "download", "-qq", f"{package}={newest}", cwd=folder, env=self.environment, stderr=subprocess.DEVNULL)
            data = run("dpkg-deb", "--fsys-tarfile", os.path.join(folder, os.listdir(folder)[0]))
        with tarfile.open(fileobj=io.BytesIO(data)) as files:
            names = [name for name in files.getnames() if re.search(r"/doc/[^/]+/changelog\.Debian\.gz$", name)]
            logs = [files.extractfile(name) for name in names if files.getmember(name).isfile()]
            if not logs:
                sys.exit(f"known_faults.py: {package} {newest} has no change log; name another package in LOGS")
            text = gzip.decompress(logs[0].read()).decode(errors="replace")
        return [(found[1], entry) for entry in ENTRY.split(text) if (found := re.match(r"\S+ \((.*?)\)", entry))]


def linked(bills):
    """The version of each source package of Debian that a bill says is linked statically."""
    sources = {}
    for path in bills:
        bill = json.loads(pathlib.Path(path).read_text())
        static = {link["relatedSpdxElement"] for link in bill["relationships"] if link["relationshipType"] == "STATIC_LINK"}
        for package in bill["packages"]:
            if package["SPDXID"] not in static:
                continue
            if package["SPDXID"].startswith("SPDXRef-Swift"):
                print(f"swift {package['versionInfo']}: from Swift.org, and not in Debian")
                continue
            source, version = package["name"], package["versionInfo"]
            if found := re.match(r"built from the source package (\S+) (\S+)", package["sourceInfo"]):
                source, version = found.groups()
            sources[source] = version
    return sources


def judged():
    """What Resources/tarball/known-faults says of each fault of each library."""
    says = collections.defaultdict(dict)
    for line in (RECIPE / "known-faults").read_text().splitlines():
        if line and not line.startswith("#"):
            names, reason = line.split(": ", 1)
            source, *named = names.split()
            says[source].update(dict.fromkeys(named, reason))
    for patch in RECIPE.glob("*-CVE-*.patch"):
        source, number = patch.stem.split("-CVE-")
        says[source]["CVE-" + number] = f"mended by {patch.name}"
    return says


def main(bills):
    sources = linked(bills)
    if not sources:
        sys.exit("known_faults.py: nothing is linked statically")
    if unknown := sorted(set(sources) - set(LOGS)):
        sys.exit(f"known_faults.py: {', '.join(unknown)} is linked, and LOGS names no package with its change log")
    says, failed = judged(), []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        now, later = Release(), Release(folder)
        for source, version in sorted(sources.items()):
            log, next_log = now.log(LOGS[source][0]), later.log(LOGS[source][-1])
            # Those above its own entry: below that of 1.0-1~deb12u1 is 1.0-1.
            newer = list(itertools.takewhile(lambda entry: entry[0] != version, log)) if is_later(log[0][0], version) else []
            named = faults("".join(text for _, text in log))
            print(f"{source} {version}: {len(named)} CVEs mended, newest version {log[0][0]}")
            if newer:
                missed = ", ".join(sorted(faults("".join(text for _, text in newer)))) or "no CVE is named"
                failed.append(f"{source} {version} is linked, Debian has {newer[0][0]}: {missed}")
            for fault in sorted(faults("".join(text for _, text in next_log)) - named):
                print(f"  {fault} ({NEXT}): {says[source].get(fault, 'not judged')}")
                if fault not in says[source]:
                    failed.append(f"{source} {version} may have {fault}, which {NEXT} has mended: judge it in known-faults")
            for fault in sorted(named & set(says[source])):
                print(f"  {fault}: mended, its line in known-faults can go")
    if failed:
        sys.exit("\n".join(f"known_faults.py: {line}" for line in failed))


main(sys.argv[1:])
