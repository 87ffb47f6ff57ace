"""One web search: a JSON request on standard input, a JSON answer on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any


def main(_arguments: Sequence[str] = ()) -> None:
    request = json.load(sys.stdin)
    answer: dict[str, Any]
    try:
        from ddgs import DDGS
        from ddgs.exceptions import DDGSException

        try:
            client = DDGS(proxy=request["proxy"], timeout=15, verify=request["ca_file"] or True)
            answer = {"results": client.text(request["query"], max_results=request["limit"])}
        except DDGSException as error:
            empty = "no results" in str(error).lower()
            answer = {"results": []} if empty else {"error": str(error).strip().rstrip(".")}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    json.dump(answer, sys.stdout)
