#!/usr/bin/python3
"""Sends the PO files of Debian's source packages through `lisan import`, `check` and `export`.

    Tests/catalogs.py LISAN FOLDER

The packages below are fetched into FOLDER, once, from Debian's archive. Each file's translated texts must
come back as they were, by Babel's reading of both files, and `msgfmt --check` must accept what is written
if it accepts the original. Prints counts; exits with 1 if there is a loss that is not named, or an error.
"""
import gettext
import io
import os
import re
import subprocess
import sys
import tarfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

LANGUAGES = ["ar", "fa", "he", "ja", "pl", "ru"]
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
# Each release's packages with their upstream versions. Debian's own part of a version moves with its
# updates, and leaves the PO files as they are.
PACKAGES = {
    "bookworm": {
        "bash": "5.2.15",
        "bison": "3.8.2+dfsg",
        "brasero": "3.12.3",
        "coreutils": "9.1",
        "dconf": "0.40.0",
        "devhelp": "43.0",
        "diffutils": "3.8",
        "epiphany-browser": "43.1",
        "evolution-data-server": "3.46.4",
        "findutils": "4.9.0",
        "four-in-a-row": "3.38.1",
        "gawk": "5.2.1",
        "gdk-pixbuf": "2.42.10+dfsg",
        "git": "2.39.5",
        "glib2.0": "2.74.6",
        "gnome-builder": "43.6",
        "gnome-calculator": "43.0.1",
        "gnome-control-center": "43.6",
        "gnome-desktop": "43.2",
        "gnome-klotski": "3.38.2",
        "gnome-photos": "43.0",
        "gnome-power-manager": "43.0",
        "gnome-screenshot": "41.0",
        "gnome-settings-daemon": "43.0",
        "gnome-shell": "43.9",
        "gnome-sound-recorder": "43~beta",
        "gnome-taquin": "3.38.1",
        "grep": "3.8",
        "gsettings-desktop-schemas": "43.0",
        "gtk+3.0": "3.24.38",
        "gtk4": "4.8.3+ds",
        "gtksourceview3": "3.24.11",
        "gtksourceview4": "4.8.4",
        "gtksourceview5": "5.6.2",
        "gtkspell3": "3.0.10",
        "gvfs": "1.50.3",
        "libadwaita-1": "1.2.2",
        "libgnomekbd": "3.28.1",
        "libidn2": "2.3.3",
        "libsecret": "0.20.5",
        "libsoup3": "3.2.3",
        "libvirt": "9.0.0",
        "mousepad": "0.5.10",
        "mutter": "43.8",
        "nano": "7.2",
        "nautilus": "43.2",
        "pam": "1.5.2",
        "parted": "3.5",
        "sed": "4.9",
        "tar": "1.34+dfsg",
        "totem-pl-parser": "3.26.6",
        "tracker": "3.4.2",
        "tracker-miners": "3.4.3",
        "udisks2": "2.9.4",
        "vte2.91": "0.70.6",
        "wget": "1.21.3",
        "xfce4-panel": "4.18.2",
        "xfce4-session": "4.18.1",
    },
    "trixie": {
        "cheese": "44.1",
        "eog": "47.0",
        "evince": "48.1",
        "evolution": "3.56.2",
        "five-or-more": "48.1",
        "gdm3": "48.0",
        "gedit": "48.1",
        "glib-networking": "2.80.1",
        "gnome-bluetooth3": "47.1",
        "gnome-color-manager": "3.36.2",
        "gnome-disk-utility": "46.1",
        "gnome-keyring": "48.0",
        "gnome-robots": "41.2",
        "gnome-session": "48.0",
        "gnome-weather": "48.0",
        "libgweather4": "4.4.4",
        "lightsoff": "48.1",
    },
}


# Babel would flag every text with a percent sign.
Message.python_format = property(lambda message: False)


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")


def fetch(folder):
    """Downloads what is not there yet, with lists and caches of its own."""
    for release, packages in PACKAGES.items():
        base = folder / release
        for name in ["lists/partial", "cache/archives/partial", "sources"]:
            (base / name).mkdir(parents=True, exist_ok=True)
        wanted = [name for name in packages
                  if not list((base / "sources").glob(f"{name}_*.orig.tar.*[a-z0-9]"))]
        if not wanted:
            continue
        (base / "sources.list").write_text(
            f"deb-src [signed-by={KEYRING}] http://deb.debian.org/debian {release} main\n")
        options = ["-o", f"Dir::Etc::sourcelist={base}/sources.list", "-o", "Dir::Etc::sourceparts=-",
                   "-o", f"Dir::State::lists={base}/lists", "-o", f"Dir::Cache={base}/cache",
                   "-o", "APT::Sandbox::User=root"]
        subprocess.run(["apt-get", "-qq", *options, "update"], check=True)
        known = {}
        for record in run("apt-cache", *options, "showsrc", "--only-source", *wanted).stdout.split("\n\n"):
            fields = dict(re.findall(r"^(Package|Version): (\S+)$", record, re.MULTILINE))
            if fields:
                upstream = re.sub(r"^\d+:|-[^-]+$", "", fields["Version"])
                known.setdefault(fields["Package"], {})[upstream] = fields["Version"]
        missing = [name for name in wanted if packages[name] not in known.get(name, {})]
        if missing:
            sys.exit(f"Debian {release} has other versions now of: {', '.join(missing)}; see PACKAGES in {__file__}")
        subprocess.run(["apt-get", "-qq", *options, "source", "--download-only", "--tar-only", "--only-source",
                        *(f"{name}={known[name][packages[name]]}" for name in wanted)],
                       check=True, cwd=base / "sources")


def catalogs(folder):
    """Extracts the PO files; yields each with its package and language."""
    for release, packages in PACKAGES.items():
        for name in packages:
            place = folder / "files" / name
            if not place.exists():
                archive = [a for a in (folder / release / "sources").glob(f"{name}_*.orig.tar.*")
                           if not a.name.endswith(".asc")][0]
                place.mkdir(parents=True)
                with tarfile.open(archive) as tar:
                    for member in tar:
                        match = re.search(r"/po/(\w+)\.po$", member.name)
                        if member.isfile() and match and match[1] in LANGUAGES:
                            (place / f"{match[1]}.po").write_bytes(tar.extractfile(member).read())
            for language in LANGUAGES:
                if (place / f"{language}.po").exists():
                    yield name, language, place / f"{language}.po"


def quoted(text):
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\a": "\\a", "\b": "\\b",
               "\f": "\\f", "\v": "\\v"}
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


def formats(message):
    return {flag for flag in message.flags if flag.endswith("-format") and not flag.startswith("no-")}


def english(messages):
    """A PO file whose translations are the texts themselves."""
    lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\\n"',
             '"Plural-Forms: nplurals=2; plural=n != 1;\\n"', ""]
    for message in messages:
        if formats(message):
            lines.append("#, " + ", ".join(sorted(formats(message))))
        if message.context is not None:
            lines.append("msgctxt " + quoted(message.context))
        if isinstance(message.id, tuple):
            lines += ["msgid " + quoted(message.id[0]), "msgid_plural " + quoted(message.id[1]),
                      "msgstr[0] " + quoted(message.id[0]), "msgstr[1] " + quoted(message.id[1])]
        else:
            lines += ["msgid " + quoted(message.id), "msgstr " + quoted(message.id)]
        lines.append("")
    return "\n".join(lines)


def read(path):
    # Babel does not know the former texts of obsolete entries, and warns of each. It would give their flags
    # to the next entry.
    text = re.sub(rb"^(?:#(?!~).*\n)*(?:#~.*\n)+", b"", path.read_bytes(), flags=re.MULTILINE)
    # It fails at a date or a language that is none.
    text = re.sub(rb'^"(?:POT-Creation-Date|PO-Revision-Date|Language):.*\n', b"", text, flags=re.MULTILINE)
    # Nor does it know these escapes.
    for sign, byte in [(b"a", b"\a"), (b"b", b"\b"), (b"f", b"\f"), (b"v", b"\v")]:
        text = re.sub(rb"(?<!\\)((?:\\\\)*)\\" + sign, lambda match: match[1] + byte, text)
    return read_po(io.BytesIO(text), ignore_obsolete=True)


def is_translated(message):
    texts = message.string if isinstance(message.id, tuple) else [message.string]
    return bool(message.id) and not message.fuzzy and all(texts)


def key(message):
    return message.context, message.id[0] if isinstance(message.id, tuple) else message.id


def same_forms(message, rule, other, other_rule):
    """Whether each number has the same text, and whether numbers share a form that did not."""
    texts = {}
    for number in [*range(201), 1000, 1000000]:
        texts.setdefault(other_rule(number), set()).add(message.string[rule(number)])
    same = all(other.string[place] in texts[place] for place in texts)
    return same, any(len(forms) > 1 for forms in texts.values())


def examine(lisan, name, language, path, work):
    """Sends one file through; returns counts and lines to print."""
    counts, lines = Counter(files=1), []
    place = work / name / language
    run("rm", "-rf", place)
    place.mkdir(parents=True)
    env = {"LC_ALL": "C.UTF-8", "HOME": str(place), "PATH": "/usr/bin:/bin"}

    def program(*arguments):
        return subprocess.run([lisan, *map(str, arguments)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env=env)

    if not re.search(rb'^"Content-Type:.*charset=UTF-8', path.read_bytes(), re.MULTILINE | re.IGNORECASE):
        # The refusal names the command, which is then obeyed.
        refusal = program("import", language, path, place).stderr
        if "msgconv -t UTF-8" not in refusal:
            counts["another character set is not named"] += 1
            lines.append(f"{name} {language}: {refusal}")
        counts["converted first"] += 1
        run("msgconv", "-t", "UTF-8", "-o", place / "utf-8.po", path)
        path = place / "utf-8.po"
    original = read(path)
    wanted = {key(m): m for m in original if is_translated(m)}
    counts["texts"] = len(wanted)
    counts["left alone"] = sum(1 for m in original if m.id and not is_translated(m))
    if not wanted:
        return counts, lines
    (place / "en.po").write_text(english(wanted.values()))
    before = run("msgfmt", "--check", "-o", "/dev/null", path).returncode
    texts = place / "texts"
    texts.mkdir()
    for code, file in [("en", place / "en.po"), (language, path)]:
        result = program("import", code, file, texts)
        if result.returncode != 0:
            counts["refused"] += 1
            lines.append(f"{name} {code}: {result.stdout}{result.stderr}".strip()[:2000])
            return counts, lines
    errors = [l for l in program("check", "--source", "en", texts).stdout.splitlines() if " error: " in l]
    errors = [l for l in errors if "Languages.strings" not in l]
    counts["errors of check"] += len(errors)
    lines += errors[:5]
    out = place / "out.po"
    result = program("export", language, out, texts)
    if result.returncode != 0:
        counts["not exported"] += 1
        return counts, lines + [f"{name} {language}: {result.stderr}"]
    after = run("msgfmt", "--check", "-o", "/dev/null", out)
    if after.returncode != 0:
        counts["refused by msgfmt" if before == 0 else "refused by msgfmt, as the original"] += 1
        if before == 0:
            lines.append(f"{name} {language}: {after.stderr[:1500]}")
    exported = read(out)
    rule = gettext.c2py(exported.plural_expr)
    found = {key(m): m for m in exported}
    for identity, message in wanted.items():
        other = found.pop(identity, None)
        if other is None or other.id != message.id:
            counts["lost"] += 1
            lines.append(f"{name} {language}: lost {identity}")
        elif formats(other) != formats(message):
            counts["other format"] += 1
            lines.append(f"{name} {language}: {formats(message)} became {formats(other)}: {identity}")
        elif isinstance(message.id, tuple):
            same, merged = same_forms(message, gettext.c2py(original.plural_expr), other, rule)
            if not same:
                counts["changed"] += 1
                lines.append(f"{name} {language}: changed {identity}: {message.string} {other.string}")
            elif merged:
                counts["forms that the language does not have"] += 1
        elif other.string != message.string:
            counts["changed"] += 1
            lines.append(f"{name} {language}: changed {identity}: {message.string!r} {other.string!r}")
    counts["added"] += len([m for m in found.values() if m.id])
    return counts, lines


def main():
    lisan, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    fetch(folder)
    total = Counter()
    files = [f for f in catalogs(folder) if len(sys.argv) < 4 or f[0] in sys.argv[3:]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for counts, lines in pool.map(
                lambda file: examine(lisan, *file, folder / "work"), files):
            total += counts
            for line in lines:
                print(line, file=sys.stderr)
    print(", ".join(f"{name}: {number}" for name, number in total.items()))
    named = {"files", "texts", "left alone", "refused by msgfmt, as the original", "converted first",
             "forms that the language does not have"}
    sys.exit(any(number for name, number in total.items() if name not in named))


main()
