"""Which families a flag is drawn from, and what a careful person does with it."""

from __future__ import annotations

from dataclasses import dataclass

from sample_maker.families import cuts, mistaken, rewrites, silent, swaps
from sample_maker.families.form import Form


@dataclass(frozen=True)
class Group:
    """A pool of families. `numeric`: claim and quote both hold a digit; `multi_part`: rule R8; `flags`: how many."""

    name: str
    forms: tuple[Form, ...]
    flags: int
    op: str
    action: str
    numeric: bool = False
    multi_part: bool = False
    silent: bool = False
    judge_was_wrong: bool = False


GROUPS: tuple[Group, ...] = (
    Group("swap_number", swaps.NUMBERS, 78, "O1", "edit", numeric=True),
    Group("number_trap", rewrites.NUMBER_TRAPS, 22, "O3", "edit", numeric=True),
    Group("mistaken_number", mistaken.NUMBERS, 8, "O3", "close", numeric=True, judge_was_wrong=True),
    Group("swap_number_in_longer_claim", swaps.PART_OF_A_LONGER_CLAIM, 32, "O1", "edit", numeric=True, multi_part=True),
    Group("cut_with_numbers", cuts.WITH_NUMBERS, 36, "O2", "edit", numeric=True, multi_part=True),
    Group("rewrite_multi_part_number", rewrites.MULTI_PART_NUMBERS, 22, "O3", "edit", numeric=True, multi_part=True),
    Group(
        "mistaken_multi_part_number",
        mistaken.MULTI_PART_NUMBERS,
        4,
        "O3",
        "close",
        numeric=True,
        multi_part=True,
        judge_was_wrong=True,
    ),
    Group("cut_multi_part", cuts.MULTI_PART, 140, "O2", "edit", multi_part=True),
    Group("rewrite_multi_part", rewrites.MULTI_PART, 90, "O3", "edit", multi_part=True),
    Group("mistaken_multi_part", mistaken.MULTI_PART, 15, "O3", "close", multi_part=True, judge_was_wrong=True),
    Group("swap_number_word", swaps.NUMBER_WORDS, 15, "O1", "edit"),
    Group("cut_plain", cuts.PLAIN, 68, "O2", "edit"),
    Group("generalise", cuts.ABSENT, 12, "O2", "edit"),
    Group("rewrite_plain", rewrites.PLAIN, 154, "O3", "edit"),
    Group("mistaken_plain", mistaken.PLAIN, 16, "O3", "close", judge_was_wrong=True),
    Group("silent_whole", silent.WHOLE, 90, "O2", "delete", silent=True),
    Group("silent_part", silent.PART, 50, "O2", "edit", silent=True),
    Group("silent_judgement", silent.JUDGEMENT, 50, "O3", "edit", silent=True),
)
