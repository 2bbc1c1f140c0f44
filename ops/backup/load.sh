#!/usr/bin/env bash
# Loads what dump.sh has put into a file into a new, empty database and a folder of public files:
#
#   ops/backup/load.sh cms.tar
set -euo pipefail

file=${1:?the file to read}
: "${DATABASE_URL:?the address of an empty database}"
public=${PUBLIC_DIR:-public}

tables=$(psql --tuples-only --no-align --command="SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')" "$DATABASE_URL")
if [ "$tables" != 0 ]; then
  echo "The database is not empty: nothing was loaded" >&2
  exit 1
fi
work=$(mktemp --directory "$file.XXXXXX")
trap 'rm -rf "$work"' EXIT
tar --extract --file="$file" --directory="$work" database.dump
pg_restore --no-owner --no-privileges --no-tablespaces --no-comments --exit-on-error --dbname="$DATABASE_URL" "$work/database.dump"
mkdir -p "$public"
tar --extract --file="$file" --directory="$public" --exclude=database.dump
