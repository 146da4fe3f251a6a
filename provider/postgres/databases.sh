#!/bin/sh
# Creates the databases of Hydra and Keto, with a user each; Kratos' own comes with the image. The image runs this for a new
# volume. Where a volume exists already, run it once:
#   docker compose exec postgres sh /docker-entrypoint-initdb.d/databases.sh
set -eu

create() {
  psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --quiet --set ON_ERROR_STOP=1 --set name="$1" --set password="$2" <<'SQL'
SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', :'name', :'password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name') \gexec
SELECT format('CREATE DATABASE %I OWNER %I', :'name', :'name')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
SELECT format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', :'name') \gexec
SQL
}

create hydra "$HYDRA_POSTGRES_PASSWORD"
create keto "$KETO_POSTGRES_PASSWORD"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --quiet --command "REVOKE CONNECT ON DATABASE $POSTGRES_DB FROM PUBLIC"
