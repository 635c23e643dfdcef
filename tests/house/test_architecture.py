"""The house keeps its own rules: who imports whom, what the pure core may touch, which packages are named."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import house_map
import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "r11"
PURE = ("vocabulary.py", "errors.py", "records.py", "text", "ledger", "fixes", "verification", "review", "pilot")
OUTSIDE_WORLD = {
    "os", "io", "pathlib", "shutil", "tempfile", "glob", "socket", "ssl", "urllib", "http", "httpx", "time", "random",
    "secrets", "logging", "subprocess", "threading", "asyncio", "filelock", "signal", "uuid", "sys",
}  # fmt: skip


def modules(*places: str) -> list[Path]:
    found = [PACKAGE / p for p in places]
    return sorted(f for place in found for f in ([place] if place.is_file() else place.rglob("*.py")))


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def id_of(file: Path) -> str:
    return str(file.relative_to(PACKAGE))


@pytest.mark.parametrize("file", modules(*PURE), ids=id_of)
def test_the_pure_core_does_no_input_or_output(file: Path) -> None:
    """`now` and bytes come in as arguments; no file, network, clock, randomness, environment or logging."""
    touched = {name for name in imported(file) if name.split(".")[0] in OUTSIDE_WORLD}
    assert not touched
    calls = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    }
    assert not calls & {
        "open",
        "now",
        "utcnow",
        "today",
        "read_bytes",
        "read_text",
        "write_bytes",
        "write_text",
        "print",
    }


def test_the_trusted_checker_imports_words_and_lines_only() -> None:
    """`fixes/proof.py` imports nothing third-party, so that one page is all anyone has to trust for the byte facts."""
    ours = {
        name for name in imported(PACKAGE / "fixes" / "proof.py") if name.split(".")[0] not in sys.stdlib_module_names
    }
    assert ours <= {"r11.vocabulary", "r11.text.lines"}
    deeper = {n for n in imported(PACKAGE / "text" / "lines.py") if n.split(".")[0] not in sys.stdlib_module_names}
    assert deeper <= {"r11.vocabulary"}


def test_imports_point_one_way() -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([tool, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_the_apply_script_starts_without_the_analysis_libraries() -> None:
    program = "import sys, r11.apply; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pandas", "polars", "altair", "ipywidgets", "numpy", "httpx", "markdown_it"} & set(loaded)


@pytest.mark.parametrize("verb", ["check", "population", "propose", "worklist", "ingest"])
def test_verbs_that_measure_nothing_start_without_the_libraries_of_the_report(verb: str, tmp_path: Path) -> None:
    """Of the charts' own imports alone a second or more would pass before the first line is read."""
    workspace = shutil.copytree(ROOT / "data" / "sample", tmp_path / "workspace")
    program = "import sys; from r11.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program, verb, workspace], capture_output=True, text=True, check=True)
    heavy = {"altair", "ipywidgets", "numpy", "pandas", "polars", "pyarrow", "scipy", "statsmodels"}
    assert not heavy & set(ran.stdout.splitlines()[-1].split())


def requirements(lines: list[str]) -> dict[str, str]:
    parsed = [Requirement(line) for line in lines]
    return {r.name.lower().replace("_", "-"): str(r.specifier) for r in parsed}


def test_environment_and_pyproject_name_the_same_packages_and_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = requirements(project["project"]["dependencies"] + project["dependency-groups"]["dev"])
    conda = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    plain = [entry for entry in conda["dependencies"] if isinstance(entry, str)]
    by_pip = [line for entry in conda["dependencies"] if isinstance(entry, dict) for line in entry["pip"]]
    named = requirements(plain + [line for line in by_pip if line != "-e ."])
    python = named.pop("python")
    assert named.pop("pip") == ""
    assert named == pinned
    assert python == project["project"]["requires-python"]


def test_the_lock_names_no_host_and_pins_every_direct_package() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    locked = {line.split("==")[0].strip() for line in text.splitlines() if "==" in line and not line.startswith(" ")}
    direct = requirements(project["project"]["dependencies"] + project["dependency-groups"]["dev"])
    assert set(direct) <= {name.lower().replace("_", "-") for name in locked}


def test_the_map_of_the_house_names_every_file_as_it_names_itself() -> None:
    """A maintainer never searches for where a rule lives."""
    text = house_map.MAP.read_text(encoding="utf-8")
    assert text == house_map.renewed(text), "run: python tests/house/house_map.py"
