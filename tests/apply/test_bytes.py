"""Bytes of a file we edit: exactly the intended span differs, or a named refusal; a second run changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata

import pytest
from batches import Batch, Change, tree_hash
from program import apply, statuses, write

from r11.vocabulary import EventKind, FixOp

T = "The limit is 30 seconds."
T_ = b"The limit is 30 seconds."
A_ = b"The limit is 60 seconds."


def swap(data: bytes) -> bytes:
    return data.replace(T_, A_)


# what the file holds, the line of the claim
ROWS = {
    "lf": (b"# T\n\n" + T_ + b"\n", 3),
    "crlf": (b"# T\r\n\r\n" + T_ + b"\r\nmore\r\n", 3),
    "mixed endings": (b"# T\n\r\n" + T_ + b"\r\nmore\nlast\r\n", 3),
    "crlf front matter": (b"---\r\ntitle: t\r\n---\r\n\r\n" + T_ + b"\r\n", 5),
    "bom, line 1": (b"\xef\xbb\xbf" + T_ + b"\n", 1),
    "bom and front matter": (b"\xef\xbb\xbf---\ntitle: t\n---\n\n" + T_ + b"\n", 5),
    "bom and crlf, no newline at the end": (b"\xef\xbb\xbf# T\r\n\r\n" + T_, 3),
    "no newline at the end": (b"# T\n\n" + T_, 3),
    "hard break": (T_ + b"  \nnext\n", 1),
    "trailing tabs and spaces elsewhere": (b"a \t\n\n" + T_ + b"\n\n \t \n", 3),
    "invalid utf-8 on another line": (b"\xff\xfe\x80\n\n" + T_ + b"\n", 3),
    "latin-1 on another line": (b"caf\xe9\n\n" + T_ + b"\nna\xefve\n", 3),
    "nul on another line": (b"a\x00b\n\n" + T_ + b"\n", 3),
    "form feed before": (b"a\x0cb\n\n" + T_ + b"\n", 3),
    "vertical tab before": (b"a\x0bb\n\n" + T_ + b"\n", 3),
    "next line (NEL) before": ("a\u0085b\n\n".encode() + T_ + b"\n", 3),
    "line separator before": ("a\u2028b\u2029c\n\n".encode() + T_ + b"\n", 3),
    "file separators before": (b"a\x1cb\x1dc\x1ed\n\n" + T_ + b"\n", 3),
    "cjk before on the line": ("- 制限について: ".encode() + T_ + b"\n", 1),
    "emoji before on the line": ("👩‍👩‍👧 ".encode() + T_ + b"\n", 1),
    "combining letters before on the line": (("e\u0301" * 5 + " ").encode() + T_ + b"\n", 1),
    "only blank lines around": (b"\n\n" + T_ + b"\n\n\n\n", 3),
    "the same claim nowhere else, a near one above": (b"The limit is 31 seconds.\n\n" + T_ + b"\n", 3),
}


@pytest.mark.parametrize(("data", "line"), ROWS.values(), ids=ROWS.keys())
def test_exactly_the_span_differs(batch: Batch, data: bytes, line: int) -> None:
    path = batch.put("skills/x.md", data)
    batch.approve([Change("skills/x.md", line, "30", "60", claim=T)])
    ended = write(batch)
    assert ended.status == 0, ended.err
    assert path.read_bytes() == swap(data) != data
    everything = tree_hash(batch.root)
    assert write(batch).status == 0
    assert tree_hash(batch.root) == everything


@pytest.mark.parametrize(("data", "line"), ROWS.values(), ids=ROWS.keys())
def test_putting_back_gives_the_bytes_before(batch: Batch, data: bytes, line: int) -> None:
    path = batch.put("skills/x.md", data)
    batch.approve([Change("skills/x.md", line, "30", "60", claim=T)])
    write(batch)
    batch.event(EventKind.REVERT, ["skills/x.md#c0"], reviewer="operator", text="b1")
    ended = apply("--reverse", batch.receipts / "b1.json", "--workspace", batch.workspace)
    assert ended.status == 0, ended.err
    assert path.read_bytes() == data


def test_a_lone_carriage_return_breaks_no_line_and_is_refused_to_a_machine(batch: Batch) -> None:
    """Markdown breaks a line there and we do not: the place cannot be known, so it is left to a person."""
    data = b"# T\r\r" + T_ + b"\rmore\r"
    path = batch.put("x.md", data)
    batch.approve([Change("x.md", 1, "30", "60", claim=T)])
    assert write(batch).status == 1
    assert statuses(batch) == {"x.md": "refused NOT_PROSE"}
    assert path.read_bytes() == data
    batch.approve([Change("x.md", 1, data.decode(), "One line.", op=FixOp.O3, id="c1", claim=T)], "b2")
    assert write(batch, "b2").status == 0
    assert path.read_bytes() == b"One line."


def test_a_file_name_in_decomposed_letters_is_that_file(batch: Batch) -> None:
    name = unicodedata.normalize("NFD", "skills/blåbær.md")
    path = batch.put(name, T_)
    batch.approve([Change(name, 1, "30", "60")])
    assert write(batch).status == 0
    assert path.read_bytes() == A_
    assert [os.fsencode(p.name) for p in path.parent.iterdir()] == [os.fsencode(path.name)]


@pytest.mark.parametrize("locale", ["C", "POSIX", "nb_NO.ISO-8859-1"])
def test_the_locale_decides_nothing(batch: Batch, locale: str) -> None:
    data = "- blåbær 制限 👩‍👧: ".encode() + T_ + b"\nlatin \xe9\n"
    path = batch.put("skills/blåbær.md", data)
    manifest = batch.approve([Change("skills/blåbær.md", 1, "30", "60", claim=T)])
    program = "import sys; from r11.apply import main; sys.exit(main())"
    for extra in (["--dry-run"], []):
        ended = subprocess.run(
            [sys.executable, "-c", program, manifest, "--workspace", batch.workspace, *extra],
            env={**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0"},
            capture_output=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        assert "blåbær".encode() in ended.stderr
    assert path.read_bytes() == swap(data)


def test_a_file_that_no_edit_touches_keeps_bytes_and_times(batch: Batch) -> None:
    batch.put("a.md", T_)
    other = batch.put("b.md", b"mixed\r\nendings\n\xff")
    refused = batch.put("c.md", T_)
    batch.approve([Change("a.md", 1, "30", "60"), Change("c.md", 1, "30", "60", quote="nothing of the kind")])
    before = [(p.stat().st_mtime_ns, p.stat().st_ctime_ns, p.read_bytes()) for p in (other, refused)]
    assert write(batch).status == 1
    assert [(p.stat().st_mtime_ns, p.stat().st_ctime_ns, p.read_bytes()) for p in (other, refused)] == before


def test_an_empty_folder_of_files_and_only_closings(batch: Batch) -> None:
    """A batch may hold nothing but closings: no byte of the corpus changes, and the receipt says so."""
    batch.put("a.md", T_)
    batch.approve([], closed=["a.md#c1"])
    before = tree_hash(batch.corpus)
    assert write(batch).status == 0
    assert tree_hash(batch.corpus) == before
    assert "no file to write" in write(batch).err
