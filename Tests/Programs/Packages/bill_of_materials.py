#!/usr/bin/env python3
"""Prints the bill of materials of Debian packages or archives, as SPDX 2.3 in JSON.

    bill_of_materials.py VERSION NAME=INPUTS... PACKAGE.deb|ARCHIVE.tar.xz...
    bill_of_materials.py --licences INPUTS...
    bill_of_materials.py --concluded BILL.spdx.json NAME

It names the packages, the programs and shared libraries in them, and what each links: shared libraries
by its dynamic section and by the names of those that it loads when it needs them, archives and objects by
INPUTS, the linker's dependency file (lld, --dependency-file). They belong to packages of Debian, to Swift's
toolchain, or to sources of Debian that Resources/tarball/libraries.sh builds. Two runs on the same files
print the same; the time is SOURCE_DATE_EPOCH.
What is concluded of a program is its own licence and those of all that is linked into it.
What Debian and Swift.org built has the address of its sources; a package of ours has HOMEPAGE, if it is given, and a
program in it no address.

With --licences it prints, for each package that INPUTS name, its name and the file with its licences. With --concluded
it prints the concluded licence of a package of a bill.
"""

import datetime
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from urllib.parse import quote

# The names of DEP 5 that SPDX writes in another way. A plus at the end is "-or-later" there.
NAMES = {
    "expat": "MIT", "x11": "X11", "curl": "curl", "isc": "ISC",
    "zlib": "Zlib", "openssl": "OpenSSL", "postgresql": "PostgreSQL", "apache-2.0": "Apache-2.0",
    "bsd-2-clause": "BSD-2-Clause", "bsd-3-clause": "BSD-3-Clause", "cc0-1.0": "CC0-1.0",
}
GNU = re.compile(r"(A?L?GPL)-([123])(\.[01])?(\+?)$", re.IGNORECASE)
# Licences that the copyright file of a source package says in words, or by a name of Debian.
IN_WORDS = {
    "ncurses": "X11-distribute-modifications-variant",
    "glibc": "LGPL-2.1-or-later",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "icu": "Unicode-DFS-2016",
    "openssl": "Apache-2.0",
    "sqlite3": "blessing",
    "c-ares": "MIT",
    "zlib": "Zlib",
}
# Resources/debian/copyright: the tables are made from Unicode's data, those of languages from CLDR 48.
OURS = "Apache-2.0 AND Unicode-3.0 AND Unicode-DFS-2016"
# The text library has none of CLDR, and the package of languages only texts.
OURS_OTHERWISE = {"lisantext": "Apache-2.0 AND Unicode-DFS-2016", "languages": "Apache-2.0"}
# What libraries.sh builds.
BUILT = {"c-ares": "MIT", "curl": "curl", "dbus": "AFL-2.1 OR GPL-2.0-or-later"}
HOLDERS = "2026 Lisan maintainers\n1991-2025 Unicode, Inc."
SWIFT = "Apache-2.0 WITH Swift-exception"
FOLDERS = re.compile(r"(/usr)?/lib(/[a-z0-9_]+-linux-gnu)?/[^/]*$")


def ours(name):
    return next((license for part, license in OURS_OTHERWISE.items() if part in name), OURS)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def reference(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def checksum(path):
    return {"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}


def expression(license):
    """The SPDX expression of a licence of DEP 5, or None if a name in it is not known."""
    words = []
    for word in re.split(r"[,\s]+", license.strip()):
        if word.lower() in ("and", "or"):
            words.append(word.upper())
        elif match := GNU.match(word):
            family, major, minor, later = match.groups()
            words.append(f"{family.upper()}-{major}{minor or '.0'}-{'or-later' if later else 'only'}")
        elif word.lower() in NAMES:
            words.append(NAMES[word.lower()])
        else:
            return None
    return " ".join(words)


def paragraphs(text):
    """The fields of each paragraph of a control file, names in lower case."""
    for paragraph in re.split(r"\n[ \t]*\n", text):
        yield {
            match[1].lower(): match[2].strip()
            for match in re.finditer(r"(?m)^([A-Za-z-]+):((?:.*)(?:\n[ \t].*)*)", paragraph)
        }


@functools.cache
def owner(path):
    """The Debian package that has a file; / and /usr are one tree."""
    for place in (path, path.removeprefix("/usr"), "/usr" + path):
        found = subprocess.run(["dpkg-query", "-S", place], capture_output=True, text=True).stdout
        for line in found.splitlines():
            if line.endswith(": " + place) and not line.startswith("diversion "):
                return line.split(": ")[0].split(", ")[0]
    sys.exit(f"bill_of_materials.py: no package has {path}")


@functools.cache
def library(name):
    """The package of a shared library that a program names, of any version if the name has none."""
    pattern = re.escape("/" + name) + (r"\.\d+" if name.endswith(".so") else "") + "$"
    found = subprocess.run(["dpkg-query", "-S", f"*/{name}*"], capture_output=True, text=True).stdout
    for line in sorted(found.splitlines()):
        package, _, path = line.partition(": ")
        if FOLDERS.match(path) and re.search(pattern, path):
            return package.split(", ")[0]
    sys.exit(f"bill_of_materials.py: no package has {name}")


def built(file):
    """The name of a library that libraries.sh has built, and the folder of what is known of its source."""
    name = pathlib.Path(file).name.removeprefix("lib").split(".")[0].split("-")[0]
    name = {"cares": "c-ares"}.get(name, name)
    return name, pathlib.Path(file).parent.parent / "sources" / name


def snapshot(source, version):
    """Where the archive of all of Debian's versions has a source package."""
    return f"https://snapshot.debian.org/package/{quote(source)}/{quote(version)}/"


def holders(stanzas, text):
    """Who has the copyright, as a package of Debian says it."""
    fields = [stanza["copyright"] for stanza in stanzas if "copyright" in stanza]
    lines = "\n".join(fields).split("\n") if fields else re.findall(
        r"(?mi)^.*copyright.*(?:\d{4}).*$", text)
    return "\n".join(dict.fromkeys(line.strip() for line in lines if line.strip())) or "NOASSERTION"


class Bill:
    def __init__(self, version, inputs):
        self.version = version
        self.inputs = inputs
        self.packages = {}
        self.texts = {}
        self.relationships = set()

    def relate(self, one, kind, other):
        self.relationships.add((one, kind, other))

    def add_package(self, kind, name, version, license, **more):
        identifier = reference(kind, name)
        self.packages[identifier] = {
            "SPDXID": identifier, "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": license, "licenseDeclared": license,
            "copyrightText": "NOASSERTION", **more,
        }
        return identifier

    def add_debian(self, package):
        """A package of Debian with the licence of most of its files; a comment names all."""
        fields = "${Package}\n${Version}\n${Architecture}\n${source:Package}\n${source:Version}"
        name, version, architecture, source, source_version = run(
            "dpkg-query", "-W", "-f", fields, package).split("\n")
        identifier = reference("Debian", name)
        if identifier in self.packages:
            return identifier
        path = f"/usr/share/doc/{name}/copyright"
        text = pathlib.Path(path).read_text(errors="replace")
        stanzas = list(paragraphs(text)) if text.startswith("Format:") else []
        licenses = {s["files"]: s["license"].split("\n")[0] for s in stanzas
                    if "files" in s and "license" in s}
        license = IN_WORDS.get(re.sub(r"-[0-9.]+$", "", source)) or expression(
            licenses.get("*", "unknown"))
        if license is None:
            license = "LicenseRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
            self.texts[license] = text
        all_of_them = f": {', '.join(sorted(set(licenses.values())))}" if licenses else ""
        return self.add_package(
            "Debian", name, version, license, supplier="Organization: Debian",
            downloadLocation=snapshot(source, source_version), copyrightText=holders(stanzas, text),
            licenseComments=f"{path} has the licence of each file{all_of_them}.",
            sourceInfo=f"built from the source package {source} {source_version}",
            externalRefs=[{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{quote(name)}@{quote(version)}"
                                    f"?arch={architecture}",
            }])

    def add_built(self, file):
        """A library that libraries.sh has built from a source package of Debian, or cut from an archive."""
        name, source = built(file)
        if not source.exists():
            return self.add_debian("libicu-dev")
        version = (source / "version").read_text().strip()
        return self.add_package(
            "Source", name, version, BUILT[name],
            supplier="Organization: Debian", sourceInfo="built by Resources/tarball/libraries.sh",
            downloadLocation=snapshot(name, version),
            copyrightText=holders([], (source / "copyright").read_text(errors="replace")),
            externalRefs=[{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{name}@{quote(version)}?arch=source",
            }])

    def add_swift(self, toolchain, archives):
        """The libraries of a toolchain; `toolchain` is the folder with `bin` and `lib`."""
        version = re.search(r"Swift version (\S+)", run(f"{toolchain}/bin/swiftc", "--version"))[1]
        identifier = reference("Swift", "swift")
        known = self.packages.get(identifier, {}).get("comment", "").split(", ")
        return self.add_package(
            "Swift", "swift", version, SWIFT, supplier="Organization: Swift.org",
            downloadLocation=f"https://github.com/swiftlang/swift/releases/tag/swift-{version}-RELEASE",
            copyrightText="Copyright (c) Apple Inc. and the Swift project authors",
            comment=", ".join(sorted({*known, *archives} - {""})))

    def add_program(self, path, installed):
        """A program or shared library at a path, which a package installs at another."""
        purpose = "LIBRARY" if ".so." in path.name else "APPLICATION"
        identifier = self.add_package(
            "Program", path.name, self.version, ours(path.name), packageFileName="./" + installed,
            downloadLocation="NONE",
            copyrightText=HOLDERS, primaryPackagePurpose=purpose, checksums=[checksum(path)])
        names = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", str(path)))
        if names:
            loaded = re.findall(rb"\0(lib[a-z0-9-]+\.so(?:\.[0-9]+)?)(?=\0)", path.read_bytes())
            names += [name.decode() for name in loaded if name.decode() != path.name]
        for name in sorted(set(names)):
            self.relate(identifier, "DYNAMIC_LINK", self.add_debian(library(name)))
        if path.name not in self.inputs:
            sys.exit(f"bill_of_materials.py: name what the linker read for {path.name}")
        swift = {}
        for file in linked(self.inputs.pop(path.name)):
            match = re.match(r"(.*)/lib/(swift|swift_static|clang)/", file)
            if match and os.path.exists(f"{match[1]}/bin/swiftc"):
                swift.setdefault(match[1], []).append(os.path.basename(file))
            elif "/.build/tarball/libraries/" in file:
                self.relate(identifier, "STATIC_LINK", self.add_built(file))
            elif not file.startswith((os.getcwd() + "/", tempfile.gettempdir() + "/")):
                self.relate(identifier, "STATIC_LINK", self.add_debian(owner(file)))
        for toolchain, archives in swift.items():
            self.relate(identifier, "STATIC_LINK", self.add_swift(toolchain, archives))
        return identifier

    def add_file(self, path):
        """A package or an archive with programs."""
        if path.endswith(".deb"):
            unpack = ["dpkg-deb", "-x", path]
            name, version = (run("dpkg-deb", "-f", path, field).strip() for field in
                             ("Package", "Version"))
        else:
            unpack = ["tar", "-x", "-J", "-f", path, "-C"]
            name, version = os.path.basename(path).removesuffix(".tar.xz"), self.version
        package = self.add_package(
            "Package", name, version, ours(name), packageFileName=os.path.basename(path),
            downloadLocation=os.environ.get("HOMEPAGE") or "NOASSERTION",
            copyrightText=HOLDERS, primaryPackagePurpose="INSTALL", checksums=[checksum(pathlib.Path(path))])
        self.relate("SPDXRef-DOCUMENT", "DESCRIBES", package)
        with tempfile.TemporaryDirectory() as folder:
            run(*unpack, folder)
            for file in sorted(pathlib.Path(folder).rglob("*")):
                # Debug symbols are of a program that is named already.
                if file.is_symlink() or not file.is_file() or file.suffix == ".debug":
                    continue
                with file.open("rb") as stream:
                    if stream.read(4) == b"\x7fELF":
                        program = self.add_program(file, str(file.relative_to(folder)))
                        self.relate(package, "CONTAINS", program)

    def conclude(self):
        """A program has the licences of what is linked into it, too, and a package those of its programs."""
        for kind in ("STATIC_LINK", "CONTAINS"):
            for one in {one for one, related, _ in self.relationships if related == kind}:
                parts = {self.packages[other]["licenseConcluded"] for first, related, other in
                         self.relationships if (first, related) == (one, kind)}
                terms = {term for part in parts | {self.packages[one]["licenseDeclared"]} for term in conjuncts(part)}
                self.packages[one]["licenseConcluded"] = " AND ".join(sorted(terms))

    def document(self):
        self.conclude()
        time = datetime.datetime.fromtimestamp(
            int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
        content = {
            "packages": sorted(self.packages.values(), key=lambda package: package["SPDXID"]),
            "relationships": [
                {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                for one, kind, other in sorted(self.relationships)],
            "hasExtractedLicensingInfos": [
                {"licenseId": name, "extractedText": text}
                for name, text in sorted(self.texts.items())],
        }
        digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]
        return {
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"lisan-{self.version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/lisan-{self.version}-{digest}",
            "creationInfo": {
                "created": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "creators": ["Organization: Lisan maintainers",
                             f"Tool: bill_of_materials.py-{self.version}"],
            },
            **content,
        }


def conjuncts(expression):
    """The parts of an expression that AND joins outermost; one with OR stays whole, in parentheses."""
    if " OR " in re.sub(r"\([^()]*\)", "", expression):
        return [f"({expression})"]
    return expression.split(" AND ")


def licences(inputs):
    """The packages that INPUTS name, with the file of the licences of each."""
    found = {}
    for file in {file for each in inputs for file in linked(each)}:
        if "/.build/tarball/libraries/" in file:
            name, source = built(file)
            if source.exists():
                found[name] = source / "copyright"
            else:
                found["libicu-dev"] = "/usr/share/doc/libicu-dev/copyright"
        elif not re.search(r"/lib/(swift|swift_static|clang)/", file) and not file.startswith(
                (os.getcwd() + "/", tempfile.gettempdir() + "/")):
            package = owner(file).split(":")[0]
            found[package] = f"/usr/share/doc/{package}/copyright"
    for package in sorted(found):
        print(f"{package}\t{found[package]}")


def concluded(bill, name):
    for package in json.loads(pathlib.Path(bill).read_text())["packages"]:
        if package["SPDXID"] == reference("Package", name):
            print(package["licenseConcluded"])
            return
    sys.exit(f"bill_of_materials.py: {bill} has no package {name}")


def linked(inputs):
    """The archives and objects in a dependency file of the linker, as absolute paths."""
    rule = pathlib.Path(inputs).read_text().split("\n\n")[0].replace("\\\n", " ")
    names = re.findall(r"(?:\\.|[^\\\s])+", rule.split(":", 1)[1])
    files = {os.path.realpath(re.sub(r"\\(.)", r"\1", name)) for name in names}
    return sorted(file for file in files if file.endswith((".a", ".o")))


def main(version, *arguments):
    inputs = dict(argument.split("=", 1) for argument in arguments if "=" in argument)
    bill = Bill(version, inputs)
    for path in sorted(argument for argument in arguments if "=" not in argument):
        bill.add_file(path)
    if bill.inputs:
        sys.exit(f"bill_of_materials.py: no package has {', '.join(bill.inputs)}")
    print(json.dumps(bill.document(), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--licences":
        licences(sys.argv[2:])
    elif sys.argv[1] == "--concluded":
        concluded(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
