"""Where a web address really leads, and whether that is somewhere private.

Names are looked up only after permission was given: a question to a name server can itself carry
something away.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.errors import ToolError


@dataclass(frozen=True, slots=True)
class Destination:
    """A host as it was looked up, once; connections go to these addresses and to no others."""

    scheme: str
    host: str
    port: int
    addresses: tuple[str, ...]

    @property
    def private(self) -> bool:
        return any(not is_public(address) for address in self.addresses)

    @property
    def site(self) -> str:
        default = 443 if self.scheme == "https" else 80
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return shown if self.port == default else f"{shown}:{self.port}"


def is_public(address: str) -> bool:
    """Whether an address is on the open internet, seen through IPv6 wrappings of IPv4."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if inner is None and parsed in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return parsed.is_global and not parsed.is_multicast


def is_metadata(address: str) -> bool:
    """Whether a machine's own credentials may be served there: the link-local addresses of clouds."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if inner is None and parsed in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        parsed = inner or parsed
    return parsed.is_link_local or str(parsed) in ("fd00:ec2::254", "100.100.100.200")


def named_private(host: str) -> bool:
    """Whether a host says of itself that it is not on the open internet."""
    name = host.lower().rstrip(".")
    try:
        return not is_public(name)
    except ValueError:
        return name == "localhost" or name.endswith((".localhost", ".local", ".internal"))


def parse(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of a web address."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ToolError(f"{url} is not a valid web address.") from error
    if parts.scheme not in ("http", "https") or not host:
        raise ToolError(f"{url} is not a web address.", "It must begin with https:// or http://.")
    if parts.username or parts.password:
        raise ToolError("Web addresses with a user name or password in them are not fetched.")
    return parts.scheme, host, port or (443 if parts.scheme == "https" else 80)


async def resolve(url: str, *, through_proxy: bool = False) -> Destination:
    """Look the host up, once. Behind a proxy a name that only the proxy knows is no error."""
    scheme, host, port = parse(url)
    loop = asyncio.get_running_loop()
    try:
        found = await asyncio.wait_for(
            loop.getaddrinfo(host, port, type=socket.SOCK_STREAM), timeout=10
        )
    except (OSError, TimeoutError, UnicodeError) as error:
        if through_proxy:
            return Destination(scheme, host, port, ())
        raise ToolError(f"The host {host} cannot be found.", "Check the address.") from error
    addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    return Destination(scheme, host, port, addresses)
