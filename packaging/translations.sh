#!/usr/bin/env bash
# Gather the texts of the window and the engine into resources/translations/*.ts and make the *.qm files that are
# loaded. New texts come out unfinished: translate them in Qt Linguist (pyside6-linguist) or by
# hand, then run this again. A text is marked with translate("Context", "text"), values are filled
# in with .format() behind it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bin="${SPINNEY_BIN:-.venv/bin}"
folder=resources/translations
gathered="$(mktemp -d "${TMPDIR:-/tmp}/spinney-texts.XXXXXX")"
trap 'rm -rf "$gathered"' EXIT

# The table of actions is data, which lupdate does not read: written out as calls that it does.
PYTHONPATH=. "$bin/python" - "$gathered/actions.py" <<'PYTHON'
import json
import sys

from desktop.actions import ACTIONS, MENUS
from desktop.main_window import DOCKS

texts = [*MENUS, *(dock[1] for dock in DOCKS)]
for info in ACTIONS:
    texts += [info.text, info.help]
with open(sys.argv[1], "w", encoding="utf-8") as out:
    for text in dict.fromkeys(texts):
        out.write(f'translate("Actions", {json.dumps(text, ensure_ascii=False)})\n')
PYTHON

# So are the sentences of the engine, which the window recognises by their form.
"$bin/python" packaging/engine_texts.py "$folder/engine.txt"
sed 's/.*/translate("Engine", &)/' "$folder/engine.txt" > "$gathered/engine.py"

mapfile -t sources < <(grep -rl --include='*.py' 'translate(' desktop | LC_ALL=C sort)
for language in zh_CN; do
    file="$folder/spinney_$language.ts"
    "$bin/pyside6-lupdate" -silent -no-obsolete -locations none -source-language en \
        -target-language "$language" "${sources[@]}" "$gathered/actions.py" "$gathered/engine.py" -ts "$file"
    "$bin/pyside6-lrelease" -silent "$file" -qm "${file%.ts}.qm"
done
