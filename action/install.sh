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
    sh "$GITHUB_ACTION_PATH/action/venv.sh" "$python" "$venv"
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
