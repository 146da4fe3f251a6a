#!/bin/sh
# Creates a database and its owner for each of Kratos, Hydra, Keto and the portal; the others' users cannot connect to it.
# `postgres` is the only superuser, and no server uses it. Compose runs this at each start: for a new volume, for passwords that
# have changed, and for an older volume, whose superuser was `kratos`.
set -eu
: "${KRATOS_POSTGRES_PASSWORD:?is missing}" "${HYDRA_POSTGRES_PASSWORD:?is missing}" "${KETO_POSTGRES_PASSWORD:?is missing}"
: "${PORTAL_POSTGRES_PASSWORD:?is missing}"

# A server could define functions and operators in its database that match a call better than PostgreSQL's own: the empty search path
# keeps the superuser from calling them. Statements that fail are not logged, because they may contain a password.
export PGOPTIONS='--search_path=pg_catalog --log_min_error_statement=panic'

# Runs the SQL of its input. $1: the user; $2: the database; $3: a server's name, if the SQL needs one
sql() {
  psql --no-psqlrc --username "$1" --dbname "$2" --quiet --tuples-only --output /dev/null --set ON_ERROR_STOP=1 --set name="${3:-}"
}

# The first superuser of a cluster cannot become an ordinary user or rename itself, so another superuser renames it.
if ! echo 'SELECT' | sql postgres template1 2>/dev/null; then
  sql kratos template1 <<'SQL'
SELECT 'CREATE ROLE superuser_for_renaming SUPERUSER LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'superuser_for_renaming') \gexec
SQL
  echo 'ALTER ROLE kratos RENAME TO postgres' | sql superuser_for_renaming template1
fi

sql postgres postgres <<'SQL'
-- sessions from before the renaming are still a superuser's
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE usename = 'postgres' AND pid <> pg_backend_pid()
  AND EXISTS (SELECT FROM pg_roles WHERE rolname = 'superuser_for_renaming');
SELECT 'DROP ROLE superuser_for_renaming'
WHERE EXISTS (SELECT FROM pg_roles WHERE rolname = 'superuser_for_renaming') \gexec
SQL

# who is on the socket needs no password: without one, the superuser cannot come over the network
case ${PGHOST:-/} in /*) echo 'ALTER ROLE postgres PASSWORD NULL' | sql postgres postgres ;; esac

# $1: the server; $2: its user's password
own() {
  PASSWORD=$2 sql postgres postgres "$1" <<'SQL'
\getenv password PASSWORD
SELECT format('CREATE ROLE %I', :'name') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name') \gexec
ALTER ROLE :"name" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
SELECT format('CREATE DATABASE %I OWNER %I', :'name', :'name')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
ALTER DATABASE :"name" OWNER TO :"name";
SQL
  # Gives the server what the superuser created in its database, except for what belongs to an extension: REASSIGN OWNED refuses the
  # first superuser. A column's sequence follows its table.
  sql postgres "$1" "$1" <<'SQL'
ALTER SCHEMA public OWNER TO pg_database_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
WITH made AS (
  SELECT 'pg_namespace'::regclass AS class, oid, format('SCHEMA %I', nspname) AS object FROM pg_namespace
  WHERE nspowner = 'postgres'::regrole
  UNION ALL
  SELECT 'pg_class'::regclass, oid, format('TABLE %s', oid::regclass) FROM pg_class
  WHERE relowner = 'postgres'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    AND NOT (relkind = 'S' AND EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i')))
  UNION ALL
  SELECT 'pg_proc'::regclass, oid, format('ROUTINE %s', oid::regprocedure) FROM pg_proc
  WHERE proowner = 'postgres'::regrole
  UNION ALL
  SELECT 'pg_type'::regclass, oid, format('TYPE %s', oid::regtype) FROM pg_type
  WHERE typowner = 'postgres'::regrole AND typtype IN ('c', 'd', 'e', 'r')
    AND (typrelid = 0 OR (SELECT relkind = 'c' FROM pg_class WHERE pg_class.oid = typrelid))
)
SELECT format('ALTER %s OWNER TO %I', object, :'name') FROM made
WHERE oid >= 16384  -- those before are the system's
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = class AND objid = made.oid AND deptype = 'e') \gexec
SQL
}

own kratos "$KRATOS_POSTGRES_PASSWORD"
own hydra "$HYDRA_POSTGRES_PASSWORD"
own keto "$KETO_POSTGRES_PASSWORD"
own portal "$PORTAL_POSTGRES_PASSWORD"

sql postgres postgres <<'SQL'
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', datname) FROM pg_database \gexec
SQL
