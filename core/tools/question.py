"""Ask the person something."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.base import Parameters, Tool, ToolContext, ToolResult
from core.tools.describe import describe


class Choice(BaseModel):
    model_config = ConfigDict(extra="ignore")

    label: str = Field(min_length=1, description="What is chosen, in one to five words.")
    description: str = Field("", description="What choosing it means.")


class Question(BaseModel):
    """One question; without options the answer is free text."""

    model_config = ConfigDict(extra="ignore")

    question: str = Field(min_length=1, description="The whole question.")
    header: str = Field("", description="One or two words as a title.", max_length=60)
    options: list[Choice] = Field(default_factory=list, max_length=12)
    multiple: bool = Field(False, description="More than one option may be chosen.")
    custom: bool = Field(True, description="The person may write an answer of their own.")

    @model_validator(mode="before")
    @classmethod
    def _rename(cls, values: Any) -> Any:
        if isinstance(values, dict):
            values = dict(values)
            for other in ("multiSelect", "multi_select"):
                if other in values:
                    values.setdefault("multiple", values.pop(other))
            values["options"] = [
                {"label": option} if isinstance(option, str) else option
                for option in values.get("options") or ()
            ]
        return values

    @model_validator(mode="after")
    def _can_be_answered(self) -> Question:
        labels = [option.label for option in self.options]
        if len(set(labels)) != len(labels):
            raise ValueError("two options have the same label")
        if not labels and not self.custom:
            raise ValueError("a question without options needs custom answers")
        return self


class QuestionArguments(Parameters):
    questions: list[Question] = Field(min_length=1, max_length=5)

    @model_validator(mode="before")
    @classmethod
    def _single(cls, values: Any) -> Any:
        if isinstance(values, dict) and "question" in values and "questions" not in values:
            return {"questions": [values]}
        return values


class QuestionTool(Tool[QuestionArguments]):
    name = "question"
    parameters = QuestionArguments

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("question")

    async def asks(self, args: QuestionArguments, context: ToolContext) -> list[Ask]:
        return [Ask("question", ("*",), ("*",), "Ask the person a question")]

    async def run(self, args: QuestionArguments, context: ToolContext) -> ToolResult:
        if context.services.questions is None:
            raise ToolError(
                "Nobody can be asked here.", "Decide yourself and say what you assumed."
            )
        asked = [question.model_dump() for question in args.questions]
        answers = await context.services.questions.ask(context, asked)
        blocks = []
        for index, question in enumerate(args.questions):
            given = answers[index] if index < len(answers) else []
            blocks.append(f"{question.question}\n→ {', '.join(given) or '(no answer)'}")
        return ToolResult(
            "\n\n".join(blocks),
            title=args.questions[0].header or args.questions[0].question,
            metadata={"questions": asked, "answers": answers},
        )
