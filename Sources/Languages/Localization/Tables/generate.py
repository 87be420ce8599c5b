#!/usr/bin/env python3
"""Writes LanguageTable.swift from the Common Locale Data Repository.

    python3 -m venv /tmp/babel && /tmp/babel/bin/pip install Babel==2.19.0
    /tmp/babel/bin/python Sources/Languages/Localization/Tables/generate.py  # writes the file beside this script
    /tmp/babel/bin/python Sources/Languages/Localization/Tables/generate.py --output - # writes to standard output

Plural rules, scripts and codes are those of Babel, which has CLDR 48. Digits, and the rules of languages that
Babel does not have, are those of Debian's `unicode-cldr-core`; `--data DIR` names another one. The same data
gives the same bytes. A language is in the table if either has plural rules for it.
"""

import argparse
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

from babel import Locale, localedata
from babel.core import get_global

# Digits that `NumberingSystem` has; others, such as `hanidec`, are shown as Latin ones.
TABLE = "NumberingSystem.swift"


def root(directory, name):
    return ElementTree.parse(os.path.join(directory, "common", name)).getroot()


def plural_rules(directory):
    """(languages, the rules as [("one", "i = 1"), …]) of each group of Debian's data"""
    for group in root(directory, "supplemental/plurals.xml").iter("pluralRules"):
        rules = [
            (rule.get("count"), " ".join(rule.text.split("@")[0].split()))
            for rule in group.iter("pluralRule")
            if rule.get("count") != "other"
        ]
        # CLDR's codes with an underscore; `root` and `in`, `iw`, … are no codes of today.
        yield group.get("locales").replace("_", "-").split(), rules


CATEGORIES = ["zero", "one", "two", "few", "many"]


def condition(node):
    """A condition of Babel's as CLDR writes it."""
    kind, parts = node
    if kind in ("or", "and"):
        return f" {kind} ".join(condition(part) for part in parts)
    if kind == "not":
        return relation(parts[0], "!=")
    return relation(node, "=")


def relation(node, sign):
    kind, (_, operand, ranges) = node
    assert kind == "relation" and ranges[0] == "range_list"
    name, parts = operand
    text = name
    if name == "mod":
        (inner, _), (_, (modulus,)) = parts
        text = f"{inner} % {modulus}"
    numbers = []
    for (_, (low,)), (_, (high,)) in ranges[1]:
        numbers.append(str(low) if low == high else f"{low}..{high}")
    return f"{text} {sign} {','.join(numbers)}"


def rules_of(name):
    # Babel 2.19 counts in Vietnamese as in Hindi; CLDR 48 and ICU 78 have one form.
    if name.split("_")[0] == "vi":
        return ()
    rules = dict(Locale.parse(name).plural_form.abstract)
    return tuple((tag, condition(rules[tag])) for tag in CATEGORIES if tag in rules)


def all_rules(directory):
    """(languages, rules) of each group; a region's locale is named if its rules are not the language's"""
    found = {}
    for name in sorted(localedata.locale_identifiers()):
        base = name.split("_")[0]
        # Babel has no form but `other` for locales that CLDR has no rules for.
        if rules_of(name) and (name == base or rules_of(name) != rules_of(base)):
            found[name.replace("_", "-")] = rules_of(name)
    known = {language: tuple(rules) for group, rules in plural_rules(directory) for language in group}
    for language, rules in known.items():
        # A language that counts nothing has rules in CLDR, too.
        if language not in found and language != "root" and language not in dict(codes()):
            found[language] = rules if not localedata.exists(language) else rules_of(language)
    groups = {}
    for language, rules in found.items():
        groups.setdefault(rules, []).append(language)
    return sorted((sorted(languages), rules) for rules, languages in groups.items())


# Codes of one language among several that have a code in common; systems name it by either.
MEMBERS = ["arb", "cmn", "nob", "pes", "swh", "tgl", "zsm"]


def codes():
    """Codes that mean another one: those that were replaced, and regions that have a script of their own."""
    names = [
        (old, new)
        for old, new in get_global("language_aliases").items()
        if len(old) == 2 or "_" in new or old in MEMBERS
    ]
    # Since CLDR 42, `no` is the parent of both Norwegians; what bears that name is Bokmål.
    names.append(("no", "nb"))
    likely = get_global("likely_subtags")
    for name, full in likely.items():
        parts = name.split("_")
        if len(parts) == 2 and len(parts[1]) == 2 and parts[0] in likely and parts[0] != "und":
            if full.split("_")[1] != likely[parts[0]].split("_")[1]:
                names.append((name, full))
    return names


def homes():
    """The region by which locales name a language in a script that is not its usual one"""
    likely = get_global("likely_subtags")
    names = [("zh", "zh_CN")]
    for name, full in likely.items():
        language, *rest = name.split("_")
        region = f"{language}_{full.split('_')[2]}" if rest else ""
        if len(rest) == 1 and len(rest[0]) == 4 and language != "und" and likely.get(region) == full:
            names.append((name, region))
    return names


def parents():
    return [("nn", "nb")] + [
        (name, parent)
        for name, parent in get_global("parent_exceptions").items()
        if parent not in ("root", "no")
    ]


def pairs(names):
    """` iw:he zh-TW:zh-Hant-TW `, in lines"""
    words = sorted(f"{name}:{other}".replace("_", "-") for name, other in names)
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 96:
            lines.append("")
        lines[-1] += f" {word}"
    return "\n".join(f"   {line} \\" for line in lines) + "\n     "


def likely_scripts():
    for name, full in get_global("likely_subtags").items():
        if "_" not in name:
            yield name, full.split("_")[1]


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
    scripts = dict(likely_scripts())
    lines = []
    for languages, rules in all_rules(directory):
        entries = []
        for language in languages:
            # Zzzz is an unknown script.
            script = scripts.get(language.split("-")[0], "Zzzz")
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

  /// Codes that mean another code, each as ` OLD:NEW `.
  static var codes: StaticString {
    \"\"\"
""" + pairs(codes()) + """
    \"\"\"
  }

  /// The parents that are not the code without its last subtag.
  static var parents: StaticString {
    \"\"\"
""" + pairs(parents()) + """
    \"\"\"
  }

  /// The codes by which locales name a language in a script.
  static var homes: StaticString {
    \"\"\"
""" + pairs(homes()) + """
    \"\"\"
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
