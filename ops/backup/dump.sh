#!/usr/bin/env bash
# Puts everything of an installation but its settings into one file, to move it elsewhere; the service may run meanwhile:
#
#   ops/backup/dump.sh cms.tar
#
# DATABASE_URL and PUBLIC_DIR are those of the service. Uploads in a bucket stay there.
set -euo pipefail

file=${1:?the file to write}
: "${DATABASE_URL:?the address of the database}"
public=${PUBLIC_DIR:-public}

# Accounts and orders are in it: for nobody else to read.
umask 077
work=$(mktemp --directory "$file.XXXXXX")
trap 'rm -rf "$work" "$file.part"' EXIT
pg_dump --format=custom --no-owner --file="$work/database.dump" "$DATABASE_URL"
tar --create --file="$file.part" --directory="$work" database.dump
# After the database: a file that no row names does no harm, a row without its file does.
if [ -d "$public/uploads" ]; then
  tar --append --file="$file.part" --directory="$public" --warning=no-file-changed uploads
fi
mv "$file.part" "$file"
