"""A protocol as the fields of a form, and the text of `protocol.toml` that filled-in fields make.

A field is named by its place in the text: `thresholds.o1_share.at_least`. What a person typed goes into the text as it
is, right or wrong: the reader of the text, and nobody else, says what is wrong with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from r11.pilot.protocol import Protocol
from r11.vocabulary import FixOp, Yardstick

NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
HEAD = "# The operator fixes these figures before the first review, then: r11 protocol freeze\n"
_PLAIN = {
    "look": ("items", "class_sample_size"),
    "stratum": ("files", "seed"),
    "capacity": ("reviewers", "hours_per_day"),
    "probes": ("share",),
}


def bound_of(yardstick: Yardstick) -> str:
    """`at_least` or `at_most`: whether its threshold is a floor or a ceiling."""
    return "at_least" if yardstick.more_is_better else "at_most"


def field_names() -> tuple[str, ...]:
    """Every field of the form, in the order of the text."""
    split = (f"assumed_split.{op}" for op in FixOp)
    limits = (f"thresholds.{one}.{part}" for one in Yardstick for part in (bound_of(one), "assumed"))
    plain = (f"{table}.{name}" for table, names in _PLAIN.items() for name in names)
    return (*split, *limits, *plain)


def fields_of(protocol: Protocol) -> dict[str, str]:
    """What the form shows of a protocol; an empty field is a figure that was not set."""
    fields = dict.fromkeys(field_names(), "")
    fields |= {f"assumed_split.{op}": _digits(share) for op, share in protocol.assumed_split.items()}
    for line in protocol.thresholds:
        place = f"thresholds.{line.yardstick}"
        fields[f"{place}.{bound_of(line.yardstick)}"] = _digits(line.limit)
        fields[f"{place}.assumed"] = "" if line.assumed is None else _digits(line.assumed)
    return fields | {
        "look.items": str(protocol.look_items),
        "look.class_sample_size": str(protocol.class_sample_size),
        "stratum.files": str(protocol.stratum_files),
        "stratum.seed": str(protocol.stratum_seed),
        "capacity.reviewers": str(protocol.reviewers),
        "capacity.hours_per_day": _digits(protocol.hours_per_day),
        "probes.share": _digits(protocol.probe_share) if protocol.probe_share else "",
    }


def text_of(fields: Mapping[str, str]) -> str:
    """The text that these fields make; a threshold whose fields are empty is not in it."""
    lines = [HEAD, "[assumed_split]", *_lines(fields, "assumed_split", list(FixOp)), "\n[thresholds]"]
    for yardstick in Yardstick:
        parts = _lines(fields, f"thresholds.{yardstick}", (bound_of(yardstick), "assumed"))
        if parts:
            lines.append(f"{yardstick} = {{ {', '.join(parts)} }}")
    for table, names in _PLAIN.items():
        filled = _lines(fields, table, names)
        if filled or table != "probes":  # without this table there are no probes; any other one has to be there
            lines += [f"\n[{table}]", *filled]
    return "\n".join(lines) + "\n"


def _lines(fields: Mapping[str, str], place: str, names: tuple[str, ...] | list[FixOp]) -> list[str]:
    typed = {name: fields.get(f"{place}.{name}", "").strip() for name in names}
    return [f"{name} = {_value(text)}" for name, text in typed.items() if text]


def _value(text: str) -> str:
    """A number as it was typed; anything else as a text, which the reader then refuses by its place."""
    return text if NUMBER.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _digits(value: float) -> str:
    """All digits that the number has, and no exponent."""
    return f"{value:.10f}".rstrip("0").rstrip(".")
