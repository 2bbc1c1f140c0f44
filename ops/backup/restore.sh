#!/usr/bin/env bash
# Puts the database back as it was at a moment, and the uploads with it, into a new folder:
#
#   ops/backup/restore.sh '2026-11-24 18:05:00+00' /var/lib/postgresql/restored
#
# `latest` instead of a moment is all that was archived. A moment after that PostgreSQL refuses to start with.
#
# Run it as the user of PostgreSQL, who has to be allowed to make that folder. It touches neither the running database nor its backups. UPLOADS_BACKUP is the folder
# with the copies of the uploads, where they are not in a bucket; pgbackrest is told by its own variables and files
# (PGBACKREST_CONFIG). Then start PostgreSQL on the folder `database` (docs/operations.md, "Backups").
set -euo pipefail

moment=${1:?the moment, with its time zone, or latest}
to=${2:?a new folder}
stanza=${STANZA:-cms}

# Before anything is done, and in the form of the copies' names.
if [ "$moment" = latest ]; then
  at=$(date --utc +%Y-%m-%dT%H:%M:%SZ)
  target=(--type=default)
else
  at=$(date --utc --date="$moment" +%Y-%m-%dT%H:%M:%SZ)
  target=(--type=time --target="$moment" --target-action=promote)
fi
if [ -e "$to" ]; then
  echo "$to is there already" >&2
  exit 1
fi
if [ -n "${UPLOADS_BACKUP:-}" ] && [ ! -d "$UPLOADS_BACKUP" ]; then
  echo "There are no copies of uploads in $UPLOADS_BACKUP" >&2
  exit 1
fi
mkdir -p "$to/database"
chmod 700 "$to/database"

# What is restored must not archive into the same place as the database that it comes from.
pgbackrest --stanza="$stanza" --pg1-path="$to/database" --archive-mode=off "${target[@]}" restore

echo "The database as of $at is in $to/database."

if [ -n "${UPLOADS_BACKUP:-}" ]; then
  mkdir "$to/uploads"
  before='' after=''
  for copy in $(find "$UPLOADS_BACKUP" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*Z' -printf '%f\n' | sort); do
    if [[ "$copy" < "$at" ]]; then before=$copy; elif [ -z "$after" ]; then after=$copy; fi
  done
  # The later copy has what came until then, the earlier one what was deleted or replaced after it.
  for copy in $after $before; do
    cp --archive --remove-destination "$UPLOADS_BACKUP/$copy/." "$to/uploads/"
  done
  echo "The uploads are in $to/uploads."
fi
