"""The dates and the source that a page tells of itself: as it writes them, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.evidence.told import Told, page_told

PUBLIC = "https://github.com/Contoso/docs/blob/main/articles/limits.md"
TWIN = "https://github.com/Contoso/docs-pr/blob/live/articles/limits.md"


def html(head: str = "", body: str = "") -> bytes:
    return f"<!DOCTYPE html><html><head>{head}</head><body><main>Text.</main>{body}</body></html>".encode()


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}" />'


DATES = meta("ms.date", "2024-12-27T00:00:00Z") + meta("updated_at", "2026-04-07 10:29 AM")
EDIT = f'<a data-contenteditbtn href="{PUBLIC}" data-original_content_git_url="{TWIN}">Edit</a>'
MARKDOWN = f"---\r\ntitle: Limits\r\nms.date: 08/05/2026\r\noriginal_content_git_url: '{PUBLIC}'\r\n---\r\n# Limits\r\n"

TELLING = [
    ("dates of both kinds", html(DATES), "text/html", Told("2024-12-27", "2026-04-07")),
    ("the Edit button before the private twin", html(meta("original_content_git_url", TWIN), EDIT), "text/html",
     Told(source=PUBLIC)),
    ("the feedback URL before the private twin",
     html(meta("original_content_git_url", TWIN) + meta("github_feedback_content_git_url", PUBLIC)), "text/html",
     Told(source=PUBLIC)),
    ("only the one", html(meta("original_content_git_url", TWIN)), "text/html", Told(source=TWIN)),
    ("front matter", MARKDOWN.encode(), "text/markdown; charset=utf-8", Told("08/05/2026", "", PUBLIC)),
    ("nothing", html(), "text/html", Told()),
    ("markdown without front matter", f"ms.date: 08/05/2026\n{PUBLIC}\n".encode(), "text/markdown", Told()),
    ("a date in words", html(meta("ms.date", "last summer")), "text/html", Told()),
    ("another host", html(meta("original_content_git_url", "https://github.com.evil.test/x")), "text/html", Told()),
    ("a script for a URL", html("", '<a data-original_content_git_url="" href="javascript:alert(1)">'), "text/html",
     Told()),
    ("a name before the host", html(meta("original_content_git_url", "https://github.com@evil.test/")), "text/html",
     Told()),
    ("a URL that cannot be read", html(meta("original_content_git_url", "https://[x/")), "text/html", Told()),
    ("no text", b"\xff\xfe\x00", "application/pdf", Told()),
    ("nothing at all", b"", "text/html", Told()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "content_type", "told"), [row[1:] for row in TELLING], ids=[row[0] for row in TELLING]
)
def test_what_the_page_writes_and_nothing_else(body: bytes, content_type: str, told: Told) -> None:
    assert page_told(body, content_type) == told


@given(st.binary(max_size=300), st.sampled_from(["text/html", "text/markdown", "", "text/html; charset=utf-16"]))
def test_whatever_the_bytes_it_ends_without_an_error(body: bytes, content_type: str) -> None:
    told = page_told(body, content_type)
    assert not told.source or told.source.startswith("https://github.com/")
