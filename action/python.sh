#!/usr/bin/env bash
# Finds a Python that will do. Sets the output `found`, empty when one has to be set up.
set -euo pipefail

fits() {
    [ "$("$1" -c 'import sys, venv, ensurepip; print((3, 10) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null)" = True ]
}

found=""
if [ -n "${WANTED:-}" ]; then
    if ! fits "$WANTED"; then
        echo "::error title=nexus-diff::input python: this is no Python 3.10 to 3.13 with venv; leave the input empty to have one set up"
        exit 1
    fi
    found="$(command -v "$WANTED")"
else
    for name in python3.13 python3.12 python3.11 python3 python; do
        if fits "$name"; then
            found="$(command -v "$name")"
            break
        fi
    done
fi
echo "found=$found" >>"$GITHUB_OUTPUT"
