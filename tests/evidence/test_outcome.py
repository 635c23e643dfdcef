"""Hubs and error pages: what counts as gone, what as out of order, and what as a page."""

from __future__ import annotations

import httpx
import pytest

from r11.evidence.outcome import is_hub_redirect, says_not_found, says_out_of_order

ASKED = "https://learn.microsoft.com/azure/aks/limits"


@pytest.mark.parametrize(
    ("final", "hub"),
    [
        ("https://learn.microsoft.com/", True),
        ("https://learn.microsoft.com/en-us/", True),
        ("https://learn.microsoft.com/en-us/docs", True),
        ("https://learn.microsoft.com/azure/", True),
        ("https://learn.microsoft.com/en-us/azure/aks/", True),
        ("https://learn.microsoft.com/azure/aks/index", True),
        ("https://learn.microsoft.com/azure/errors/404.html", True),
        ("https://learn.microsoft.com/en-us/azure/aks/limits", False),
        ("https://learn.microsoft.com/zh-hans-cn/azure/aks/limits/", False),
        ("https://learn.microsoft.com/azure/aks/limits?view=latest", False),
        ("https://learn.microsoft.com/azure/aks/quotas", False),
        ("https://learn.microsoft.com/azure/kubernetes/limits", False),
        ("https://learn.microsoft.com/azure/aks/error-codes", False),
    ],
)
def test_redirects_to_a_hub(final: str, hub: bool) -> None:
    assert is_hub_redirect(httpx.URL(ASKED), httpx.URL(final)) is hub


def test_a_short_address_may_move_to_a_short_address() -> None:
    assert not is_hub_redirect(httpx.URL("https://h.example/old"), httpx.URL("https://h.example/new"))


NOT_FOUND = [
    "# 404 - Page not found",
    "# Not Found",
    "404",
    "# Sorry, the page you requested cannot be found.",
    "# We couldn’t find this page",
    "# This content is no longer available",
]
OUT_OF_ORDER = [
    "# Something went wrong",
    "# 503 Service Unavailable",
    "# Error",
    "# Access Denied",
    "# Just a moment...",
    "# Sign in to your account",
    "# Oops! That did not work",
]
PAGES = [
    "# Troubleshoot 404 errors",
    "# Error codes",
    "# Sign-in logs",
    "# Access control",
    "# 500 requests is the limit",
    "# Pools\n\nA pool that is not found is made.",
    "# Page not found\n\n" + "It is explained here. " * 100,
]


@pytest.mark.parametrize("text", NOT_FOUND)
def test_error_pages_that_say_not_found(text: str) -> None:
    assert says_not_found(text)


@pytest.mark.parametrize("text", OUT_OF_ORDER)
def test_error_pages_that_say_out_of_order(text: str) -> None:
    assert says_out_of_order(text)
    assert not says_not_found(text)


@pytest.mark.parametrize("text", PAGES)
def test_articles_about_errors_are_articles(text: str) -> None:
    assert not says_not_found(text)
    assert not says_out_of_order(text)
