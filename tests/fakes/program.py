"""Agents that do what their prompt says: the first line of it is a program of steps.

    prompt = program(step("list", path="."), background("dig", program(...)), words("Done."))

The answer to a request depends only on the request (how many answers it already holds), so any number
of agents can run at once, be interrupted, resumed and restarted, and still know where they are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.script import Call, Gate, Pause, Piece, Reply, Say

MARK = "PROGRAM "
Step = dict[str, Any]


def program(*steps: Step) -> str:
    return MARK + json.dumps(steps)


def words(text: str, **more: Any) -> Step:
    return {"say": text, **more}


def step(tool: str, /, **arguments: Any) -> Step:
    return {"calls": [[tool, arguments]]}


def together(*steps: Step) -> Step:
    """Several calls in one answer."""
    return {"calls": [call for one in steps for call in one["calls"]]}


def agent(description: str, prompt: str, **more: Any) -> Step:
    return step("task", description=description, prompt=prompt, **more)


def background(description: str, prompt: str, **more: Any) -> Step:
    return agent(description, prompt, run_in_background=True, **more)


class Programs:
    """Plays programs on a model server. ``pause`` is how long each answer takes; a step with
    ``gate`` waits there until the test opens it; ``repeat`` plays a root's program over and over; an
    argument that is a key of ``texts`` stands for that text."""

    def __init__(
        self,
        server: ModelServer,
        *,
        pause: float = 0.0,
        otherwise: str = "Done.",
        repeat: bool = False,
    ) -> None:
        self.pause = pause
        self.repeat = repeat
        self.otherwise = otherwise
        self.gates: dict[str, Gate] = {}
        self.texts: dict[str, str] = {}
        self.script = server.script("program", is_program)
        self.script.otherwise(self.answer)

    def gate(self, name: str) -> Gate:
        return self.gates.setdefault(name, Gate())

    def answer(self, request: ServerRequest) -> Reply:
        steps = steps_of(request)
        taken = sum(message["role"] == "assistant" for message in request.messages)
        if self.repeat and "task" in request.tools:
            taken %= len(steps)
        now: Step = steps[taken] if taken < len(steps) else words(self.otherwise)
        pieces: list[Piece] = []
        if pause := now.get("pause", self.pause):
            pieces.append(Pause(pause))
        if "gate" in now:
            pieces.append(self.gate(now["gate"]))
        if "say" in now:
            pieces.append(Say(now["say"]))
        for tool, arguments in now.get("calls", []):
            given = {name: self.texts.get(str(value), value) for name, value in arguments.items()}
            pieces.append(Call(tool, **given))
        if "fail" in now:
            return Reply(status=now["fail"], message="scripted failure")
        return Reply(tuple(pieces))


def is_program(request: ServerRequest) -> bool:
    return bool(request.prompts) and MARK in request.prompts[0]


def steps_of(request: ServerRequest) -> Sequence[Step]:
    found: list[Step] = json.loads(request.prompts[0].partition(MARK)[2].splitlines()[0])
    return found
