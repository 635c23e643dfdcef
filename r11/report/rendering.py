"""How the templates of the pages become text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jinja2
from markupsafe import Markup

from r11 import charts


def render(template: str, context: Mapping[str, Any], finalize: Callable[[Any], Any]) -> str:
    """Everything is escaped but what is marked as safe. finalize: what becomes of each value before it is put in.
    Raises jinja2.UndefinedError where the template names what is not there."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("r11"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = breakable
    environment.globals["themes"] = {theme.name: theme.colours for theme in charts.THEMES}
    return environment.get_template(template).render(context)


def breakable(code: str) -> Markup:
    """A code such as `HELD_ALREADY`, which a narrow column may break behind a `_` and nowhere else."""
    return Markup("_<wbr>").join(code.split("_"))
