#!/usr/bin/env python3
"""Many devices that follow their accounts at one server.

  followers.py fill DATABASE NUMBER          adds accounts and their sessions to an SQLite database
  followers.py change DATABASE               changes all accounts, and says when
  followers.py hold URL NUMBER [CERTIFICATE] lets so many follow, says "held", and says as JSON how
                                             they were answered

Each follower asks once without and once with the version that it got, on one connection, as devices
do. The times of the answers are those of the monotonic clock, which the caller can compare.
"""

import asyncio
import hashlib
import json
import sqlite3
import ssl
import sys
import time
from urllib.parse import urlsplit

FIRST = 1_000_000


def token(number):
    return "lisan_" + hashlib.sha256(str(number).encode()).hexdigest()[:43]


def fill(path, count):
    database = sqlite3.connect(path, timeout=20)
    now = int(time.time() * 1000)
    with database:
        for number in range(FIRST, FIRST + count):
            login = f"follower{number}"
            database.execute(
                "INSERT INTO account (id, login, name, preferred_locale) VALUES (?, ?, ?, 'en')",
                (number, login, login))
            database.execute(
                "INSERT INTO profile (id, account, name, language_code) VALUES (?, ?, ?, 'en')",
                (number, number, login))
            database.execute(
                "UPDATE account SET active_profile = id WHERE id = ?", (number,))
            digest = hashlib.blake2b(token(number).encode(), digest_size=32).digest()
            database.execute(
                "INSERT INTO session (token_hash, account, created_at, expires_at)"
                " VALUES (?, ?, ?, ?)", (digest, number, now, now + 86_400_000))
    database.close()


def change(path):
    database = sqlite3.connect(path, timeout=20)
    with database:
        database.execute("UPDATE account SET note = note || 'x'")
    print(time.monotonic(), flush=True)
    database.close()


def request(number, version=None):
    lines = [
        "GET /rpc/follow HTTP/1.1", "Host: localhost", "User-Agent: lisan-agent",
        "Accept: application/json", "Accept-Language: ar",
        f"Authorization: Bearer {token(number)}", "Prefer: wait=50",
    ]
    if version:
        lines.append(f"If-None-Match: {version}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def answer(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
    status = int(head[0].split()[1])
    if status != 304:
        await reader.readexactly(int(headers.get("content-length", 0)))
    return status, headers.get("etag")


async def hold(url, count, certificate):
    place = urlsplit(url)
    context = None
    if place.scheme == "https":
        context = ssl.create_default_context(cafile=certificate)
        context.check_hostname = False
    opening = asyncio.Semaphore(100)
    times, statuses = [], {}
    following = 0
    held = asyncio.Event()

    async def follow(number):
        nonlocal following
        async with opening:
            reader, writer = await asyncio.open_connection(
                place.hostname, place.port, ssl=context, limit=4096)
            writer.write(request(number))
            status, version = await answer(reader)
            assert status == 200, status
            writer.write(request(number, version))
            await writer.drain()
        following += 1
        if following == count:
            held.set()
        status, _ = await answer(reader)
        while status == 304:
            # Nothing changed within the time that it may wait: it asks again, as devices do.
            writer.write(request(number, version))
            status, _ = await answer(reader)
        times.append(time.monotonic())
        statuses[status] = statuses.get(status, 0) + 1
        return reader, writer

    followers = asyncio.gather(*(follow(FIRST + index) for index in range(count)))
    all_held = asyncio.create_task(held.wait())
    await asyncio.wait([followers, all_held], return_when=asyncio.FIRST_COMPLETED)
    if not held.is_set():
        await followers  # It has failed.
    print("held", flush=True)
    await followers
    print(json.dumps({"statuses": statuses, "first": min(times), "last": max(times)}), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1] == "change":
        change(sys.argv[2])
    else:
        asyncio.run(hold(sys.argv[2], int(sys.argv[3]), (sys.argv[4:] or [None])[0]))
