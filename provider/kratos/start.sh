#!/bin/sh
# Runs Kratos in compose, with the variables that follow from others: addresses from PORTAL_URL, the names from PRODUCT_NAME,
# and the key of each web hook in kratos.yml, the first of KRATOS_HOOKS_KEY.
set -eu

url=${PORTAL_URL%/}
host=${url#*://}
host=${host%%[:/]*}

# over plain http, which the portal accepts on localhost only, cookies must not be `Secure`
case $url in
  http://*) DEV=true ;;
  *) DEV=false ;;
esac
export DEV

case ${SMTP_URL:-} in
  smtp://* | smtps://*) ;;
  *)
    echo 'SMTP_URL must begin with smtps:// (TLS from the start) or smtp:// (STARTTLS): SMTP_URL=smtps://user:password@mail.example:465/' >&2
    exit 1
    ;;
esac
export COURIER_SMTP_CONNECTION_URI="$SMTP_URL"

export SERVE_PUBLIC_BASE_URL="$url/"
export SERVE_ADMIN_BASE_URL=http://kratos:4434/
# without a trailing slash, because Kratos appends paths to it
export OAUTH2_PROVIDER_URL=http://hydra:4445

export SELFSERVICE_DEFAULT_BROWSER_RETURN_URL="$url/"
export SELFSERVICE_ALLOWED_RETURN_URLS="$url/${ALLOWED_RETURN_URLS:+,$ALLOWED_RETURN_URLS}"
for page in error login registration verification recovery settings; do
  export "SELFSERVICE_FLOWS_$(echo $page | tr a-z A-Z)_UI_URL=$url/$page"
done
export SELFSERVICE_FLOWS_VERIFICATION_AFTER_DEFAULT_BROWSER_RETURN_URL="$url/"
export SELFSERVICE_FLOWS_LOGOUT_AFTER_DEFAULT_BROWSER_RETURN_URL="$url/login"

for place in \
  LOGIN_AFTER_HOOKS_0 \
  REGISTRATION_AFTER_CODE_HOOKS_0 \
  REGISTRATION_AFTER_CODE_HOOKS_1 \
  REGISTRATION_AFTER_PASSWORD_HOOKS_0 \
  REGISTRATION_AFTER_PASSWORD_HOOKS_1 \
  REGISTRATION_AFTER_WEBAUTHN_HOOKS_0 \
  REGISTRATION_AFTER_WEBAUTHN_HOOKS_1 \
  REGISTRATION_AFTER_PASSKEY_HOOKS_0 \
  REGISTRATION_AFTER_PASSKEY_HOOKS_1 \
  REGISTRATION_AFTER_OIDC_HOOKS_0 \
  REGISTRATION_AFTER_OIDC_HOOKS_1 \
  VERIFICATION_AFTER_HOOKS_0 \
  RECOVERY_AFTER_HOOKS_0 \
  SETTINGS_AFTER_TOTP_HOOKS_0 \
  SETTINGS_AFTER_LOOKUP_SECRET_HOOKS_0 \
  SETTINGS_AFTER_WEBAUTHN_HOOKS_0 \
  SETTINGS_AFTER_OIDC_HOOKS_0 \
  SETTINGS_AFTER_PROFILE_HOOKS_0 \
  SETTINGS_AFTER_PROFILE_HOOKS_1 \
  SETTINGS_AFTER_PASSWORD_HOOKS_0 \
  SETTINGS_AFTER_PASSWORD_HOOKS_1 \
  SETTINGS_AFTER_PASSKEY_HOOKS_0; do
  export "SELFSERVICE_FLOWS_${place}_CONFIG_AUTH_CONFIG_VALUE=${KRATOS_HOOKS_KEY%%,*}"
done

export COURIER_SMTP_FROM_NAME="$PRODUCT_NAME"
export SELFSERVICE_METHODS_TOTP_CONFIG_ISSUER="$PRODUCT_NAME"
for method in WEBAUTHN PASSKEY; do
  export "SELFSERVICE_METHODS_${method}_CONFIG_RP_DISPLAY_NAME=$PRODUCT_NAME"
  export "SELFSERVICE_METHODS_${method}_CONFIG_RP_ID=${PORTAL_DOMAIN:-$host}"
  export "SELFSERVICE_METHODS_${method}_CONFIG_RP_ORIGINS=$url${WEBAUTHN_ORIGINS:+,$WEBAUTHN_ORIGINS}"
done

# the service `passwords`, whose certificate is trusted in addition to the system's
export SELFSERVICE_METHODS_PASSWORD_CONFIG_HAVEIBEENPWNED_ENABLED=true
export SELFSERVICE_METHODS_PASSWORD_CONFIG_HAVEIBEENPWNED_HOST=passwords:4437
export SELFSERVICE_METHODS_PASSWORD_CONFIG_IGNORE_NETWORK_ERRORS=false
export SSL_CERT_DIR=/etc/ssl/certs:/etc/passwords/trusted

# v26.2.0 names the verification of a changed address only then; v1.3.1 always does
export FEATURE_FLAGS_LEGACY_CONTINUE_WITH_VERIFICATION_UI=true
export SQA_OPT_OUT=true
# makes Go collect garbage before password hashing reaches the service's memory limit
export GOMEMLIMIT=900MiB

exec kratos "$@"
