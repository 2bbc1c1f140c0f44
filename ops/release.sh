#!/bin/sh
# Builds a release from the source, in the steps of the Dockerfile:
#
#   ops/release.sh packages            installs the packages of the build
#   ops/release.sh build               compiles the service and its admin panel
#   ops/release.sh assemble <folder>   copies the service and the packages that it loads into an empty folder
#
# The steps need neither root nor a database nor settings.
set -eu

source="$(cd "$(dirname "$0")/.." && pwd)"

packages() {
  cd "$source"
  npm ci --include=dev --no-audit --no-fund
}

build() {
  cd "$source"
  npm run build
}

assemble() {
  target="${1:?where to?}"
  if ! grep -qs '^production ' "$source/dist/config.stamp"; then
    echo "dist was compiled for development; run: $0 build" >&2
    exit 1
  fi
  mkdir -p "$target"
  if [ -n "$(ls -A "$target")" ]; then
    echo "$target is not empty" >&2
    exit 1
  fi
  cd "$source"
  # Strapi creates this empty folder at start if it is missing, which fails on a read-only file system.
  mkdir -p "$target/database/migrations" "$target/public/uploads"
  cp package.json package-lock.json favicon.png "$target"
  cp public/robots.txt "$target/public" 2>/dev/null || true
  cp -R dist patches "$target"
  cd "$target"
  npm ci --omit=dev --no-audit --no-fund
  # Strapi declares the panel's build tools as production packages, 974 of 1,599; npm cannot omit them.
  node "$source/scripts/programs/prune-release.mjs" "$target"
}

"$@"
