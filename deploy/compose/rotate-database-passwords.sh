#!/bin/sh
# Gives Kratos, Hydra, Keto and the portal new database passwords, and replaces them as update.sh does. Until that is done the
# old containers can use the connections that they have, but open no others: do it when few people sign in.
#   sh deploy/compose/rotate-database-passwords.sh
set -eu
cd "$(dirname "$0")/../.."
. deploy/compose/databasesHere.sh

# other changes first: if one fails, the passwords stay as they are
sh deploy/compose/update.sh

umask 077
new=$(mktemp .env.XXXXXX)
trap 'rm -f "$new"' EXIT
cp .env "$new"
for name in KRATOS HYDRA KETO PORTAL; do
  grep -q "^${name}_POSTGRES_PASSWORD=" "$new" || { echo ".env has no ${name}_POSTGRES_PASSWORD" >&2; exit 1; }
  sed -i "s/^${name}_POSTGRES_PASSWORD=.*/${name}_POSTGRES_PASSWORD=$(openssl rand -hex 16)/" "$new"
done
# into the same file, which keeps its owner and permissions
cat "$new" > .env
sh deploy/compose/update.sh
