#!/usr/bin/env bash
# Restores the uploads of a moment into a new folder, from the copies of uploads.sh:
#
#   ops/backup/restore-uploads.sh '2026-11-24 18:05:00+00' /var/backups/cms-uploads /var/tmp/uploads
#
# `latest` instead of a moment takes the last copy.
set -euo pipefail

moment=${1:?the moment, with its time zone, or latest}
from=${2:?the folder of the copies}
to=${3:?a new folder}

if [ "$moment" = latest ]; then moment=now; fi
# The format of the copies' names.
at=$(date --utc --date="$moment" +%Y-%m-%dT%H:%M:%SZ)
before='' after=''
for copy in $(find "$from" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*Z' -printf '%f\n' | sort); do
  if [[ "$copy" < "$at" ]]; then before=$copy; elif [ -z "$after" ]; then after=$copy; fi
done
if [ -z "$before$after" ]; then
  echo "There are no copies of uploads in $from" >&2
  exit 1
fi
mkdir "$to"
# The later copy has the files added until the moment, the earlier one the files deleted or replaced after it.
for copy in $after $before; do
  cp --archive --remove-destination "$from/$copy/." "$to/"
done
