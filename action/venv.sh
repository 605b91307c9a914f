#!/bin/sh
# Installs this very checkout with locked dependencies into a new virtual environment: venv.sh PYTHON FOLDER
set -eu

python="$1"
venv="$2"
top="$(cd "$(dirname "$0")/.." && pwd)"
lock="$top/action/requirements.txt"

if command -v uv >/dev/null 2>&1; then
    uv venv -q --python "$python" "$venv"
    uv pip install -q --python "$venv/bin/python" --require-hashes -r "$lock"
    uv pip install -q --python "$venv/bin/python" --no-deps --no-build-isolation "$top"
else
    # Without a pip of its own: making one takes longer than all the rest.
    "$python" -m venv --without-pip "$venv"
    "$python" -m pip -q --disable-pip-version-check --python "$venv/bin/python" install --only-binary :all: --require-hashes -r "$lock"
    "$python" -m pip -q --disable-pip-version-check --python "$venv/bin/python" install --no-deps --no-build-isolation "$top"
fi
