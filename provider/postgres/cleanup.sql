-- Deletes what expired more than a day ago, and mails of more than 30 days ago, from the databases of Kratos and Hydra: what
-- `kratos cleanup sql` and `hydra janitor` delete, but all of it. Prints a JSON line for each database. cleanup.sh runs it,
-- connected to Kratos' database.
\set ON_ERROR_STOP on
\set QUIET on
\pset tuples_only on
\pset format unaligned

SET timezone = 'UTC';
\ir deleteInBatches.sql
-- a token exchange has no end of its own, and takes an hour at most; mails are sent (2) or given up (4)
CALL pg_temp.delete_in_batches($rules${
  "sessions": "expires_at < now() - interval '1 day'",
  "continuity_containers": "expires_at < now() - interval '1 day'",
  "selfservice_login_flows": "expires_at < now() - interval '1 day'",
  "selfservice_recovery_flows": "expires_at < now() - interval '1 day'",
  "selfservice_registration_flows": "expires_at < now() - interval '1 day'",
  "selfservice_settings_flows": "expires_at < now() - interval '1 day'",
  "selfservice_verification_flows": "expires_at < now() - interval '1 day'",
  "session_token_exchanges": "created_at < now() - interval '1 day'",
  "courier_messages": "status IN (2, 4) AND created_at < now() - interval '30 days'"
}$rules$, NULL);

\getenv dsn HYDRA_DSN
\connect :dsn
SET timezone = 'UTC';
\ir deleteInBatches.sql
-- requests that did not end with a consent (6); a consent is kept until it is withdrawn
CALL pg_temp.delete_in_batches($rules${
  "hydra_oauth2_access": "expires_at < now() - interval '1 day'",
  "hydra_oauth2_refresh": "expires_at < now() - interval '1 day'",
  "hydra_oauth2_flow": "requested_at < now() - interval '1 day' AND (state <> 6 OR login_error NOT IN ('', '{}') OR consent_error NOT IN ('', '{}'))",
  "hydra_oauth2_trusted_jwt_bearer_issuer": "expires_at < now() - interval '1 day'"
}$rules$, NULL);
