-- Deletes mails that were sent (2) or given up (4) and are older than 30 days, with their dispatches: `kratos cleanup sql` leaves them.
-- Ten thousand at a time, until none are left, so that no lock lasts.
DO $do$
BEGIN
  LOOP
    DELETE FROM courier_messages WHERE id IN (
      SELECT id FROM courier_messages
      WHERE status IN (2, 4) AND created_at < now() AT TIME ZONE 'UTC' - interval '30 days'
      LIMIT 10000
    );
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END
$do$
