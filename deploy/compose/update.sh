#!/bin/sh
# Brings what runs up to date with .env and its images, without an outage: of the servers that have changed, and of those that
# are named, new containers start beside the old, which stop once the new are healthy. Then everything else follows. Without the
# proxy, or if that itself has changed, the portal is away for the seconds of a restart.
#   sh deploy/compose/update.sh            after a change of .env, a build or a pull
#   sh deploy/compose/update.sh kratos     after a change of its files
set -eu
cd "$(dirname "$0")/../.."

# Whether compose would replace containers. $1: the service
differs() { docker compose up --detach --no-deps --dry-run "$1" 2>&1 | grep -q ' Recreate$'; }

# How many containers .env asks for. $1: the service
replicas() {
  docker compose config "$1" |
    awk -v service="  $1:" '/^  [^ ]/ { inside = $0 == service } inside && $1 == "scale:" { count = $2 } END { print count ? count : 1 }'
}

# Lets a container finish its requests, then removes it: new ones have some, too, as soon as they run. $1: the container
remove() { docker stop -t 30 "$1" && docker rm --volumes "$1"; }

# new passwords first: connections that are open stay so
if [ -n "$(docker compose ps --quiet postgres)" ]; then docker compose run --rm --no-deps -T databases; fi

# A portal that moves would serve while some know its old address and others the new one: it stops, and requests wait in the
# proxy, which has to know the new one first.
portal=$(docker compose ps --quiet portal | head -n 1)
url=$(docker compose config portal | sed -n '/^      PORTAL_URL: /{s///p;q}')
if [ -n "$portal" ] && ! docker inspect --format '{{json .Config.Env}}' "$portal" | grep -qF "\"PORTAL_URL=$url\""; then
  [ -z "$(docker compose ps --quiet tls)" ] || docker compose up --detach --no-deps tls
  docker compose stop portal
  exec docker compose up --detach
fi

for service in kratos hydra keto passwords portal; do
  old=$(docker compose ps --quiet "$service")
  case " $* " in
    *" $service "*) ;;
    *) differs "$service" || continue ;;
  esac
  # at ports of their own, without the proxy, new ones find none beside the old: the last line replaces them
  if [ "$service" = portal ] && ! docker compose config portal | grep -q 'published: "0"'; then continue; fi
  case $service in kratos | hydra | keto) docker compose run --rm --no-deps -T "$service-migrate" ;; esac
  count=$(($(echo "$old" | wc -w) + $(replicas "$service")))
  if ! docker compose up --detach --no-deps --no-recreate --wait --scale "$service=$count" "$service"; then
    for new in $(docker compose ps --all --quiet "$service" | grep -vxF "$old"); do
      docker logs --tail 20 "$new" >&2
      remove "$new"
    done
    echo "$service: the new containers did not become healthy, and are removed; the old ones keep serving" >&2
    exit 1
  fi
  # one after the other: Kratos asks the portal at each of its addresses in turn, and one that has just gone takes three seconds
  for one in $old; do remove "$one"; done
done

docker compose up --detach
