"""How the templates of the pages become text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jinja2


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
    return environment.get_template(template).render(context)
