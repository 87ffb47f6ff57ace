#!/usr/bin/env bash
# Prepare a clean clone: the `.venv` folder with the pinned packages, and the system libraries.
#
#   packaging/setup.sh          what running Spinney needs
#   packaging/setup.sh test     that, and what its tests need
#
# A second run does nothing: a stamp in `.venv` holds a hash of everything that decides the outcome.
# PYTHON=/path/to/python3.12 chooses the interpreter; otherwise the first that fits is taken.
set -euo pipefail

purpose="${1:-run}"
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
venv="$root/.venv"
log="$venv/setup.log"
constraints="$root/packaging/constraints.txt"

# A person's own Python settings must not leak into the environment that is built here.
unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX VIRTUAL_ENV
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

# ---- system libraries (Debian and Ubuntu) -------------------------------------------------------

# "a|b" are two names of one package: a release renamed it.
run_packages=(
    libegl1 libgl1 'libglib2.0-0|libglib2.0-0t64' libgssapi-krb5-2 libdbus-1-3 libfontconfig1
    fonts-dejavu-core libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1
    libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libwayland-cursor0 bubblewrap
)
# The font is for the pictures of the window in Chinese.
test_packages=(xvfb xdotool dbus gnome-keyring fonts-wqy-microhei)

is_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

missing_packages() {
    local wanted=("${run_packages[@]}") present entry name found
    [ "$purpose" = test ] && wanted+=("${test_packages[@]}")
    present=" $(dpkg-query -W -f='${db:Status-Status}=${Package} ' 2>/dev/null) "
    for entry in "${wanted[@]}"; do
        found=no
        for name in ${entry//|/ }; do
            [[ "$present" == *" installed=$name "* ]] && found=yes
        done
        [ "$found" = yes ] || printf '%s\n' "${entry%%|*}"
    done
}

apt_install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || say "The package lists could not be refreshed; trying with the old ones."
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

apt_command() { printf 'sudo apt-get update && sudo apt-get install -y --no-install-recommends %s' "$*"; }

install_system_libraries() {
    is_debian || return 0
    local missing
    missing="$(missing_packages | tr '\n' ' ')"
    missing="${missing% }"
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        say "These system packages are missing, and only root may install them: $missing"
        say "Run this once:  $(apt_command "$missing")"
        return 1
    fi
    say "Installing system packages: $missing"
    # shellcheck disable=SC2086  # one word per package
    if ! apt_install $missing; then
        say "apt-get could not install them (its reason is above). Going on without."
        return 1
    fi
}

# ---- Python --------------------------------------------------------------------------------------

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1
}

find_python() {
    local candidate seen=""
    if [ -n "${PYTHON:-}" ]; then
        fits "$PYTHON" || fail "PYTHON=$PYTHON is not a working Python 3.11, 3.12 or 3.13." \
            "Name another one, or leave PYTHON out to have it looked for."
        command -v "$PYTHON"
        return
    fi
    for candidate in python3 python3.13 python3.12 python3.11 python; do
        command -v "$candidate" >/dev/null || continue
        if fits "$candidate"; then
            command -v "$candidate"
            return
        fi
        seen="$seen${seen:+, }$candidate is $("$candidate" -c \
            'import platform; print(platform.python_version())' 2>/dev/null || echo broken)"
    done
    fail "Spinney needs Python 3.11, 3.12 or 3.13, but none was found (${seen:-there is no python at all})." \
        "Install one (Debian, Ubuntu: apt-get install python3 python3-venv), or name it: make run PYTHON=/path/to/python3.11"
}

require_venv_module() {
    "$1" -c 'import venv, ensurepip' >/dev/null 2>&1 && return
    local package
    package="$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    if is_debian && [ "$(id -u)" -eq 0 ]; then
        say "Installing $package, which makes virtual environments."
        apt_install "$package" || true
        "$1" -c 'import venv, ensurepip' >/dev/null 2>&1 && return
    fi
    fail "$1 cannot make virtual environments: its venv module is missing." \
        "On Debian or Ubuntu run:  $(apt_command "$package")"
}

make_environment() {
    local python=""
    [ -z "${PYTHON:-}" ] || python="$(find_python)" || exit 1
    if [ -e "$venv/pyvenv.cfg" ] && fits "$venv/bin/python" &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1 &&
        [ "$(cat "$venv/.spinney-root" 2>/dev/null)" = "$root" ]; then
        return
    fi
    [ -n "$python" ] || python="$(find_python)" || exit 1
    require_venv_module "$python"
    if [ -e "$venv" ] && [ ! -e "$venv/pyvenv.cfg" ] && [ -n "$(ls -A "$venv")" ]; then
        fail "$venv exists and is not a virtual environment. Move it away and start again."
    fi
    say "Making .venv with $("$python" -V 2>&1) ($python)."
    rm -rf "$venv"
    "$python" -m venv "$venv" || fail "The virtual environment could not be made (the reason is above)."
    printf '%s' "$root" >"$venv/.spinney-root"
}

# Names the big downloads as they come, so that a slow line does not look like a hang.
show_progress() {
    awk '
        /Downloading .*\([0-9.]+ MB\)/ {
            size = $(NF - 1); sub(/^\(/, "", size)
            file = $(NF - 2); sub(/^.*\//, "", file)
            if (size + 0 >= 5) { printf "setup:   %s, %s MB\n", file, size; fflush() }
        }
        /^Installing collected packages/ && NF > 20 { print "setup:   unpacking"; fflush() }
    '
}

pip_install() {
    local status=0
    "$venv/bin/python" -m pip install --progress-bar off -c "$constraints" "$@" 2>&1 |
        tee -a "$log" | show_progress || status=$?
    [ "$status" -eq 0 ] && return
    if grep -qE 'NewConnectionError|NameResolutionError|Temporary failure in name|Failed to establish|Network is unreachable|ConnectTimeout|ProxyError|ReadTimeout' "$log"; then
        fail "The packages could not be downloaded: no network, or a proxy stands in the way." \
            "What is already downloaded is kept; start again when the network is back. Everything pip said: $log"
    fi
    if grep -q 'No space left on device' "$log"; then
        fail "The disk is full. Spinney's packages need about 2 GB under $venv."
    fi
    grep -E '^ *(ERROR|error)' "$log" | tail -n 5 >&2 || true
    fail "The packages could not be installed. Everything pip said: $log"
}

install_packages() {
    : >"$log"
    say "Installing the pinned packages (about 400 MB the first time)."
    pip_install setuptools
    # The project is built with the pinned setuptools; a private build environment would fetch another.
    (cd "$root" && pip_install --no-build-isolation -e '.[dev]')
}

check_qt_loads() {
    local reason
    reason="$("$venv/bin/python" -I -c 'import PySide6.QtWidgets, PySide6.QtNetwork' 2>&1)" && return
    if is_debian; then
        fail "Qt cannot be loaded: ${reason##*$'\n'}" \
            "Run this once:  $(apt_command "$(missing_packages | tr '\n' ' ')")"
    fi
    fail "Qt cannot be loaded: ${reason##*$'\n'}" \
        "Install the system package that holds the library named above, then start again."
}

# ---- the run -------------------------------------------------------------------------------------

hash_of() {
    {
        printf '%s\n' "$1" "$root"
        cat "$root/pyproject.toml" "$constraints" "$root/packaging/setup.sh"
    } | { sha256sum 2>/dev/null || shasum -a 256; } | cut -d ' ' -f 1
}

is_stamped() { [ -x "$venv/bin/python" ] && [ "$(cat "$venv/.stamp-$1" 2>/dev/null)" = "$(hash_of "$1")" ]; }

case "$purpose" in
run | test) ;;
*) fail "Usage: packaging/setup.sh [test]" ;;
esac

is_stamped "$purpose" && exit 0
started=$SECONDS
complete=yes
install_system_libraries || complete=no
if ! is_stamped python; then
    make_environment
    install_packages
    check_qt_loads
    hash_of python >"$venv/.stamp-python"
    say "Ready after $((SECONDS - started)) s."
fi
# With system packages missing there is no stamp, so that the command to run is named again.
if [ "$complete" = yes ]; then hash_of "$purpose" >"$venv/.stamp-$purpose"; fi
