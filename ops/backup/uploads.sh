#!/usr/bin/env bash
# Copies the uploads as they are now into a folder named after this moment:
#
#   ops/backup/uploads.sh public/uploads /var/backups/cms-uploads [days to keep, 14 unless told]
#
# A file that has not changed is the same one on the disk as in the copy before, so that a copy takes the room of what is new.
set -euo pipefail

from=${1:?the folder of the uploads}
to=${2:?the folder of the copies}
days=${3:-14}

now=$(date --utc +%Y-%m-%dT%H:%M:%SZ)
oldest=$(date --utc --date="$days days ago" +%Y-%m-%dT%H:%M:%SZ)
mkdir -p "$to"
exec 9>"$to/.lock"
# The copy before is still being made.
flock --nonblock 9 || exit 0

copies() {
  find "$to" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*Z' -printf '%f\n' | sort
}

part="$to/.part"
rm -rf "$part"
last=$(copies | tail -n 1)
if [ -n "$last" ]; then cp --archive --link "$to/$last" "$part"; else mkdir "$part"; fi
# A changed file takes the place of its link; written into, it would change in every copy.
cp --archive --update --remove-destination "$from/." "$part/"
(cd "$part" && find . -type f -print0) | while IFS= read -r -d '' file; do
  [ -e "$from/$file" ] || rm -f "$part/$file"
done
rm -rf "${to:?}/$now"
mv "$part" "$to/$now"

copies | while read -r copy; do
  [[ "$copy" > "$oldest" ]] || rm -rf "${to:?}/$copy"
done
