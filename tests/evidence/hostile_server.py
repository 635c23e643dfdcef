"""A server on loopback, in its own process, that serves pages and every misbehaviour a host can show.

    python hostile_server.py [--pages FOLDER] [--latency SECONDS] [--certificate FILE]

Prints its port, then serves until it is killed. It stands in for every host, so it looks at the path only; a path of
`FOLDER/index.json` is answered with that page. `/counts` tells, as JSON, how often each path was asked for, how often
with an ETag that it knew, and how many requests were open at once at most; `/reset` forgets that.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import itertools
import json
import ssl
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path
from urllib.parse import urlsplit

QUOTE = "The pool holds “up to 40” workers – not more."
ARTICLE = f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>Pools</title></head><body><nav>Menu 40</nav>
<main><h1>Pools</h1><p>Before it.</p><h2>Limits</h2><p>{QUOTE}</p></main></body></html>"""
HTML = "text/html; charset=utf-8"
REASONS = {200: "OK", 301: "Moved", 302: "Found", 304: "Not Modified", 404: "Not Found"}


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    times: int  # how often this path was asked for, this time included
    port: int


@dataclass
class Server:
    pages: dict[str, tuple[str, bytes]]
    latency: float
    asked: Counter[str] = field(default_factory=Counter)
    known: int = 0
    open: int = 0
    most_open: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await read_request(reader)) is not None:
                await self.respond(*request, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def respond(self, path: str, headers: dict[str, str], writer: asyncio.StreamWriter) -> None:
        if path == "/counts":
            counts = {"asked": self.asked, "known": self.known, "most_open": self.most_open}
            return await send(writer, reply(200, json.dumps(counts), "application/json"))
        if path == "/reset":
            self.asked.clear()
            self.known = self.most_open = 0
            return await send(writer, reply(200, ""))
        self.asked[path] += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        try:
            if self.latency:
                await asyncio.sleep(self.latency)
            await self.answer(path, headers, writer)
        finally:
            self.open -= 1

    async def answer(self, path: str, headers: dict[str, str], writer: asyncio.StreamWriter) -> None:
        if path in self.pages:
            content_type, body = self.pages[path]
            etag = f'"{hash(body):x}"'
            if headers.get("if-none-match") == etag:
                self.known += 1
                return await send(writer, reply(304, b"", ETag=etag))
            return await send(writer, reply(200, body, content_type, ETag=etag))
        for prefix, behaviour in BEHAVIOURS.items():
            if path == prefix or path.startswith(prefix + "/"):
                port = writer.get_extra_info("sockname")[1]
                return await behaviour(Asked(path, headers, self.asked[path], port), writer)
        await send(writer, reply(404, "no such page"))


async def read_request(reader: asyncio.StreamReader) -> tuple[str, dict[str, str]] | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.strip().split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return urlsplit(first.split(" ")[1]).path, headers


def reply(status: int, body: str | bytes = "", content_type: str = HTML, **headers: str) -> bytes:
    data = body.encode("utf-8") if isinstance(body, str) else body
    fields = {"Content-Type": content_type, "Content-Length": str(len(data))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {status} {REASONS.get(status, 'So')}\r\n{head}\r\n".encode("latin-1") + data


async def send(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()


Behaviour = Callable[[Asked, asyncio.StreamWriter], object]
BEHAVIOURS: dict[str, Callable[..., object]] = {}


def at(path: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    def register(behaviour: Callable[..., object]) -> Callable[..., object]:
        BEHAVIOURS[path] = behaviour
        return behaviour

    return register


def always(path: str, *args: object, **headers: str) -> None:
    async def behaviour(_: Asked, writer: asyncio.StreamWriter) -> None:
        await send(writer, reply(*args, **headers))  # type: ignore[arg-type]

    BEHAVIOURS[path] = behaviour


def first_then_article(path: str, *args: object, **headers: str) -> None:
    async def behaviour(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await send(writer, reply(*args, **headers) if asked.times == 1 else reply(200, ARTICLE))  # type: ignore[arg-type]

    BEHAVIOURS[path] = behaviour


@at("/good")
async def good(asked: Asked, writer: asyncio.StreamWriter) -> None:
    """The article; unchanged for who comes back with a condition."""
    await send(writer, reply(304) if "if-none-match" in asked.headers else reply(200, ARTICLE, ETag='"as served"'))


always("/markdown", 200, f"---\ntitle: 40\n---\n# Pools\n\n## Limits\n\n{QUOTE}\n", "text/markdown")
always("/other", 200, ARTICLE.replace("40", "80"))
always("/gone/404", 404, ARTICLE)
always("/gone/410", 410, ARTICLE)
always("/forbidden", 403, ARTICLE)
always("/no-content", 204)
always("/not-modified-unasked", 304)
always("/pdf", 200, b"%PDF-1.7", "application/pdf")
always("/empty", 200, "")
always("/error-page/not-found", 200, "<html><body><main><h1>404 - Page not found</h1><p>40</p></main></body></html>")
always("/error-page/broken", 200, "<html><body><h1>Sorry, something went wrong</h1><p>Try again.</p></body></html>")
always("/charset/header-is-wrong", 200, ARTICLE, "text/html; charset=iso-8859-1")
always("/charset/page-is-right", 200, ARTICLE.replace("utf-8", "windows-1252").encode("cp1252"), HTML)
always("/charset/nobody-knows", 200, ARTICLE.encode("cp1252"), HTML)
always("/encoding/unasked", 200, ARTICLE, HTML, Content_Encoding="br")
always("/encoding/gzip", 200, gzip.compress(ARTICLE.encode()), HTML, Content_Encoding="gzip")
always("/encoding/cut-off", 200, gzip.compress(ARTICLE.encode())[:-20], HTML, Content_Encoding="gzip")
always("/encoding/broken", 200, b"\x1f\x8bnonsense", HTML, Content_Encoding="gzip")
always("/encoding/bomb", 200, gzip.compress(bytes(40_000_000)), HTML, Content_Encoding="gzip")
always("/cut-off/html", 200, ARTICLE[: ARTICLE.index("</main>")])
always("/deep", 200, "<html><body><main>" + "<div>" * 20_000 + QUOTE + "</div>" * 20_000 + "</main></body></html>")
always("/redirect/moved-for-good", 301, Location="/good")
always("/redirect/hub", 302, Location="/")
always("/redirect/round/a", 302, Location="/redirect/round/b")
always("/redirect/round/b", 302, Location="/redirect/round/a")
always("/redirect/nowhere", 302)
always("/redirect/no-url", 302, Location="https://learn.microsoft.com:port/good")
always("/redirect/out/other-host", 302, Location="https://elsewhere.example/good")
always("/redirect/out/plain-http", 302, Location="http://learn.microsoft.com/good")
always("/redirect/out/metadata", 302, Location="https://169.254.169.254/latest/meta-data")
always("/redirect/out/user-name", 302, Location="https://learn.microsoft.com@elsewhere.example/good")
always("/redirect/out/port", 302, Location="https://learn.microsoft.com:8443/good")
always("/busy/always", 503)
always("/busy/for-a-day", 429, Retry_After="86400")
always("/broken/always", 500)
first_then_article("/busy/seconds", 429, Retry_After="3")
first_then_article("/busy/no-number", 429, Retry_After="soon")
first_then_article("/busy/date", 503, Retry_After=formatdate(0, usegmt=True))
first_then_article("/broken/once", 500)
always("/", 200, ARTICLE)


@at("/redirect/endless")
async def endless_redirect(asked: Asked, writer: asyncio.StreamWriter) -> None:
    number = int(asked.path.rpartition("/")[2]) + 1
    await send(writer, reply(302, Location=f"/redirect/endless/{number}"))


@at("/redirect/out/loopback")
async def redirect_to_loopback(asked: Asked, writer: asyncio.StreamWriter) -> None:
    await send(writer, reply(302, Location=f"http://127.0.0.1:{asked.port}/secret"))


@at("/cookie")
async def cookie(asked: Asked, writer: asyncio.StreamWriter) -> None:
    """Sets a cookie, and serves the article only to who comes back without it, without credentials."""
    if asked.path == "/cookie":
        return await send(writer, reply(302, Location="/cookie/back", Set_Cookie="who=you; Path=/"))
    identified = {"cookie", "authorization", "proxy-authorization", "referer"} & set(asked.headers)
    await send(writer, reply(403, ", ".join(identified)) if identified else reply(200, ARTICLE))


@at("/slow")
async def slow(_: Asked, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)
    await send(writer, reply(200, ARTICLE))


@at("/drip")
async def drip(_: Asked, writer: asyncio.StreamWriter) -> None:
    """Always in time for a read, never done."""
    await send(writer, reply(200, ARTICLE)[:-50])
    for byte in itertools.repeat(b" ", 1000):
        await asyncio.sleep(0.1)
        await send(writer, byte)


@at("/dropped/always")
async def dropped(_: Asked, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    raise ConnectionError


@at("/dropped/once")
async def dropped_once(asked: Asked, writer: asyncio.StreamWriter) -> None:
    if asked.times == 1:
        await dropped(asked, writer)
    await send(writer, reply(200, ARTICLE))


@at("/cut-off/length")
async def cut_off(_: Asked, writer: asyncio.StreamWriter) -> None:
    await send(writer, reply(200, ARTICLE)[:-40])
    raise ConnectionError


@at("/cut-off/chunked")
async def cut_off_chunk(_: Asked, writer: asyncio.StreamWriter) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {HTML}\r\nTransfer-Encoding: chunked\r\n\r\n"
    await send(writer, f"{head}{len(ARTICLE.encode()):x}\r\n{ARTICLE}\r\n".encode())
    raise ConnectionError


@at("/endless")
async def endless(_: Asked, writer: asyncio.StreamWriter) -> None:
    await send(writer, f"HTTP/1.1 200 OK\r\nContent-Type: {HTML}\r\n\r\n".encode())
    while True:
        await send(writer, b"<p>40</p>" * 10_000)


def read_pages(folder: Path) -> dict[str, tuple[str, bytes]]:
    names: dict[str, str] = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    types = {".md": "text/markdown; charset=utf-8", ".html": HTML}
    return {urlsplit(url).path: (types[Path(name).suffix], (folder / name).read_bytes()) for url, name in names.items()}


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--certificate", type=Path)
    args = parser.parse_args()
    tls = None
    if args.certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(args.certificate)
    hostile = Server(read_pages(args.pages) if args.pages else {}, args.latency)
    server = await asyncio.start_server(hostile.serve, "127.0.0.1", 0, ssl=tls, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
