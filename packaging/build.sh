#!/usr/bin/env bash
# Build the self-contained program in dist/spinney, which the .deb and the AppImage carry.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packaging/setup.sh
if ! .venv/bin/python -c 'import PyInstaller' 2>/dev/null; then
    echo "build: installing PyInstaller"
    .venv/bin/python -m pip install -q -c packaging/constraints.txt --no-build-isolation -e '.[package]'
fi
command -v objdump >/dev/null || {
    echo "build: PyInstaller needs objdump. Run:  sudo apt-get install -y binutils" >&2
    exit 1
}
echo "build: freezing (some minutes)"
.venv/bin/python -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/pyinstaller \
    packaging/spinney.spec
echo "build: dist/spinney is ready ($(du -sh dist/spinney | cut -f 1))"
