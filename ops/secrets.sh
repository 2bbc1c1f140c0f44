#!/bin/sh
# Prints a new value for every secret of the service. Write them to a private file:
# (umask 077; ops/secrets.sh > .env)
set -eu

for name in APP_KEYS ADMIN_JWT_SECRET API_TOKEN_SALT TRANSFER_TOKEN_SALT ENCRYPTION_KEY JWT_SECRET PREVIEW_SECRET; do
  printf '%s=%s\n' "$name" "$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n')"
done
