-- Deletes mails that were sent (2) or given up (4) and are older than 30 days, with their dispatches: `kratos cleanup sql` leaves them.
-- At most 10,000 at once, so that no lock lasts.
DELETE FROM courier_messages WHERE id IN (
  SELECT id FROM courier_messages
  WHERE status IN (2, 4) AND created_at < now() AT TIME ZONE 'UTC' - interval '30 days'
  LIMIT 10000
);
