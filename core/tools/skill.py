"""Load a skill: instructions and files for one kind of work."""

from __future__ import annotations

import asyncio

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.skills.skill import Skill, load_skill
from core.tools.base import Parameters, RunLimits, Tool, ToolContext, ToolResult
from core.tools.describe import describe


class SkillParameters(Parameters):
    name: str = Field(description="The skill's name as it is listed.")
    arguments: str = Field("", description="What to apply it to, if it needs to know.")


class SkillTool(Tool[SkillParameters]):
    name = "skill"
    parameters = SkillParameters

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("skill")

    async def asks(self, args: SkillParameters, context: ToolContext) -> list[Ask]:
        return [Ask("skill", (args.name,), (args.name,), title=f"Load the skill {args.name}")]

    async def run(self, args: SkillParameters, context: ToolContext) -> ToolResult:
        if context.services.skills is None:
            raise ToolError("Skills are not available here.")
        catalog = await context.services.skills(context.session)
        skill = catalog.get(args.name)
        if not skill.for_model:
            raise ToolError(f"The skill {skill.name} is started by people only.")
        loaded = await asyncio.to_thread(load_skill, skill)
        text = loaded.for_model()
        if args.arguments:
            text = f"{text}\n\nArguments: {args.arguments}"
        if skill.context == "fork":
            return await self._in_child(skill, text, context)
        if context.services.skill_loaded is not None:
            await context.services.skill_loaded(context.session, skill)
        return ToolResult(text, title=skill.name, metadata={"folder": str(skill.folder)})

    @staticmethod
    async def _in_child(skill: Skill, prompt: str, context: ToolContext) -> ToolResult:
        if context.services.tasks is None:
            raise ToolError("Tasks are not available here.")
        context.limits = RunLimits(skill.rules, skill.allowed_tools, skill.name)
        return await context.services.tasks.launch(
            context,
            {
                "description": f"skill {skill.name}",
                "prompt": prompt,
                "subagent_type": skill.agent or "general",
                "run_in_background": skill.background,
                "model": skill.model,
            },
        )
