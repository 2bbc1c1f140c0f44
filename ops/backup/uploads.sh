#!/usr/bin/env bash
# Copies the uploads into a folder named after the current time:
#
#   ops/backup/uploads.sh public/uploads /var/backups/cms-uploads [days to keep, default 14]
#
# Unchanged files are hard links to the previous copy, so that a copy needs space for new files only.
set -euo pipefail

from=${1:?the folder of the uploads}
to=${2:?the folder of the copies}
days=${3:-14}

now=$(date --utc +%Y-%m-%dT%H:%M:%SZ)
oldest=$(date --utc --date="$days days ago" +%Y-%m-%dT%H:%M:%SZ)
mkdir -p "$to"
exec 9>"$to/.lock"
# The previous copy is still running.
flock --nonblock 9 || exit 0

copies() {
  find "$to" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*Z' -printf '%f\n' | sort
}

part="$to/.part"
rm -rf "$part"
last=$(copies | tail -n 1)
if [ -n "$last" ]; then cp --archive --link "$to/$last" "$part"; else mkdir "$part"; fi
# A changed file replaces its link: writing into it would change every copy.
cp --archive --update --remove-destination "$from/." "$part/"
(cd "$part" && find . -type f -print0) | while IFS= read -r -d '' file; do
  [ -e "$from/$file" ] || rm -f "$part/$file"
done
rm -rf "${to:?}/$now"
mv "$part" "$to/$now"

copies | while read -r copy; do
  [[ "$copy" > "$oldest" ]] || rm -rf "${to:?}/$copy"
done
