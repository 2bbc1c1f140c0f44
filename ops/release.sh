#!/bin/sh
# Makes what runs in production out of the source, in the steps of the Dockerfile:
#
#   ops/release.sh packages            installs what the build needs
#   ops/release.sh build               compiles the service and its admin panel
#   ops/release.sh assemble <folder>   puts into an empty folder what runs, with the packages that it loads and nothing else
#
# No step needs root, a database or a setting.
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
  if ! grep -qs '^tsc ' "$source/dist/config.stamp"; then
    echo "dist was compiled for development; run: $0 build" >&2
    exit 1
  fi
  mkdir -p "$target"
  if [ -n "$(ls -A "$target")" ]; then
    echo "$target is not empty" >&2
    exit 1
  fi
  cd "$source"
  # Strapi makes the empty folder at a start where it is missing, which a read-only file system does not let it.
  mkdir -p "$target/database/migrations" "$target/public/uploads"
  cp package.json package-lock.json favicon.png "$target"
  cp public/robots.txt "$target/public" 2>/dev/null || true
  cp -R dist "$target"
  cd "$target"
  npm ci --omit=dev --no-audit --no-fund
  # No image layer does this: Strapi declares what builds the panel as packages of production, 974 of 1,599.
  node "$source/scripts/programs/prune-release.mjs" "$target"
}

"$@"
