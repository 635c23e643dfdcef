"""Mutation test of the trusted checker: whatever is changed in it, a test must fail.

    python tests/mutation/run.py [--children N] [--folder DIR]

mutmut changes one thing at a time in the functions of `fixes/proof.py` and `text/lines.py`; `constants.py` beside this
file does the same for the tables and patterns of `proof.py`, which mutmut leaves alone. Both work in a copy of the
package and its tests, never in the project. The laws that draw examples are left out: a run can be repeated, and every
fact has a row of its own. A change that no test notices is a *survivor*. None is accepted, except those that
`equivalents.py` lists with the reason why they change nothing; an entry that fits no survivor is an error too.

The exit status is 1 where a survivor is left, or the list holds what it should not.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from equivalents import EQUIVALENTS, Equivalent

ROOT = Path(__file__).resolve().parents[2]
MUTATED = ("r11/fixes/proof.py", "r11/text/lines.py")
TESTS = ("tests/fixes/test_proof.py", "tests/text/test_lines.py", "tests/text/test_claim_places.py")
DETECTED = frozenset({"killed", "timeout", "segfault"})  # a change that never ends, or eats all memory, was noticed
MEMORY = 3 << 30  # bytes: a change that loops for ever and collects is stopped by this before the machine is

SETTINGS = f"""[mutmut]
source_paths = r11
only_mutate = {" ".join(f"{chr(10)}    {name}" for name in MUTATED)}
pytest_add_cli_args_test_selection = {" ".join(f"{chr(10)}    {name}" for name in TESTS)}
pytest_add_cli_args =
    -p
    no:cacheprovider
use_git_change_detection = false
timeout_multiplier = 5
timeout_constant = 2
"""
# no plugin of pytest is needed, and loading them takes longer than the tests
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
CONFTEST = """from hypothesis import is_hypothesis_test


def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if not is_hypothesis_test(item.obj)]
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--folder", type=Path, help="where the copy is made (default: the folder for temporary files)")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    copy = Path(tempfile.mkdtemp(prefix="r11-mutation-", dir=args.folder))
    try:
        return mutate(copy, args.children)
    finally:
        shutil.rmtree(copy)


def mutate(copy: Path, children: int) -> int:
    begun = time.monotonic()
    make_copy(copy)
    verdicts = run_mutmut(copy, children)
    unnoticed = [name for name, status in verdicts.items() if status not in DETECTED]
    survivors = [change_of(copy, name, verdicts[name]) for name in unnoticed]
    constants, unnoticed_constants = change_constants(copy, children)
    survivors += unnoticed_constants
    listed = {entry: [one for one in survivors if entry.is_of(one)] for entry in EQUIVALENTS}
    excused = {one for found in listed.values() for one in found}
    left = [one for one in survivors if one not in excused]
    counted = ", ".join(f"{count} {status}" for status, count in sorted(Counter(verdicts.values()).items()))
    print(f"functions: {len(verdicts)} changes, {counted}")
    print(f"tables and patterns of proof.py: {constants} changes, {len(unnoticed_constants)} survived")
    print(f"{len(excused)} of the survivors change nothing and are listed; {time.monotonic() - begun:.0f} s")
    for one in left:
        print(f"SURVIVOR {one}")
    stale = [entry for entry, found in listed.items() if not found]
    for entry in stale:
        print(f"LISTED AS EQUIVALENT, BUT NO SURVIVOR: {entry.function}: {entry.after!r}")
    return int(bool(left or stale))


def make_copy(copy: Path) -> None:
    """The package and the two test files, with settings for mutmut and without the laws that draw examples."""
    shutil.copytree(ROOT / "r11", copy / "r11", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(ROOT / "pyproject.toml", copy)
    for name in TESTS:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    (copy / "setup.cfg").write_text(SETTINGS, encoding="utf-8")
    (copy / "tests" / "conftest.py").write_text(CONFTEST, encoding="utf-8")


def run_mutmut(copy: Path, children: int) -> dict[str, str]:
    """Every change by name, with what became of it. Raises SystemExit where the tests fail without any change."""
    done = mutmut(copy, "run", "--max-children", str(children))
    verdicts = dict(re.findall(r"^ +(\S+): (.+)$", mutmut(copy, "results", "--all", "true").stdout, re.MULTILINE))
    if done.returncode or not verdicts or "not checked" in verdicts.values():
        sys.exit(f"mutmut did not finish:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return verdicts


def mutmut(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "mutmut", *words]
    return subprocess.run(program, cwd=copy, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def change_of(copy: Path, name: str, status: str) -> Equivalent:
    """The lines that differ, as they would stand in the list of equivalents."""
    lines = list(changed_lines(mutmut(copy, "show", name).stdout))
    module, _, mangled = name.rpartition(".")
    function = re.sub(r"__mutmut_\d+$", "", mangled).removeprefix("x_").replace("ǁ", ".").removeprefix("x.")
    before, after = ("\n".join(text for sign, text in lines if sign == kind) for kind in "-+")
    return Equivalent(f"{module}.{function}", before, after, status)


def change_constants(copy: Path, children: int) -> tuple[int, list[Equivalent]]:
    """How many changes of constants there are, and those that no test noticed."""
    program = [sys.executable, str(Path(__file__).with_name("constants.py")), str(children)]
    done = subprocess.run(program, cwd=copy, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the changes of constants did not finish:\n{done.stderr[-3000:]}")
    count, *survivors = ast.literal_eval(done.stdout)
    return count, [Equivalent(f"r11.fixes.proof.{name}", *texts, "survived") for name, *texts in survivors]


def changed_lines(diff: str) -> Iterator[tuple[str, str]]:
    for line in diff.splitlines():
        if line[:1] in {"-", "+"} and line[:3] not in {"---", "+++"}:
            yield line[0], line[1:].strip()


if __name__ == "__main__":
    sys.exit(main())
