"""Guess from what a command printed whether the sandbox stopped it."""

from __future__ import annotations

import re

_WRITE = re.compile(r"read-only file ?system|EROFS|errno 30\b|device or resource busy", re.I)
_NETWORK = re.compile(
    r"could ?n[o']t resolve|name or service not known|temporary failure in name resolution"
    r"|network is unreachable|ENETUNREACH|ENOTFOUND|EAI_AGAIN|getaddrinfo|no such host"
    r"|nodename nor servname|dns error|failed to lookup address|unable to resolve host"
    r"|name resolution|could not resolve host",
    re.I,
)
_SOCKET = re.compile(
    r"cannot (?:open|connect to).{0,20}(?:display|X server)|could not connect to display"
    r"|failed to connect to (?:the )?(?:bus|session bus|wayland)|cannot autolaunch d-bus"
    r"|could not open a connection to your authentication agent|docker daemon"
    r"|podman\.sock|no secret service|gpg: can't connect to the",
    re.I,
)
_KERNEL = re.compile(
    r"operation not permitted.*(?:namespace|mount|ptrace)|unshare failed|clone.*EPERM", re.I
)


def looks_blocked(exit_code: int, output: str, network: bool) -> str | None:
    """A sentence if the sandbox probably stopped the command, otherwise None.

    ``network`` tells whether the command had the network. Only failures count: a command that
    succeeded in spite of a message was not stopped.
    """
    if exit_code == 0:
        return None
    output = output[-20_000:]
    if not network and _NETWORK.search(output):
        return "The command seems to need the network, which the sandbox does not give."
    if _WRITE.search(output):
        return "The command seems to write outside the project or to a guarded file."
    if _SOCKET.search(output):
        return "The command seems to need a display, keyring, agent or container of the host."
    if _KERNEL.search(output):
        return "The command seems to need rights that the sandbox does not give."
    return None
