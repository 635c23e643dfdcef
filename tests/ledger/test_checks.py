"""Evidence URLs: https, an allowed host, nothing that a browser and a library read differently."""

from __future__ import annotations

import pytest

from r11.ledger.checks import disposition_problem, url_problem
from r11.vocabulary import Disposition, JudgeVerdict

HOSTS = ("learn.microsoft.com",)

BAD_URLS = [
    pytest.param("http://learn.microsoft.com/a", "URL_NOT_HTTPS", id="http"),
    pytest.param("//learn.microsoft.com/a", "URL_NOT_HTTPS", id="no scheme"),
    pytest.param("learn.microsoft.com/a", "URL_NOT_HTTPS", id="a host alone"),
    pytest.param("https:///a", "URL_NOT_HTTPS", id="no host"),
    pytest.param("file:///etc/passwd", "URL_NOT_HTTPS", id="a file"),
    pytest.param("https://[learn.microsoft.com/a", "HOST_NOT_ALLOWED", id="a broken bracket"),
    pytest.param("https://learn.microsoft.com:x/a", "HOST_NOT_ALLOWED", id="a port that is no number"),
    pytest.param("https://learn.microsoft.com./a", "HOST_NOT_ALLOWED", id="a dot behind the host"),
    pytest.param("https://learn.microsoft.com/a\x00", "URL_NOT_HTTPS", id="NUL"),
    pytest.param(" https://learn.microsoft.com/a", "URL_NOT_HTTPS", id="a space before"),
    pytest.param("https://learn.microsoft.com/a b", "URL_NOT_HTTPS", id="a space"),
    pytest.param("https://learn.micro\nsoft.com/a", "URL_NOT_HTTPS", id="a newline that a library drops"),
    pytest.param("https://evil.example\\@learn.microsoft.com/", "URL_NOT_HTTPS", id="a backslash that a browser turns"),
    pytest.param("https://user@learn.microsoft.com/a", "URL_HAS_CREDENTIALS", id="a user"),
    pytest.param("https://user:pw@learn.microsoft.com/a", "URL_HAS_CREDENTIALS", id="a password"),
    pytest.param("https://learn.microsoft.com@evil.example/a", "URL_HAS_CREDENTIALS", id="the host as a user"),
    pytest.param("https://evil.example/learn.microsoft.com", "HOST_NOT_ALLOWED", id="the host as a path"),
    pytest.param("https://learn.microsoft.com.evil.example/a", "HOST_NOT_ALLOWED", id="the host as a beginning"),
    pytest.param("https://xlearn.microsoft.com/a", "HOST_NOT_ALLOWED", id="the host as an end"),
    pytest.param("https://learn.microsoft.com:8443/a", "HOST_NOT_ALLOWED", id="another port"),
    pytest.param("https://127.0.0.1/a", "HOST_NOT_ALLOWED", id="loopback"),
    pytest.param("https://lеarn.microsoft.com/a", "HOST_NOT_ALLOWED", id="a Cyrillic letter"),
]


@pytest.mark.parametrize(("url", "code"), BAD_URLS)
def test_a_url_that_a_refresh_must_not_ask_is_named(url: str, code: str) -> None:
    problem = url_problem(url, "u", HOSTS)
    assert problem is not None
    assert problem.code == code


@pytest.mark.parametrize(
    "url",
    [
        "https://learn.microsoft.com/azure/a?view=b&c=d#part",
        "https://learn.microsoft.com:443/a",
        "HTTPS://LEARN.microsoft.com/a",
        "https://learn.microsoft.com/æ",
    ],
)
def test_a_plain_url_is_accepted(url: str) -> None:
    assert url_problem(url, "u", HOSTS) is None


def test_a_url_never_shows_its_password() -> None:
    assert "pw" not in str(url_problem("https://user:pw@learn.microsoft.com/a", "u", HOSTS))


def allowed(verdict: JudgeVerdict, *, closed: bool) -> set[Disposition | None]:
    words: list[Disposition | None] = [None, *Disposition]
    return {word for word in words if disposition_problem(verdict, word, closed, "d") is None}


def test_the_table_of_the_two_vocabularies() -> None:
    """Open: as the verdict maps. Closed: also `correct`; a closing without a ruling is readable."""
    contradicted, silent = JudgeVerdict.NOT_GROUNDED, JudgeVerdict.SOURCE_SILENT
    assert allowed(contradicted, closed=False) == {None, Disposition.OUTDATED, Disposition.WRONG}
    assert allowed(silent, closed=False) == {Disposition.UNSOURCED}
    assert allowed(contradicted, closed=True) == {None, Disposition.OUTDATED, Disposition.WRONG, Disposition.CORRECT}
    assert allowed(silent, closed=True) == {None, Disposition.UNSOURCED, Disposition.CORRECT}
