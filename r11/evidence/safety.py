"""What may be contacted: which URLs, and which addresses behind them.

Two checks, because a name can point anywhere: the URL is checked as written (https, an allowed host, no user name, no
odd port), for every redirect again; then its host is resolved once, every address is checked, and the connection is
made to that very address, so that a second answer of the name server cannot lead elsewhere.

Loopback is reached in one case only: where the caller names a mirror, a server on this machine that stands in for all
allowed hosts (rehearsals, tests). Everything else is checked as if the real host were asked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import httpx

Resolver = Callable[[str, int], Awaitable[list[str]]]

_METADATA: Final = frozenset({ipaddress.ip_address("168.63.129.16")})  # Azure's, the one that is not link-local
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


class NotAllowed(Exception):
    """The URL or an address behind it may not be contacted: the sentence says why."""


@dataclass(frozen=True)
class Endpoint:
    """Where a request goes in fact: the URL with the checked address in place of the name, and the name."""

    url: httpx.URL
    name: str


@dataclass(frozen=True)
class Reach:
    """What may be contacted: `hosts` by name, or in place of them all a `mirror`, `http://127.0.0.1:PORT`."""

    hosts: frozenset[str]
    mirror: httpx.URL | None = None

    def check(self, url: httpx.URL) -> None:
        """Raises NotAllowed unless the URL itself may be asked for."""
        if url.scheme != "https":
            raise NotAllowed(f"the URL is {url.scheme or 'relative'} and not https")
        if url.userinfo:
            raise NotAllowed("the URL carries a user name")
        if url.host not in self.hosts:
            raise NotAllowed(f"the host {url.host} is not among the allowed hosts")
        if url.port not in (None, 443):
            raise NotAllowed(f"port {url.port} is not the port of https")

    async def endpoint(self, url: httpx.URL, resolve: Resolver, turn: int = 0) -> Endpoint:
        """The checked place to connect to; `turn` chooses among several addresses. Raises NotAllowed, OSError."""
        self.check(url)
        target = self._target(url)
        addresses = await resolve(target.host, target.port or 443)
        for address in addresses:
            check_address(address, loopback=self.mirror is not None)
        return Endpoint(target.copy_with(host=addresses[turn % len(addresses)]), url.host)

    def _target(self, url: httpx.URL) -> httpx.URL:
        if self.mirror is None:
            return url
        return url.copy_with(scheme=self.mirror.scheme, host=self.mirror.host, port=self.mirror.port)


def check_address(address: str, *, loopback: bool = False) -> None:
    """Raises NotAllowed unless the address is public, or loopback where that is allowed (then nothing else is)."""
    ip = _unwrapped(ipaddress.ip_address(address.partition("%")[0]))
    if loopback:
        if not ip.is_loopback:
            raise NotAllowed(f"{address} is not a loopback address")
    elif not ip.is_global or ip.is_multicast or ip.is_reserved or ip in _METADATA:
        raise NotAllowed(f"{address} is not a public address")


def _unwrapped(ip: ipaddress.IPv4Address | ipaddress.IPv6Address) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The IPv4 address that an IPv6 address only wraps (mapped, 6to4, NAT64)."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


async def resolve_by_system(host: str, port: int) -> list[str]:
    """The addresses of a host in the system's order, IPv4 first: a network without IPv6 is common. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
