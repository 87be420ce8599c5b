"""Writes tokens for the benchmark of the account server, and the rows of their sessions.

    sessions.py COUNT ACCOUNTS TOKENS ROWS

COUNT sessions of as many accounts, spread evenly over the numbers 1 to ACCOUNTS. TOKENS gets a token
on each line, ROWS the lines for COPY session (token_hash, account, device, created_at, expires_at).
"""

import hashlib
import secrets
import sys

count, accounts = int(sys.argv[1]), int(sys.argv[2])
with open(sys.argv[3], "w") as tokens, open(sys.argv[4], "w") as rows:
    for index in range(1, count + 1):
        token = "lisan_" + secrets.token_urlsafe(32)
        digest = hashlib.blake2b(token.encode(), digest_size=32).hexdigest()
        account = 1 + (index - 1) * accounts // count
        tokens.write(token + "\n")
        rows.write(f"\\\\x{digest}\t{account}\t{index:032x}\t0\t9223372036854775807\n")
