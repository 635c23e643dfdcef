"""Exactly one program writes corpus files, exactly one verb changes an existing ledger: read off the syntax trees.

A list of who may open files for writing at all, each with what it writes. Whoever is not on it, or does it in a way
that is not on it, fails here before it can lose anybody's bytes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "r11"

# calls that make, change or remove a file or folder, by the name under which they are called
WRITING_CALLS = frozenset(
    {
        *("write_bytes", "write_text", "touch", "mkdir", "makedirs", "rmdir", "unlink", "remove", "removedirs"),
        *("rename", "renames", "replace_file", "symlink_to", "symlink", "hardlink_to", "link", "truncate", "ftruncate"),
        *("rmtree", "copyfile", "copy2", "copytree", "move", "mkstemp", "mkdtemp", "NamedTemporaryFile"),
        *(
            "write_atomic",
            "write_json",
            "write_jsonl",
            "write_changed",
            "pwrite",
            "to_csv",
            "to_parquet",
            "write_parquet",
            "write_csv",
        ),
        *("savefig", "save", "sink_parquet"),
    }
)
FLAGS = frozenset({"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"})
CORPUS_WRITER = "apply/corpus.py"

# module → what it writes; never the corpus, never an existing ledger
WRITERS = {
    CORPUS_WRITER: "the corpus, and through replace_file the ledger for `r11 stamp`",
    "apply/journal.py": "the journal of its own run in 8-receipts",
    "apply/run.py": "the receipt of its own run in 8-receipts",
    "commands/write.py": "the ledger, through replace_file: `r11 stamp`",
    "commands/fixes.py": "the proposals that --out names",
    "commands/ledger.py": "a new ledger, which --out names and which must not be there yet",
    "commands/setup.py": "a new workspace",
    "report/__init__.py": "the report in 9-reports",
    "report/tables.py": "the report's tables in 9-reports",
    "storage/evidence.py": "2-evidence",
    "storage/files.py": "whole files in one step, for those on this list",
    "storage/locks.py": "lock files and the note of who holds one",
    "storage/decisions.py": "a reviewer's own log in 6-decisions",
    "storage/units.py": "units in 3-units",
    "streams.py": "nothing: /dev/null in the place of a closed stream",
    "storage/shards.py": "which file belongs to which shard, 3-units/shards.json",
    "storage/leases.py": "short-lived reservations in 6-decisions/leases",
    "workbench/goldsample.py": "a draw of the gold sample and its cards in 6-decisions/gold",
    "workbench/settled.py": "the proposals that settled flags were decided on, in 5-proposals",
    "workbench/programme.py": "the built-in proposals in 5-proposals",
    "workbench/protocol.py": "the thresholds and their freeze in protocol",
    "workbench/look.py": "the one look, kept in protocol",
    "workbench/work.py": "the workers' proposals in 5-proposals",
    "workbench/rehearsal.py": "a copy of the sample, to play a review in",
    "workbench/policy.py": "the ratification in policy",
    "workbench/freezing.py": "manifests in 7-approved",
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def writes(module: Path) -> Iterator[str]:
    """Each call in a module that writes, as `line: what`."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (what := _writing(node)):
            yield f"{node.lineno}: {what}"
        elif isinstance(node, ast.Attribute) and node.attr in FLAGS:
            yield f"{node.lineno}: {node.attr}"


def _writing(call: ast.Call) -> str | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "open" and (mode := _mode(call)) is not None and set(mode) & set("wax+"):
        return f"open({mode!r})"
    if name == "fdopen" or name in WRITING_CALLS:
        return name
    if name == "replace" and isinstance(call.func, ast.Attribute) and len(call.args) == 1 and not call.keywords:
        return "replace (of a file)"
    return None


def _mode(call: ast.Call) -> str | None:
    place = 0 if isinstance(call.func, ast.Attribute) else 1  # path.open(mode) against open(path, mode)
    given = [*call.args[place : place + 1], *(k.value for k in call.keywords if k.arg == "mode")]
    modes = (argument.value for argument in given if isinstance(argument, ast.Constant))
    return next((mode for mode in modes if isinstance(mode, str)), None)


@pytest.mark.parametrize("module", modules(), ids=name_of)
def test_nobody_else_writes(module: Path) -> None:
    if name_of(module) not in WRITERS:
        assert not list(writes(module))


@pytest.mark.parametrize("module", modules(), ids=name_of)
def test_no_writing_call_is_given_the_corpus(module: Path) -> None:
    """Whoever may write elsewhere is not handed a path of the corpus."""
    if name_of(module) != CORPUS_WRITER:
        tree = ast.parse(module.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _writing(node)]
        assert not [f"{call.lineno}: {ast.unparse(call)}" for call in calls if "corpus" in _names(call)]


def _names(call: ast.Call) -> set[str]:
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    nodes = [inner for part in [*receiver, *call.args] for inner in ast.walk(part)]
    return {n.attr if isinstance(n, ast.Attribute) else n.id for n in nodes if isinstance(n, ast.Attribute | ast.Name)}


def test_the_list_names_nobody_who_is_gone_or_does_not_write() -> None:
    names = {name_of(module) for module in modules()}
    assert WRITERS.keys() <= names
    for name in WRITERS.keys() - {"apply/__init__.py", "cli.py"}:
        assert list(writes(PACKAGE / name)), f"{name} writes nothing any more"


def importers(target: str) -> set[str]:
    """Modules that import a name from `target`, at the top or inside of a function."""
    found = set()
    for module in modules():
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == target:
                found.add(name_of(module))
    return found


def test_only_the_apply_script_and_the_stamp_reach_the_writer() -> None:
    assert importers("r11.apply.corpus") <= {"apply/command.py", "apply/run.py", "apply/write.py", "commands/write.py"}
    tree = ast.parse((PACKAGE / "commands/write.py").read_text(encoding="utf-8"))
    used = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "r11.apply.corpus"
        for alias in node.names
    }
    assert used == {"LeftOut", "replace_file"}


def test_only_the_stamp_stamps() -> None:
    """`r11.ledger.stamp.stamp` makes the new bytes of a ledger; nobody else asks for them."""
    assert importers("r11.ledger.stamp") <= {"commands/write.py", "review/settlement.py"}


def test_the_check_sees_every_way_of_writing(tmp_path: Path) -> None:
    """The check itself can fail: each of these is seen."""
    ways = [
        "open('x', 'w')",
        "open('x', mode='ab')",
        "p.open('r+b')",
        "p.write_text('')",
        "os.open('x', os.O_WRONLY)",
        "p.replace(q)",
        "shutil.move(a, b)",
        "write_json(p, v)",
        "frame.to_csv('x')",
        "p.touch()",
    ]
    for way in ways:
        module = tmp_path / "m.py"
        module.write_text(way)
        assert list(writes(module)), way
    for harmless in (
        "open('x')",
        "open('x', 'rb')",
        "text.replace('a', 'b')",
        "replace(record, a=1)",
        "p.read_bytes()",
    ):
        module.write_text(harmless)
        assert not list(writes(module)), harmless
