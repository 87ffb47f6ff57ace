"""Keeping a request with the provider it was meant for.

The client underneath follows redirects to any host and takes along everything but one header: the
conversation, and keys in headers of other names. A model's address has no reason to lead elsewhere.
"""

from __future__ import annotations

from typing import Any

MOST = 5


def stay_with_the_provider() -> None:
    """From now on requests of this process follow redirects on the same host only; another one is
    the answer, which is then an error that the person sees."""
    import httpx

    send = httpx.AsyncClient.send

    async def send_here(
        client: httpx.AsyncClient, request: httpx.Request, **options: Any
    ) -> httpx.Response:
        options["follow_redirects"] = False
        response = await send(client, request, **options)
        for _ in range(MOST):
            following = response.next_request
            if following is None or not _same_host(request.url, following.url):
                break
            await response.aclose()
            request = following
            response = await send(client, request, **options)
        return response

    httpx.AsyncClient.send = send_here  # type: ignore[method-assign, assignment]


def _same_host(one: Any, other: Any) -> bool:
    same = (one.host, one.port) == (other.host, other.port)
    # The usual step from http to https of one host.
    safer = one.host == other.host and (one.scheme, other.scheme) == ("http", "https")
    return (same and one.scheme == other.scheme) or (safer and one.port is None)
