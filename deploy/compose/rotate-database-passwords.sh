#!/bin/sh
# Gives Kratos, Hydra and Keto new database passwords, without an outage.
#   sh deploy/compose/rotate-database-passwords.sh
set -eu
cd "$(dirname "$0")/../.."

for name in KRATOS HYDRA KETO; do
  line=${name}_POSTGRES_PASSWORD=$(openssl rand -hex 16)
  changed=$(sed "s/^${name}_POSTGRES_PASSWORD=.*/$line/" .env)
  # into the same file, which keeps its owner and permissions
  echo "$changed" > .env
done
sh deploy/compose/update.sh
