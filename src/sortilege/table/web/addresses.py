"""Addresses of visitors: whose allowance is whose, and who is this machine itself."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

HOME_BITS = 64


@lru_cache(8192)
def network(address: str) -> str:
    """What counts as one visitor: an IPv4 address, or the /64 that one home has in IPv6."""
    found = read(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, HOME_BITS), strict=False))
    return str(found) if found else address


def is_loopback(address: str) -> bool:
    found = read(address)
    return found is not None and found.is_loopback


def read(address: str) -> IPv4Address | IPv6Address | None:
    """An address, with IPv4 in IPv6's clothes as what it is; None for what is none, such as a test's client."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
