#!/bin/sh
# Restores a backup of backup.sh. Nobody can sign in or up until it is done: the provider is stopped, and starts again when what
# lives again in the backup has been ended: sessions, sign-ins and consents of applications, codes, queued mails, and people who
# have been deleted since, as the audit log says.
#   sh deploy/compose/restore.sh backups/2026-01-31T02-17-00Z
set -eu
backup=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
. deploy/compose/databasesHere.sh

# Runs SQL as the superuser. $1: the database
sql() { docker compose exec -T postgres psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname "$1"; }

docker compose stop kratos kratos-courier hydra keto cleanup
docker compose up --detach --wait postgres
for name in kratos hydra keto portal; do
  # an older backup has none of the portal's
  [ -e "$backup/$name.dump" ] || continue
  docker compose exec -T postgres dropdb --username postgres --if-exists --force "$name"
  # until it is whole, the superuser alone may connect: the portal, which keeps running, would make its tables
  echo "CREATE DATABASE $name CONNECTION LIMIT 0" | sql postgres
  # as the superuser, because it owns the extensions
  docker compose run --rm --no-deps -T --user "$(id -u):$(id -g)" --volume "$backup:/backup:ro" --entrypoint pg_restore databases \
    --username postgres --dbname "$name" --jobs 4 --exit-on-error "/backup/$name.dump"
done
docker compose run --rm --no-deps -T databases
for name in kratos hydra keto portal; do echo "ALTER DATABASE $name CONNECTION LIMIT -1" | sql postgres; done
for name in kratos hydra keto; do docker compose run --rm --no-deps -T "$name-migrate"; done

# also from files that logrotate has compressed
deleted=$(docker compose run --rm --no-deps -T --entrypoint sh portal -c 'zcat -f /var/log/portal/audit* 2> /dev/null || true' |
  awk -v since="$(cat "$backup/since")" '
    /"audit":"deleteIdentity"/ && /"status":204/ {
      match($0, /"time":"[^"]*/); time = substr($0, RSTART + 8, RLENGTH - 8)
      match($0, /"target":\{"id":"[0-9a-f-]*/); id = substr($0, RSTART + 16, RLENGTH - 16)
      if (time < since) next
      if (length(id) != 36) { print "look for a deleted account with another id yourself: " $0 > "/dev/stderr"; next }
      printf "%s\x27%s\x27", separator, id
      separator = ", "
    }')
sql kratos <<SQL
UPDATE sessions SET active = false;
TRUNCATE selfservice_login_flows, selfservice_registration_flows, selfservice_settings_flows, selfservice_recovery_flows,
  selfservice_verification_flows, session_token_exchanges, continuity_containers CASCADE;
UPDATE courier_messages SET status = 4 WHERE status IN (1, 3);
${deleted:+DELETE FROM identities WHERE id IN ($deleted);}
SQL
[ -z "$deleted" ] || sql portal <<SQL
SELECT \$\$DELETE FROM event WHERE identity IN ($deleted)\$\$ WHERE to_regclass('event') IS NOT NULL \gexec
SQL
sql hydra <<SQL
TRUNCATE hydra_oauth2_flow, hydra_oauth2_access, hydra_oauth2_refresh, hydra_oauth2_code, hydra_oauth2_oidc, hydra_oauth2_pkce,
  hydra_oauth2_device_auth_codes, hydra_oauth2_authentication_session CASCADE;
SQL
echo "deleted again: ${deleted:-nobody}"
docker compose up --detach
