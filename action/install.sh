#!/usr/bin/env bash
# Installs this very checkout of the action with locked dependencies, and names the cache entry of the index.
set -euo pipefail

python="${PYTHON:-$(command -v python3 || command -v python)}"
home="${RUNNER_TEMP:?}/nexus-diff"
venv="$home/venv"
command="$venv/bin/nexus-diff"
index="${INDEX_DIR:-$home/index}"
reports="$home/report"
mkdir -p "$index" "$reports"

if [ ! -x "$command" ]; then
    lock="$GITHUB_ACTION_PATH/action/requirements.txt"
    if command -v uv >/dev/null 2>&1; then
        uv venv -q --python "$python" "$venv"
        uv pip install -q --python "$venv/bin/python" --require-hashes -r "$lock"
        uv pip install -q --python "$venv/bin/python" --no-deps --no-build-isolation "$GITHUB_ACTION_PATH"
    else
        # Without a pip of its own: making one takes longer than all the rest.
        "$python" -m venv --without-pip "$venv"
        pip=("$python" -m pip -q --disable-pip-version-check --python "$venv/bin/python" install)
        "${pip[@]}" --only-binary :all: --require-hashes -r "$lock"
        "${pip[@]}" --no-deps --no-build-isolation "$GITHUB_ACTION_PATH"
    fi
fi

# The tree of the base: the merge commit's first parent for a pull request, the commit itself elsewhere.
cd "${REPOSITORY_PATH:-.}"
tree=""
case "${EVENT_NAME:-}" in
    pull_request | pull_request_target | merge_group) tree="$(git rev-parse -q --verify 'HEAD^1^{tree}' || true)" ;;
    *) tree="$(git rev-parse -q --verify 'HEAD^{tree}' || true)" ;;
esac
prefix="nexus-diff-$(uname -s)-$(uname -m)-$("$venv/bin/python" -m nexus_diff.index.version)-"

save=false
case "${EVENT_NAME:-}" in
    push | schedule | workflow_dispatch)
        if [ -n "${DEFAULT_BRANCH:-}" ] && [ "${REF:-}" = "refs/heads/$DEFAULT_BRANCH" ]; then
            save=true
        fi
        ;;
esac

{
    echo "command=$command"
    echo "index-dir=$index"
    echo "report-dir=$reports"
    echo "cache-prefix=$prefix"
    echo "cache-key=$prefix${tree:-unknown}"
    echo "may-save=$save"
} >>"$GITHUB_OUTPUT"
