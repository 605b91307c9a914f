#!/usr/bin/env bash
# Inputs to arguments, nothing else. Every value arrives by the environment, none is spliced into a script.
set -euo pipefail

arguments=()
wrong() {
    echo "::error title=nexus-diff::input $1: write true or false"
    exit 1
}
on_or_off() {
    case "$2" in
        true) arguments+=("--$1=on") ;;
        false) arguments+=("--$1=off") ;;
        "") ;;
        *) wrong "$1" ;;
    esac
}
value() {
    if [ -n "$2" ]; then
        arguments+=("$1=$2")
    fi
}

if [ "${COMMENT:-}" = delete ]; then
    arguments+=(--comment=delete)
else
    on_or_off comment "${COMMENT:-}"
fi
on_or_off check "${CHECK:-}"
on_or_off annotations "${ANNOTATIONS:-}"
on_or_off summary "${SUMMARY:-}"
on_or_off sarif "${SARIF:-}"
value --fail-on "${FAIL_ON:-}"
value --config "${CONFIG:-}"
value --min-confidence "${MIN_CONFIDENCE:-}"
value --time-budget "${TIME_BUDGET:-}"
value --answer "${ANSWER:-}"
value --project "${PROJECT:-}"
case "${STRICT:-false}" in
    true) arguments+=(--strict) ;;
    false | "") ;;
    *) wrong strict ;;
esac

exec "$NEXUS_DIFF" ci github "--repo=${REPOSITORY_PATH:-.}" "--output-dir=$NEXUS_DIFF_REPORT_DIR" "${arguments[@]}"
