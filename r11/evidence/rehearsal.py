"""A folder of pages served from loopback, to refresh against in place of the cited hosts.

For a synthetic workspace, whose URLs exist nowhere: its folder `pages/` holds `index.json` (URL → file name) and the
files. The requests are real ones; only the name server and the last mile are left out.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import httpx
import msgspec

from r11.errors import UsageError
from r11.records import sha256_hex

INDEX: Final = "index.json"
_TYPES: Final = {".md": "text/markdown; charset=utf-8", ".html": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class Pages:
    """The pages of a folder by host and path, and their answers to a request. A page that is listed is there."""

    files: Mapping[str, Path]

    @classmethod
    def of(cls, folder: Path) -> Pages:
        """Raises UsageError where the folder has no readable index, or not every page that it lists."""
        try:
            names = msgspec.json.decode((folder / INDEX).read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError) as error:
            raise UsageError(f"{folder / INDEX}: no readable list of pages, URL → file name ({error})") from error
        if missing := sorted({name for name in names.values() if not (folder / name).is_file()}):
            raise UsageError(f"{folder / INDEX}: lists pages that are not there: {', '.join(missing)}")
        return cls({_place(httpx.URL(url)): folder / name for url, name in names.items()})

    def answer(self, host: str, target: str, known: str | None) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body for a request of `target` at `host`; `known` is the ETag that the client has."""
        file = self.files.get(_place(httpx.URL(f"https://{host}{target}")))
        if file is None:
            return 404, {"Content-Type": "text/plain"}, b"no such page\n"
        body = file.read_bytes()
        etag = f'"{sha256_hex(body)[:32]}"'
        if known == etag:
            return 304, {"ETag": etag}, b""
        return 200, {"Content-Type": _TYPES[file.suffix], "ETag": etag}, body


def _place(url: httpx.URL) -> str:
    return url.host + url.path


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was interrupted leaves its connections behind: that is its own affair, and it says so."""


@contextmanager
def serve_pages(folder: Path) -> Iterator[httpx.URL]:
    """The address of a server on loopback that serves the folder's pages while the context lasts."""
    pages = Pages.of(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            known = self.headers.get("If-None-Match")
            status, headers, body = pages.answer(self.headers.get("Host", ""), self.path, known)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Requests are not worth a line on stderr."""

    with _QuietServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield httpx.URL(f"http://127.0.0.1:{server.server_address[1]}")
        finally:
            server.shutdown()
            thread.join()
