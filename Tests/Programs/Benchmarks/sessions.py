"""Writes tokens for the benchmark of the account server, and the rows of their sessions.

    sessions.py COUNT ACCOUNTS TOKENS ROWS [DATABASE]

COUNT sessions of as many accounts, spread evenly over the numbers 1 to ACCOUNTS. TOKENS gets a token
on each line, ROWS the lines for COPY: a number, the token's hash, the account, the device. An SQLite
DATABASE gets the accounts with a profile and three devices each, and the sessions.
"""

import hashlib
import secrets
import sqlite3
import sys

NEVER = 9223372036854775807

count, accounts = int(sys.argv[1]), int(sys.argv[2])
sessions = []
with open(sys.argv[3], "w") as tokens, open(sys.argv[4], "w") as rows:
    for index in range(1, count + 1):
        token = "lisan_" + secrets.token_urlsafe(32)
        digest = hashlib.blake2b(token.encode(), digest_size=32)
        account = 1 + (index - 1) * accounts // count
        tokens.write(token + "\n")
        rows.write(f"{index}\t\\\\x{digest.hexdigest()}\t{account}\t{index:032x}\n")
        sessions.append((digest.digest(), account, f"{index:032x}", 0, NEVER))

if len(sys.argv) > 5:
    database = sqlite3.connect(sys.argv[5], timeout=20)
    numbers = range(1, accounts + 1)
    with database:
        database.executemany(
            "INSERT INTO account (id, login, name, preferred_locale) VALUES (?, ?, ?, 'en')",
            ((number, f"user{number}", f"User {number}") for number in numbers))
        database.executemany(
            "INSERT INTO profile (id, account, name, language_code) VALUES (?, ?, ?, 'en')",
            ((number, number, f"User {number}") for number in numbers))
        database.execute("UPDATE account SET active_profile = id")
        database.executemany(
            "INSERT INTO device (account, device, sequence, seen_at, language, chosen_at)"
            " VALUES (?, ?, 1, 0, 'en', 0)",
            ((number, f"{device:f>32x}") for number in numbers for device in (1, 2, 3)))
        database.executemany(
            "INSERT INTO session (token_hash, account, device, created_at, expires_at)"
            " VALUES (?, ?, ?, ?, ?)", sessions)
    database.close()
