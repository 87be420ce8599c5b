#!/usr/bin/env python3
"""Writes LanguageTable.swift from the Common Locale Data Repository.

    python3 Sources/Languages/Localization/Tables/generate.py            # writes the file beside this script
    python3 Sources/Languages/Localization/Tables/generate.py --output - # writes to standard output

The data is that of Debian's `unicode-cldr-core`; `--data DIR` names another one. The same data
gives the same bytes. A language is in the table if CLDR has plural rules for it.
"""

import argparse
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

# Digits that `NumberingSystem` has; others, such as `hanidec`, are shown as Latin ones.
TABLE = "NumberingSystem.swift"


def root(directory, name):
    return ElementTree.parse(os.path.join(directory, "common", name)).getroot()


def plural_rules(directory):
    """(languages, the rules as "one: i = 1; many: …") of each group"""
    for group in root(directory, "supplemental/plurals.xml").iter("pluralRules"):
        rules = [
            (rule.get("count"), " ".join(rule.text.split("@")[0].split()))
            for rule in group.iter("pluralRule")
            if rule.get("count") != "other"
        ]
        # CLDR's codes with an underscore; `root` and `in`, `iw`, … are no codes of today.
        yield group.get("locales").replace("_", "-").split(), rules


def children(directory):
    """Each locale whose parent is not the one without its last subtag: `pt-AO` has `pt-PT`."""
    found = {}
    for entry in root(directory, "supplemental/supplementalData.xml").iter("parentLocale"):
        for locale in entry.get("locales").split():
            found.setdefault(entry.get("parent").replace("_", "-"), []).append(
                locale.replace("_", "-")
            )
    return found


def likely_scripts(directory):
    for entry in root(directory, "supplemental/likelySubtags.xml").iter("likelySubtag"):
        if "_" not in entry.get("from"):
            yield entry.get("from"), entry.get("to").split("_")[1]


def digits(directory, language, known):
    path = os.path.join(directory, "common", "main", f"{language.replace('-', '_')}.xml")
    if os.path.exists(path):
        found = ElementTree.parse(path).getroot().find("numbers/defaultNumberingSystem")
        if found is not None and found.text in known:
            return found.text
    return "latn"


def generate(directory):
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, TABLE), encoding="utf-8") as file:
        known = re.findall(r'\("(\w+)", "', file.read())
    scripts = dict(likely_scripts(directory))
    heirs = children(directory)
    lines = []
    for languages, rules in plural_rules(directory):
        entries = []
        regional = [language for language in languages if "-" in language]
        languages += [heir for language in regional for heir in heirs.get(language, [])]
        for language in sorted(languages):
            # Zzzz is an unknown script.
            script = scripts.get(language.split("-")[0], "Zzzz")
            if language != "root":
                entry = f"{language}/{script}/{digits(directory, language, known)}"
                entries.append(entry.removesuffix("/latn").removesuffix("/Latn"))
        text = "; ".join(f"{category}: {condition}" for category, condition in rules)
        assert not any(sign in text for sign in '"\\#')
        while entries:
            taken, length = 0, 0
            while taken < len(entries) and length + len(entries[taken]) < 96:
                length += len(entries[taken]) + 1
                taken += 1
            lines.append("    " + " ".join(entries[:taken]))
            entries = entries[taken:]
        lines.append("    = " + text)
    return f"""\
// Written by generate.py; do not edit. swift-format-ignore-file

/// What CLDR says of languages: lines of `code/script/digits`, each group followed by a line with
/// the plural rules that its languages share. Digits that are left out are `latn`, and a script
/// that is left out is `Latn`.
enum LanguageTable {{
  static var text: StaticString {{
    #\"\"\"
""" + "\n".join(lines) + """
    \"\"\"#
  }
}
"""


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Writes LanguageTable.swift.")
    parser.add_argument("--data", default="/usr/share/unicode/cldr", help="the CLDR directory")
    parser.add_argument("--output", default=os.path.join(here, "LanguageTable.swift"))
    options = parser.parse_args()
    table = generate(options.data)
    if options.output == "-":
        sys.stdout.write(table)
    else:
        with open(options.output, "w", encoding="ascii", newline="\n") as file:
            file.write(table)


if __name__ == "__main__":
    main()
