-- Bodies are read by their key alone, which needs no statistics. To gather them the database would hold thirty thousand bodies of each day
-- in memory.
CREATE OR REPLACE FUNCTION make_span_partition(days int, at bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  width bigint := 86400000000 * CASE WHEN days <= 30 THEN 1 ELSE 7 END;
  first bigint := at / width * width;
  one text;
  made text;
BEGIN
  PERFORM pg_advisory_xact_lock(7206, 820);
  FOREACH one IN ARRAY ARRAY['trace_head', 'span', 'span_body'] LOOP
    made := one || '_' || days || '_' || to_char(to_timestamp(first / 1000000) AT TIME ZONE 'UTC', 'YYYYMMDD');
    IF to_regclass('spans.' || made) IS NULL THEN
      EXECUTE format('CREATE TABLE spans.%I (LIKE public.%I INCLUDING ALL) %s', made, one,
        CASE WHEN one = 'span_body' THEN 'WITH (autovacuum_analyze_threshold = 2000000000)' ELSE '' END);
      EXECUTE format('ALTER TABLE spans.%I ATTACH PARTITION spans.%I FOR VALUES FROM (%s) TO (%s)',
        one || '_' || days, made, first, first + width);
    END IF;
  END LOOP;
END $$;
DO $$
DECLARE one text;
BEGIN
  FOR one IN SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'spans' AND c.relkind = 'r' AND c.relname LIKE 'span\_body\_%' LOOP
    EXECUTE format('ALTER TABLE %s SET (autovacuum_analyze_threshold = 2000000000)', one);
  END LOOP;
END $$;
