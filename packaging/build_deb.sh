#!/usr/bin/env bash
# Build dist/spinney_VERSION_ARCH.deb from dist/spinney (made first if it is not there).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v dpkg-deb >/dev/null || {
    echo "build: dpkg-deb is missing; this recipe runs on Debian and Ubuntu." >&2
    exit 1
}
[ -x dist/spinney/spinney ] || packaging/build.sh

version="$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' core/__init__.py)"
architecture="$(dpkg --print-architecture)"
tree="build/deb"
target="dist/spinney_${version}_${architecture}.deb"

rm -rf "$tree"
install -d "$tree/DEBIAN" "$tree/opt" "$tree/usr/bin"
cp -a dist/spinney "$tree/opt/spinney"
ln -s ../../opt/spinney/spinney "$tree/usr/bin/spinney"
install -Dm644 resources/spinney.desktop "$tree/usr/share/applications/spinney.desktop"
install -Dm644 resources/icons/spinney.svg "$tree/usr/share/icons/hicolor/scalable/apps/spinney.svg"
install -Dm644 LICENSE "$tree/usr/share/doc/spinney/copyright"

cat >"$tree/DEBIAN/control" <<CONTROL
Package: spinney
Version: $version
Architecture: $architecture
Maintainer: The Spinney authors <spinney@localhost>
Section: devel
Priority: optional
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f 1)
Depends: git, libegl1, libgl1, libglib2.0-0 | libglib2.0-0t64, libgssapi-krb5-2, libdbus-1-3, libfontconfig1, libxkbcommon-x11-0, libxcb-cursor0, libxcb-icccm4, libxcb-image0, libxcb-keysyms1, libxcb-render-util0, libxcb-shape0, libxcb-xkb1, libwayland-cursor0
Recommends: bubblewrap, fonts-dejavu-core
Description: native desktop home for coding agents
 Sessions, subagents, permissions, tasks and worktrees of coding agents in one
 window, and the same engine without a window as "spinney exec".
CONTROL

dpkg-deb --root-owner-group -Zxz --build "$tree" "$target" >/dev/null
echo "build: $target is ready ($(du -h "$target" | cut -f 1)). Install it with:  sudo apt install ./$target"
