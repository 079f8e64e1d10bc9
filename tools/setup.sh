#!/bin/sh
# Make this clone ready: "setup.sh demo" for a running site, "setup.sh dev" for tests and checks as well.
# Does nothing, in a moment, when nothing has changed since the last time.
set -eu
cd "$(dirname "$0")/.."
level=$1

say() { printf 'setup: %s\n' "$*" >&2; }

# Debian packages, as root or through sudo without a password; otherwise returns 1.
debian() {
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" = 0 ]; then run=env; elif sudo -n true 2>/dev/null; then run=sudo; else return 1; fi
    say "installing $* from Debian"
    $run apt-get -qq update >&2
    $run env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >&2
}

find_python() {
    for name in ${PYTHON:-} python3.11 python3.12 python3.13 python3.14 python3; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    say "no Python 3.11 or newer found. Install one, or name it: make PYTHON=/path/to/python3 ..."
    return 1
}

make_venv() {
    [ -x .venv/bin/python ] && .venv/bin/python -c 'import pip' 2>/dev/null && return
    python=$(find_python)
    "$python" -c 'import ensurepip' 2>/dev/null || debian python3-venv || {
        say "$python can't make virtual environments. Install Debian's python3-venv package, then try again."
        return 1
    }
    say "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
}

# Install one lock file unless exactly this content was installed before.
install() {
    lock=$1
    hash=$(.venv/bin/python -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$lock")
    stamp=.venv/installed-$lock
    [ "$(cat "$stamp" 2>/dev/null)" = "$hash" ] && return
    say "installing $lock (the first time takes a minute)"
    .venv/bin/python -m pip --disable-pip-version-check --quiet --quiet install --no-deps --require-hashes -r "$lock"
    echo "$hash" >"$stamp"
}

# PostgreSQL, Redis and Chromium for the suite. A missing one is installed or named; nothing is skipped for it.
servers() {
    missing=
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="$missing postgresql"
    command -v redis-server >/dev/null || command -v valkey-server >/dev/null || missing="$missing redis-server"
    command -v chromium >/dev/null || missing="$missing chromium"
    [ -z "$missing" ] && return
    # shellcheck disable=SC2086
    debian $missing && return
    say "missing on this machine:$missing (Debian package names; installing them needs root)."
    say "  postgresql: half of the suite can't start. redis-server: a small substitute from the lock file serves."
    say "  chromium: the browser tests fail. They fail rather than being skipped."
}

make_venv
if [ "$level" = dev ]; then
    install requirements-dev.txt
    servers
else
    install requirements.txt
fi
