"""What may be contacted: URLs, addresses, names that lie, and what the environment may not add."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from r11.evidence import Limits, Reach, refresh
from r11.evidence.fetch import Answer, Fetcher
from r11.evidence.safety import NotAllowed, check_address
from r11.records import Flag
from r11.vocabulary import EvidenceState, PageOutcome

LEARN = frozenset({"learn.microsoft.com"})
QUOTE = "The pool holds “up to 40” workers – not more."

REFUSED_URLS = [
    ("plain http", "http://learn.microsoft.com/azure"),
    ("another scheme", "file:///etc/passwd"),
    ("no scheme", "//learn.microsoft.com/azure"),
    ("another host", "https://example.com/"),
    ("the host as the end of another", "https://evil-learn.microsoft.com/"),
    ("the host as the beginning of another", "https://learn.microsoft.com.evil.example/"),
    ("the host with a dot after it", "https://learn.microsoft.com./"),
    ("the host as a user name", "https://learn.microsoft.com@evil.example/"),
    ("a user name", "https://me:secret@learn.microsoft.com/"),
    ("another port", "https://learn.microsoft.com:8443/"),
    ("an address", "https://127.0.0.1/"),
    ("an address as one number", "https://2130706433/"),
    ("look-alike letters", "https://learn.micros\u043eft.com/"),
]


@pytest.mark.parametrize("url", [url for _, url in REFUSED_URLS], ids=[reason for reason, _ in REFUSED_URLS])
def test_urls_that_are_never_asked_for(url: str) -> None:
    with pytest.raises(NotAllowed):
        Reach(LEARN).check(httpx.URL(url))


@pytest.mark.parametrize("url", ["https://learn.microsoft.com/a?b=c#d", "https://LEARN.microsoft.com:443/a"])
def test_urls_that_may_be_asked_for(url: str) -> None:
    Reach(LEARN).check(httpx.URL(url))


REFUSED_ADDRESSES = [
    ("loopback", "127.0.0.1"),
    ("loopback, elsewhere in its net", "127.8.8.8"),
    ("loopback in IPv6", "::1"),
    ("private, class A", "10.0.0.1"),
    ("private, class B", "172.16.5.4"),
    ("private, class C", "192.168.1.1"),
    ("unique local", "fd00::1"),
    ("link-local, cloud metadata", "169.254.169.254"),
    ("link-local in IPv6, with a zone", "fe80::1%eth0"),
    ("metadata of Azure", "168.63.129.16"),
    ("metadata of a cloud with IPv6", "fd00:ec2::254"),
    ("carrier-grade NAT", "100.64.0.1"),
    ("this network", "0.0.0.0"),
    ("unspecified in IPv6", "::"),
    ("broadcast", "255.255.255.255"),
    ("multicast", "224.0.0.1"),
    ("multicast in IPv6", "ff02::1"),
    ("documentation", "192.0.2.1"),
    ("loopback mapped into IPv6", "::ffff:127.0.0.1"),
    ("a private address through NAT64", "64:ff9b::10.0.0.1"),
    ("a private address through 6to4", "2002:0a00:0001::1"),
]


@pytest.mark.parametrize("address", [a for _, a in REFUSED_ADDRESSES], ids=[r for r, _ in REFUSED_ADDRESSES])
def test_addresses_that_are_never_connected_to(address: str) -> None:
    with pytest.raises(NotAllowed):
        check_address(address)


@pytest.mark.parametrize("address", ["13.107.246.40", "2620:1ec:bdf::40", "64:ff9b::13.107.246.40"])
def test_public_addresses_may_be_connected_to(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize("address", ["10.0.0.1", "169.254.169.254", "13.107.246.40"])
def test_a_mirror_is_on_this_machine_and_nowhere_else(address: str) -> None:
    with pytest.raises(NotAllowed):
        check_address(address, loopback=True)


def fetched(url: str, *, reach: Reach, limits: Limits | None = None, **options: Any) -> Answer:
    async def fetch() -> Answer:
        async with Fetcher(reach, limits or Limits(attempts=1), **options) as fetcher:
            return await fetcher.fetch(url)

    return asyncio.run(fetch())


def test_a_name_that_leads_to_a_private_address_is_not_followed() -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return ["13.107.246.40", "10.0.0.7"]

    page = fetched("https://learn.microsoft.com/a", reach=Reach(LEARN), resolve=resolve).page
    assert page.outcome is PageOutcome.UNREACHABLE
    assert page.detail == "10.0.0.7 is not a public address"


def test_a_name_is_resolved_once_and_the_checked_address_is_the_one_connected_to(hostile: Any) -> None:
    """A second answer of the name server (rebinding) would lead to loopback; it is never asked for."""
    answers = iter([["127.0.0.1"], ["10.0.0.7"]])
    asked: list[str] = []

    async def resolve(host: str, _port: int) -> list[str]:
        asked.append(host)
        return next(answers)

    async def fetch() -> list[Answer]:
        async with Fetcher(Reach(LEARN, hostile.url), Limits(attempts=1), resolve=resolve) as fetcher:
            return [await fetcher.fetch(f"https://learn.microsoft.com{path}") for path in ("/good", "/other")]

    assert [answer.page.outcome for answer in asyncio.run(fetch())] == [PageOutcome.FETCHED] * 2
    assert asked == ["127.0.0.1"]


def test_a_name_that_cannot_be_resolved_is_unreachable_and_tried_again() -> None:
    tries: list[str] = []

    async def resolve(host: str, _port: int) -> list[str]:
        tries.append(host)
        raise OSError("name server out of order")

    limits = Limits(attempts=3, first_wait=0.0)
    page = fetched("https://learn.microsoft.com/a", reach=Reach(LEARN), limits=limits, resolve=resolve).page
    assert (page.outcome, len(tries)) == (PageOutcome.UNREACHABLE, 3)


def test_nothing_of_the_environment_comes_along(
    hostile: Any, flag: Callable[..., Flag], new_store: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Proxies, netrc and cookies: the server answers only to who brings none of them."""
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    one = flag("https://learn.microsoft.com/cookie", QUOTE)
    done = refresh([one], new_store(), Reach(LEARN, hostile.url), Limits(attempts=1))
    assert done.flags[0].state is EvidenceState.STANDS


# The certificate is that of the name, although the connection goes to the address.


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl here to make a certificate with")
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test"
    names = ["-addext", "subjectAltName=DNS:learn.microsoft.com", "-keyout", str(file), "-out", f"{file}.crt"]
    subprocess.run([openssl, *options.split(), *names], check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + Path(f"{file}.crt").read_bytes())
    return file


@pytest.fixture(scope="module")
def secure(start: Callable[..., Any], certificate: Path) -> Any:
    with start("--certificate", str(certificate), scheme="https") as server:
        yield server


def test_the_right_name_is_accepted(secure: Any, certificate: Path) -> None:
    tls = ssl.create_default_context(cafile=certificate)
    page = fetched("https://learn.microsoft.com/good", reach=Reach(LEARN, secure.url), tls=tls).page
    assert page.outcome is PageOutcome.FETCHED


def test_another_name_is_refused(secure: Any, certificate: Path) -> None:
    tls = ssl.create_default_context(cafile=certificate)
    reach = Reach(frozenset({"docs.example"}), secure.url)
    page = fetched("https://docs.example/good", reach=reach, tls=tls).page
    assert page.outcome is PageOutcome.UNREACHABLE
    assert "certificate" in page.detail


def test_a_certificate_that_nobody_trusts_is_refused(secure: Any) -> None:
    page = fetched("https://learn.microsoft.com/good", reach=Reach(LEARN, secure.url)).page
    assert page.outcome is PageOutcome.UNREACHABLE
