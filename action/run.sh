#!/usr/bin/env bash
# Inputs to arguments, nothing else. Every value arrives by the environment, none is spliced into a script.
set -euo pipefail

arguments=()
on_or_off() {
    case "$2" in
        true | "") ;;
        false) arguments+=("--no-$1") ;;
        *)
            echo "::error title=nexus-diff::input $1: write true or false"
            exit 1
            ;;
    esac
}
value() {
    if [ -n "$2" ]; then
        arguments+=("$1=$2")
    fi
}

on_or_off comment "${COMMENT:-}"
on_or_off check "${CHECK:-}"
on_or_off annotations "${ANNOTATIONS:-}"
on_or_off summary "${SUMMARY:-}"
value --fail-on "${FAIL_ON:-}"
value --sarif "${SARIF:-}"
value --config "${CONFIG:-}"
value --min-confidence "${MIN_CONFIDENCE:-}"
value --time-budget "${TIME_BUDGET:-}"
case "${STRICT:-false}" in
    true) arguments+=(--strict) ;;
    false | "") ;;
    *)
        echo "::error title=nexus-diff::input strict: write true or false"
        exit 1
        ;;
esac

exec "$NEXUS_DIFF" ci github --repo "${REPOSITORY_PATH:-.}" --report-dir "$NEXUS_DIFF_REPORT_DIR" "${arguments[@]}"
