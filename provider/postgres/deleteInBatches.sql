-- Defines, for this session, the procedure with which cleanup.sql deletes. `rules` has a condition for each table. It looks at
-- a table once, then deletes five thousand rows at a time, so that no lock lasts, until none is left. `line` counts them.
CREATE PROCEDURE pg_temp.delete_in_batches(rules jsonb, INOUT line jsonb) LANGUAGE plpgsql AS $$
DECLARE
  name text;
  condition text;
  batch tid[];
  rows bigint;
  deleted jsonb = '{}';
  remaining jsonb = '{}';
BEGIN
  FOR name, condition IN SELECT * FROM pg_catalog.jsonb_each_text(rules) LOOP
    deleted = deleted || pg_catalog.jsonb_build_object(name, 0);
    FOR batch IN EXECUTE pg_catalog.format(
      'SELECT pg_catalog.array_agg(place) FROM (
         SELECT ctid AS place, (pg_catalog.row_number() OVER () - 1) / 5000 AS batch FROM %I WHERE %s
       ) AS expired GROUP BY batch', name, condition)
    LOOP
      -- the condition again, because another row may have taken a place in the meantime
      EXECUTE pg_catalog.format('DELETE FROM %I WHERE ctid = ANY ($1) AND (%s)', name, condition) USING batch;
      GET DIAGNOSTICS rows = ROW_COUNT;
      deleted = pg_catalog.jsonb_set(deleted, ARRAY[name], pg_catalog.to_jsonb((deleted ->> name)::bigint + rows));
      COMMIT;
    END LOOP;
    EXECUTE pg_catalog.format('SELECT pg_catalog.count(*) FROM %I WHERE %s', name, condition) INTO rows;
    remaining = remaining || pg_catalog.jsonb_build_object(name, rows);
  END LOOP;
  line = pg_catalog.jsonb_build_object(
    'time', pg_catalog.clock_timestamp(), 'msg', 'cleaned up', 'database', pg_catalog.current_database(),
    'deleted', deleted, 'left', remaining);
END
$$;
