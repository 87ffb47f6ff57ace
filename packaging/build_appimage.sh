#!/usr/bin/env bash
# Build dist/Spinney-VERSION-ARCH.AppImage from dist/spinney. Needs appimagetool on the PATH.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v appimagetool >/dev/null || {
    echo "build: appimagetool is not on the PATH. Get it from the AppImage project, then start again." >&2
    exit 1
}
[ -x dist/spinney/spinney ] || packaging/build.sh

version="$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' core/__init__.py)"
tree="build/Spinney.AppDir"

rm -rf "$tree"
install -d "$tree/usr/lib"
cp -a dist/spinney "$tree/usr/lib/spinney"
install -Dm644 resources/spinney.desktop "$tree/spinney.desktop"
install -Dm644 resources/icons/spinney.svg "$tree/spinney.svg"
cat >"$tree/AppRun" <<'APPRUN'
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/usr/lib/spinney/spinney" "$@"
APPRUN
chmod 755 "$tree/AppRun"

target="dist/Spinney-$version-$(uname -m).AppImage"
ARCH="$(uname -m)" VERSION="$version" appimagetool "$tree" "$target"
echo "build: $target is ready ($(du -h "$target" | cut -f 1))"
