#!/bin/sh
# Runs cleanup.sql once; with a number, waits that many seconds in it afterwards. KRATOS_DSN and HYDRA_DSN may have the
# parameters of Kratos' and Hydra's pools, which psql does not know.
set -eu

plain() { echo "$1" | sed -E 's/max_[a-z_]+=[^&]*&?//g; s/[?&]$//'; }
KRATOS_DSN=$(plain "$KRATOS_DSN")
HYDRA_DSN=$(plain "$HYDRA_DSN")
export KRATOS_DSN HYDRA_DSN

# the password goes by a variable, because everybody on the machine can read a command's arguments
password=$(echo "$KRATOS_DSN" | sed -nE 's#^[a-z]+://[^:@/]*:([^@]*)@.*#\1#p')
PGPASSWORD=$(printf '%b' "$(echo "$password" | sed 's/%/\\x/g')")
export PGPASSWORD

# with verify-full, psql asks which authorities it may trust: the system's
case $KRATOS_DSN in *sslmode=verify-full*) export PGSSLROOTCERT=system ;; esac

exec psql --no-psqlrc --file "$(dirname "$0")/cleanup.sql" ${1:+--command "SELECT FROM pg_sleep($1)"} \
  "$(echo "$KRATOS_DSN" | sed -E 's#^([a-z]+://[^:@/]*):[^@]*@#\1@#')"
