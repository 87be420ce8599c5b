"""Prints a filter that names each test with an issue in a stream of events.

Prints nothing if an issue belongs to no test, because a second try could not repeat it.
"""

import json
import re
import sys

failed = set()
for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    event = record["payload"]
    if record["kind"] != "event" or event["kind"] != "issueRecorded":
        continue
    issue = event["issue"]
    if issue.get("isKnown") or issue.get("severity") == "warning" or issue.get("isFailure") is False:
        continue
    if "testID" not in event:
        sys.exit()
    # Module.Suite/function()/File.swift:12:3
    failed.add(re.sub(r"/[^/]+\.swift:\d+:\d+$", "", event["testID"]))
if failed:
    print("^(" + "|".join(sorted(re.escape(name) for name in failed)) + ")")
