"""Changes of the tables and patterns of the trusted checker: one letter, one entry, one number at a time.

mutmut changes what stands in functions. What may be written as a repair, how many spans may go, and what a whole line
is, are constants of the module, and a table that nobody tests is as bad as a branch that nobody tests.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import io
import multiprocessing
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import hypothesis  # noqa: F401 - read once here, not once in each process
import pytest

CHECKER = "r11.fixes.proof"


class Change(NamedTuple):
    """One constant of the module, as it was and as it is changed, and the changed module."""

    name: str
    before: str
    after: str
    source: str


def changes(source: str) -> Iterator[Change]:
    """Every change of every constant (a name in capitals) of a module; those that are no pattern any more are left."""
    tree = ast.parse(source)
    for place, statement in enumerate(tree.body):
        if not (isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)):
            continue
        name = statement.targets[0].id
        if name.isupper():
            for changed in variants(statement.value):
                module = copy.deepcopy(tree)
                module.body[place].value = changed  # type: ignore[attr-defined]
                text = ast.unparse(ast.fix_missing_locations(module))
                if _runs(text):
                    yield Change(name, ast.unparse(statement.value), ast.unparse(changed), text)


def variants(node: ast.expr) -> Iterator[ast.expr]:
    """The expression with one constant or one entry changed, every way."""
    for index, inner in enumerate(ast.walk(node)):
        for new in _replacements(inner):
            whole = copy.deepcopy(node)
            target = next(found for place, found in enumerate(ast.walk(whole)) if place == index)
            target.__dict__.update(new.__dict__)
            yield whole


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=int(number)):
            yield from (ast.Constant(number + step) for step in (-1, 1))
        case ast.Constant(value=str(text)):
            yield from (ast.Constant(text[:at] + text[at + 1 :]) for at in range(len(text)))
        case ast.Set(elts=entries) if len(entries) > 1:
            yield from (ast.Set(entries[:at] + entries[at + 1 :]) for at in range(len(entries)))


def _runs(source: str) -> bool:
    """Whether the module can be read at all; a pattern without its bracket needs no test."""
    try:
        _module(source)
    except Exception:
        return False
    return True


def _module(source: str) -> types.ModuleType:
    module = types.ModuleType(CHECKER)
    sys.modules[CHECKER] = module  # dataclasses look themselves up
    exec(compile(source, CHECKER, "exec"), vars(module))
    return module


def survives(change: Change) -> bool:
    """Whether the tests pass with the changed module. Runs in a process of its own: the module stays in its place."""
    _module(change.source)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return pytest.main(["-x", "-q", "-p", "no:cacheprovider", TEST]) == pytest.ExitCode.OK


TEST = "tests/fixes/test_proof.py"


def main() -> None:
    """In the copy: prints the number of changes, then each survivor as name, before and after."""
    sys.path.insert(0, str(Path.cwd()))
    found = list(changes(Path("r11/fixes/proof.py").read_text(encoding="utf-8")))
    with multiprocessing.get_context("fork").Pool(int(sys.argv[1]), maxtasksperchild=1) as pool:
        verdicts = pool.map(survives, found, chunksize=1)
    print([len(found), *((one.name, one.before, one.after) for one, left in zip(found, verdicts, strict=True) if left)])


if __name__ == "__main__":
    main()
