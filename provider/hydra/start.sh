#!/bin/sh
# Runs Hydra in compose, with the variables that follow from PORTAL_URL.
set -eu

url=${PORTAL_URL%/}

# over plain http, which the portal accepts on localhost only, Hydra starts in its development mode alone
case $url in
  http://*) DEV=true ;;
  *) DEV=false ;;
esac
export DEV

export URLS_SELF_ISSUER="$url"
export URLS_SELF_PUBLIC="$url"
for page in login registration consent logout error; do
  export "URLS_$(echo $page | tr a-z A-Z)=$url/$page"
done
export URLS_POST_LOGOUT_REDIRECT="$url/login"
export URLS_DEVICE_VERIFICATION="$url/device"
export URLS_DEVICE_SUCCESS="$url/device/done"
export URLS_IDENTITY_PROVIDER_URL=http://kratos:4434
export SQA_OPT_OUT=true

exec hydra "$@"
