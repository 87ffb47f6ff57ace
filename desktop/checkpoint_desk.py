"""Going back and forward, and looking at what turns changed, done with the engine."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from core.checkpoints.models import RevertPreview, RevertResult, What
from core.engine import Engine
from core.errors import SpinneyError
from core.sessions.models import PatchPart, Session
from desktop import dialogs
from desktop.chat.composer import Composer
from desktop.checkpoints.dialog import GoBackDialog, PromptChoice
from desktop.checkpoints.words import changes_text
from desktop.diff_viewer import DiffViewer
from desktop.i18n import translate


class CheckpointDesk:
    """A prompt that was undone goes back into the composer, and out of it again with redo."""

    def __init__(
        self,
        engine: Engine,
        window: QWidget,
        say: Callable[[str, str, str], None],
        composer: Composer,
    ) -> None:
        self._engine = engine
        self._window = window
        self._say = say
        self._composer = composer
        self._returned: dict[str, str] = {}

    async def choose(self, session: Session) -> None:
        """Ask which prompt, then go back to it."""
        revert = session.revert
        hidden = revert.hides_from if revert is not None else None
        prompts = []
        for checkpoint in await self._engine.checkpoints(session.id):
            if checkpoint.message_id == hidden:
                break
            changed = changes_text(checkpoint.files, checkpoint.additions, checkpoint.deletions)
            prompts.append((checkpoint.message_id, checkpoint.prompt, changed))
        if not prompts:
            raise SpinneyError(
                translate("GoingBack", "There is no prompt to go back to in this session."),
                translate(
                    "GoingBack", "Checkpoints are made before prompts that may change files."
                ),
            )
        dialog = PromptChoice(prompts, self._window)
        chosen: list[str] = []
        dialog.accepted.connect(lambda: chosen.append(dialog.chosen))
        await dialogs.run(dialog)
        if chosen and chosen[0]:
            await self.go_back(session.id, chosen[0])

    async def go_back(self, session_id: str, message_id: str) -> None:
        preview = await self._engine.preview_revert(session_id, message_id, "both")
        wanted = await self._agreed(preview)
        if wanted is None:
            return
        what, overwrite = wanted
        result = await self._engine.revert(session_id, message_id, what, overwrite=overwrite)
        if what != "files":
            self._composer.put_back(preview.prompt)
            self._returned[session_id] = preview.prompt
        self._tell(result)

    async def redo(self, session_id: str) -> None:
        preview = await self._engine.preview_redo(session_id)
        wanted = await self._agreed(preview, redo=True)
        if wanted is None:
            return
        self._tell(await self._engine.redo(session_id, overwrite=wanted[1]))
        if self._composer.edit.toPlainText() == self._returned.pop(session_id, None):
            self._composer.edit.clear()

    async def show_patch(self, part: PatchPart) -> None:
        """The diff of one turn."""
        if not part.before or not part.after:
            return
        text = await self._engine.patch_diff(part.session_id, part.before, part.after)
        changed = changes_text(len(part.files), part.additions, part.deletions)
        DiffViewer(changed, text, self._window).show()

    async def show_session(self, session: Session) -> None:
        """The diffs of all its turns."""
        text = await self._engine.session_diff(session.id)
        if not text:
            raise SpinneyError(translate("GoingBack", "This session has changed no files."))
        summary = session.summary
        changed = changes_text(summary.files, summary.additions, summary.deletions)
        DiffViewer(f"{session.title}: {changed}", text, self._window).show()

    async def _agreed(
        self, preview: RevertPreview, *, redo: bool = False
    ) -> tuple[What, list[str]] | None:
        """What the person wants, read before the dialog is gone; None when they changed their mind."""
        dialog = GoBackDialog(preview, self._window, redo=redo)
        wanted: list[tuple[What, list[str]]] = []
        dialog.accepted.connect(lambda: wanted.append((dialog.what, dialog.overwrite)))
        await dialogs.run(dialog)
        return wanted[0] if wanted else None

    def _tell(self, result: RevertResult) -> None:
        if result.kept:
            some = ", ".join(result.kept[:3]) + (" …" if len(result.kept) > 3 else "")
            self._say(
                "info",
                translate("GoingBack", "Left as they are: {}.").format(some),
                translate("GoingBack", "Someone else changed them, or they could not be written."),
            )
