# nexus-diff with git, for any CI that runs containers: docs/docker.md. Whole image: GPL-3.0 (docs/licences.md).
#
# The base is pinned by its digest: --build-arg BASE_DIGEST=sha256:..., which `docker buildx imagetools inspect debian:trixie-slim` prints.
# Without it the tag is taken as it stands today.
ARG BASE_DIGEST=

FROM docker.io/library/debian:trixie-slim${BASE_DIGEST:+@$BASE_DIGEST} AS base

FROM base AS build
# Versions are those of the base's release, with its security updates; pinned ones vanish from the mirrors within weeks.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends python3-pip python3-venv
WORKDIR /build
COPY action/requirements.txt action/
RUN python3 -m venv --without-pip /opt/nexus-diff \
    && python3 -m pip --python /opt/nexus-diff/bin/python install --no-cache-dir --only-binary :all: --require-hashes -r action/requirements.txt
COPY . .
RUN python3 -m pip --python /opt/nexus-diff/bin/python install --no-cache-dir --no-deps --no-build-isolation . \
    && python3 -m pip --python /opt/nexus-diff/bin/python uninstall -y hatchling packaging pluggy tomlkit trove-classifiers

FROM base
# Git without what is written in Perl (send-email, svn and the like), which is half of it.
# hadolint ignore=DL3008
RUN printf 'path-exclude=%s\n' '/usr/lib/*/perl/*' '/usr/share/perl/*' '/usr/share/perl5/*' '/usr/share/gitweb/*' >/etc/dpkg/dpkg.cfg.d/no-perl \
    && apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates git python3 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/* \
    && git config --system --add safe.directory /repo \
    && install -d -m 1777 /cache
COPY --from=build /opt/nexus-diff /opt/nexus-diff
# Snapshots go to the repository's git directory where that can be written, else here, whoever the user is.
ENV PATH=/opt/nexus-diff/bin:$PATH \
    XDG_CACHE_HOME=/cache
USER 65532:65532
WORKDIR /repo
ENTRYPOINT ["nexus-diff"]
