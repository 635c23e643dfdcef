"""Make the synthetic sample workspace: `python data/make_sample.py [--out DIR] [--check]`.

Seeded: the same code writes the same bytes. Files of an earlier run that are no longer made are removed, as far as they
stand in folders that this program owns; what a run of `r11` left in the workspace stays.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from sample_maker.workspace import Tree, make_tree

DEFAULT_OUT = Path(__file__).resolve().parent / "sample"
OWNED = ("corpus", "1-ledger", "pages", "4-artefacts")


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the synthetic sample workspace.")
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="where to (default: data/sample)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 where DIR is not what would be made"
    )
    arguments = parser.parse_args()
    tree = make_tree()
    if arguments.check:
        return check(arguments.out, tree)
    written = write(arguments.out, tree)
    size = sum(map(len, tree.values()))
    print(f"{arguments.out}: {len(tree)} files, {size / 1e6:.1f} MB, {written} of them new or changed")
    return 0


def differences(out: Path, tree: Tree) -> list[str]:
    """The paths that are absent, differ, or are left over in a folder that this program owns."""
    wrong = [name for name, data in tree.items() if not (out / name).is_file() or (out / name).read_bytes() != data]
    return sorted([*wrong, *leftovers(out, tree)])


def leftovers(out: Path, tree: Tree) -> list[str]:
    found = (path for folder in OWNED for path in (out / folder).rglob("*") if path.is_file())
    return [name for path in found if (name := path.relative_to(out).as_posix()) not in tree]


def check(out: Path, tree: Tree) -> int:
    wrong = differences(out, tree)
    for name in wrong:
        print(f"differs from what would be made: {out / name}", file=sys.stderr)
    return 1 if wrong else 0


def write(out: Path, tree: Tree) -> int:
    """Write what is new or changed, remove what is left over. Returns how many files were written."""
    changed = [name for name in differences(out, tree) if name in tree]
    for name in leftovers(out, tree):
        (out / name).unlink()
        if not any((out / name).parent.iterdir()):
            (out / name).parent.rmdir()
    for name in changed:
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(tree[name])
    return len(changed)


if __name__ == "__main__":
    sys.exit(main())
