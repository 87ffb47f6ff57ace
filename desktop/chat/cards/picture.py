"""An image of the conversation, read from our own attachments and never from an address."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImageReader, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from desktop.i18n import translate
from desktop.tips import plain_tip

_HIGHEST = 360
_LARGEST_FILE_PIXELS = 6000


class Picture(QWidget):
    def __init__(self, path: str, name: str) -> None:
        super().__init__()
        self.setAccessibleName(translate("Cards", "Image {}").format(name))
        self.setToolTip(plain_tip(name))
        reader = QImageReader(path)
        reader.setAutoTransform(True)
        size = reader.size()
        self._pixmap = QPixmap()
        if size.isValid():
            bound = size.scaled(1600, 1600, Qt.AspectRatioMode.KeepAspectRatio)
            if size.width() > bound.width() and max(size.width(), size.height()) < 65_000:
                reader.setScaledSize(bound)
            self._pixmap = QPixmap.fromImage(reader.read())

    def height_for(self, width: int) -> int:
        return self._scaled(width).height() if not self._pixmap.isNull() else 24

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._pixmap.isNull():
            painter.drawText(
                self.rect(),
                Qt.AlignmentFlag.AlignVCenter,
                translate("Cards", "The image cannot be shown."),
            )
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        target = self.rect()
        target.setSize(self._scaled(self.width()))
        painter.drawPixmap(target, self._pixmap)

    def _scaled(self, width: int) -> QSize:
        size = self._pixmap.size()
        if size.width() > width or size.height() > _HIGHEST:
            size = size.scaled(width, _HIGHEST, Qt.AspectRatioMode.KeepAspectRatio)
        return size
