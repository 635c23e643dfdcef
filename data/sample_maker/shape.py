"""The published shape, to the count, and how flags are dealt to files, services and pages.

Everything here returns plain lists in a fixed order; the only source of chance is the `Random` that is handed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

JUDGED_FILES = 222
NEVER_JUDGED_FILES = 30
PASSING_FILES = 14
SILENT_ONLY_FILES = 9
FILES_WITH_ONE = 45
FILES_WITH_FEW = 133  # 2 to 6 fix targets
FIX_TARGETS_OF_FEW = 489
FILES_WITH_MANY = 21  # 7 or more
FIX_TARGETS_OF_MANY = 178
FIX_TARGETS = FILES_WITH_ONE + FIX_TARGETS_OF_FEW + FIX_TARGETS_OF_MANY
SILENT_FLAGS = 190
RULES_BESIDE_R8 = {"R2": 176, "": 72, "R4": 41, "R3": 40, "R7": 28, "R1": 16}
# How many pages are cited how often; all other pages are cited once. Together 540 pages for 712 fix targets.
SHARED_PAGES = {12: 1, 7: 2, 5: 6, 4: 10, 3: 20, 2: 55}


def spread(random: Random, total: int, parts: int, least: int, most: int) -> list[int]:
    """`parts` numbers between `least` and `most` that add up to `total`."""
    numbers = [least] * parts
    open_parts = list(range(parts))
    for _ in range(total - least * parts):
        index = random.choice(open_parts)
        numbers[index] += 1
        if numbers[index] == most:
            open_parts.remove(index)
    return numbers


def fix_targets_per_file(random: Random) -> list[int]:
    """The number of fix targets of each judged file that holds one, in random order."""
    counts = [1] * FILES_WITH_ONE
    counts += spread(random, FIX_TARGETS_OF_FEW, FILES_WITH_FEW, 2, 6)
    counts += spread(random, FIX_TARGETS_OF_MANY, FILES_WITH_MANY, 7, 13)
    random.shuffle(counts)
    return counts


@dataclass(frozen=True)
class FileShape:
    """How many fix targets and source-silent flags a judged file holds."""

    fix_targets: int
    silent: int


def file_shapes(random: Random) -> list[FileShape]:
    """One shape for each judged file, in random order."""
    counts = fix_targets_per_file(random)
    silent_in_others = spread(random, SILENT_FLAGS - 2 * SILENT_ONLY_FILES, len(counts), 0, 4)
    shapes = [FileShape(count, silent) for count, silent in zip(counts, silent_in_others, strict=True)]
    shapes += [FileShape(0, 2)] * SILENT_ONLY_FILES + [FileShape(0, 0)] * PASSING_FILES
    random.shuffle(shapes)
    return shapes


def rules_beside_r8(random: Random) -> list[str]:
    rules = [rule for rule, count in RULES_BESIDE_R8.items() for _ in range(count)]
    random.shuffle(rules)
    return rules


def clusters(random: Random, flags_of: dict[str, int]) -> dict[str, list[int]]:
    """For each service the sizes of its page clusters; sizes add up to the service's flags, and all to 540 pages."""
    left = dict(flags_of)
    sizes: dict[str, list[int]] = {name: [] for name in flags_of}
    for size, pages in SHARED_PAGES.items():
        for _ in range(pages):
            name = random.choice([name for name, flags in left.items() if flags >= size])
            sizes[name].append(size)
            left[name] -= size
    for name, flags in left.items():
        sizes[name] += [1] * flags
        random.shuffle(sizes[name])
    return sizes
