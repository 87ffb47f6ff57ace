"""Languages: which there are, and the words of the one that is used.

Texts are marked with ``translate("Context", "text")``, where Qt Linguist's tools find them;
``packaging/translations.sh`` gathers them and makes the files that are loaded here.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core.paths import RESOURCES

FOLDER = RESOURCES / "translations"
LANGUAGES = (("en", "English"), ("zh_CN", "简体中文"))
"""Each language in its own words, so that a person finds theirs."""

_PROPERTY = "spinneyTranslators"


def translate(context: str, text: str) -> str:
    """The text in the language that is used; the text itself where it has no translation."""
    return QCoreApplication.translate(context, text)


def in_english() -> bool:
    """Whether texts are shown as they stand in the code."""
    app = QCoreApplication.instance()
    return app is None or not app.property(_PROPERTY)


def chosen_language(choice: str) -> str:
    """The language for a setting: as named, or as the system has it ("" and unknown names)."""
    known = [code for code, _name in LANGUAGES]
    if choice in known:
        return choice
    for wanted in QLocale.system().uiLanguages():
        code = wanted.replace("-", "_")
        if code in ("zh", "zh_CN", "zh_SG") or code.startswith("zh_Hans"):
            return "zh_CN"
        if code.split("_")[0] == "en":
            return "en"
    return "en"


def install(app: QCoreApplication, choice: str = "") -> str:
    """Use a language from now on: texts that are made afterwards are in it. Returns its code."""
    for before in app.property(_PROPERTY) or ():
        app.removeTranslator(before)
    language = chosen_language(choice)
    QLocale.setDefault(QLocale(language))
    used: list[QTranslator] = []
    if language != "en":
        library = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in ((f"qtbase_{language}", library), (f"spinney_{language}", str(FOLDER))):
            translator = QTranslator(app)
            if translator.load(name, folder):
                app.installTranslator(translator)
                used.append(translator)
    app.setProperty(_PROPERTY, used)
    return language
