#!/bin/sh
# The whole life of an account, with curl. Needs node for reading JSON.
#   API=http://localhost:1337/api MAIL=http://127.0.0.1:1080 [TOKEN=<api token>] sh examples/accounts.sh
set -eu
API=${API:-http://localhost:1337/api}
MAIL=${MAIL:-http://127.0.0.1:1080}
EMAIL="walk-$(date +%s)@example.com"
FIRST='Sunny-Kettle-42'
SECOND='Rainy-Kettle-43'

call() { # method path body [token]
  curl -sS -X "$1" "$API$2" -H 'Content-Type: application/json' -H 'Accept-Language: en' \
    ${4:+-H "Authorization: Bearer $4"} ${3:+-d "$3"}
}
say() { printf '\n\n== %s\n' "$1"; }
field() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }

say "Is there an account for $EMAIL?"
call POST /login-user/exists-email-vertical "{\"email\":\"$EMAIL\"}"

say 'Register'
call POST /user-endpoints/register "{\"email\":\"$EMAIL\",\"password\":\"$FIRST\",
  \"nameLastName\":\"Ana García\",\"identificationNumber\":\"12345678Z\",\"language\":\"en\",
  \"billingAddress\":{\"street\":\"Calle Mayor 1\",\"city\":\"Madrid\",\"countryCode\":\"ES\"}}"

say 'Register again: refused'
call POST /user-endpoints/register "{\"email\":\"$EMAIL\",\"password\":\"$FIRST\",
  \"nameLastName\":\"Ana García\",\"identificationNumber\":\"12345678Z\"}"

say 'Log in'
LOGIN=$(call POST /user-endpoints/login "{\"email\":\"$EMAIL\",\"password\":\"$FIRST\"}")
echo "$LOGIN"
JWT=$(echo "$LOGIN" | field jwt)

say 'Read the link that confirms the address in the mailbox'
CODE=''
for _ in 1 2 3 4 5 6 7 8 9 10; do
  CODE=$(curl -sS "$MAIL/email" | EMAIL="$EMAIL" node -pe "
    JSON.parse(require('fs').readFileSync(0, 'utf8'))
      .filter((mail) => mail.to.some(({ address }) => address === process.env.EMAIL))
      .map((mail) => (/confirm-email\?code=([a-z2-9]+)/.exec(mail.text) ?? ['', ''])[1])
      .find((code) => code !== '') ?? ''")
  [ -n "$CODE" ] && break
  sleep 1
done
echo "$CODE"

say 'The code alone confirms nothing: the owner of the mailbox may be another person than the one
who registered'
call POST /user-endpoints/confirm-email "{\"code\":\"$CODE\"}"

say 'Confirm the address with it and the password (or the token); the code works once'
call POST /user-endpoints/confirm-email "{\"code\":\"$CODE\",\"password\":\"$FIRST\"}"
call POST /user-endpoints/confirm-email "{\"code\":\"$CODE\"}" "$JWT"

say 'Nothing more to confirm'
call POST /user-endpoints/send-confirmation '' "$JWT"

say 'Change the profile'
call PUT /user-endpoints/update-profile '{"name":"Ana","surname":"García
Ruiz","birthday":"1990-02-28",
  "newsletter":true,"mailingAddress":{"address":"Calle Real 2","city":"Lugo","countryCode":"ES"}}'
  "$JWT"

say 'Ask for a reset code'
call POST /user-endpoints/forgot-password "{\"email\":\"$EMAIL\",\"lang\":\"en\"}"

say 'Read it in the mailbox'
CODE=''
for _ in 1 2 3 4 5 6 7 8 9 10; do
  CODE=$(curl -sS "$MAIL/email" | EMAIL="$EMAIL" node -pe "
    JSON.parse(require('fs').readFileSync(0, 'utf8'))
      .filter((mail) => mail.to.some(({ address }) => address === process.env.EMAIL))
      .map((mail) => (/\b[A-Z2-9]{5}(-[A-Z2-9]{5}){3}\b/.exec(mail.text) ?? [''])[0])
      .find((code) => code !== '') ?? ''")
  [ -n "$CODE" ] && break
  sleep 1
done
echo "$CODE"

say 'Set a new password with it'
call POST /user-endpoints/password-reset
"{\"code\":\"$CODE\",\"password\":\"$SECOND\",\"lang\":\"en\"}"

say 'The code works once'
call POST /user-endpoints/password-reset "{\"code\":\"$CODE\",\"password\":\"$SECOND\"}"

say 'The old token has ended'
call PUT /user-endpoints/update-profile '{}' "$JWT"

say 'Log in with the new password, and out'
JWT=$(call POST /user-endpoints/login "{\"email\":\"$EMAIL\",\"password\":\"$SECOND\"}" | field jwt)
call POST /user-endpoints/logout '' "$JWT"

say 'After that the token is of no use'
call PUT /user-endpoints/update-profile '{}' "$JWT"

if [ -n "${TOKEN:-}" ]; then
  say 'Import a user from the legacy platform'
  call POST /user-endpoints/migrate "{\"email\":\"legacy-$EMAIL\",\"origin\":\"legacy\",
    \"nameLastName\":\"Luis Pérez\",\"identificationNumber\":\"87654321X\",\"phone\":\"+34 600\",
    \"billingAddress\":{\"countryCode\":\"PT\"},\"mailingAddress\":{}}" "$TOKEN"
  say 'They have to set a password first'
  call POST /user-endpoints/login "{\"email\":\"legacy-$EMAIL\",\"password\":\"$FIRST\"}"
  say 'All users (the beginning)'
  call GET /user-endpoints/users '' "$TOKEN" | head -c 600
fi
echo
