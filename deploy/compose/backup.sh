#!/bin/sh
# Writes the databases and .env to a new folder, which only its owner can read.
#   sh deploy/compose/backup.sh [folder of all backups]
set -eu
umask 077
cd "$(dirname "$0")/../.."
. deploy/compose/databasesHere.sh

backup=${1:-backups}/$(date -u +%Y-%m-%dT%H-%M-%SZ)
mkdir -p "$backup.part"
trap 'rm -rf "$backup.part"' EXIT
# What happens from now on may be missing. Without a Z, so that it precedes a fraction of the same second.
date -u +%Y-%m-%dT%H:%M:%S > "$backup.part/since"
for name in kratos hydra keto portal; do
  docker compose exec -T postgres pg_dump --username postgres --format custom "$name" > "$backup.part/$name.dump"
done
cp .env "$backup.part/.env"
# a folder without `.part` is complete
mv "$backup.part" "$backup"
echo "$backup"
