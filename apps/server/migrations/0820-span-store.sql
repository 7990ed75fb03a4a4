-- One store for what happened in turns of bots, runs of workflows and programs that send spans. Times are microseconds since 1970.
-- Rows lie in partitions by how long they are kept (days) and by when they began; what is over goes by dropping a partition.
CREATE SCHEMA spans;

-- One row a trace: what lists, filters and threads need.
CREATE TABLE trace_head (
  keep smallint NOT NULL,
  started_at bigint NOT NULL,
  space_id bigint NOT NULL,
  trace_id text NOT NULL,
  -- Empty until the root has come.
  root_id text NOT NULL DEFAULT '',
  -- turn, run, loop, otlp
  source text NOT NULL,
  name text NOT NULL DEFAULT '',
  -- bot, workflow, service
  object_kind text NOT NULL DEFAULT '',
  object_id bigint,
  object_version text NOT NULL DEFAULT '',
  connector_id text NOT NULL DEFAULT '',
  -- debug, online, task
  scene text NOT NULL,
  -- Of an account here; programs name their users in user_key.
  user_id bigint,
  user_key text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  message_id bigint,
  log_id text NOT NULL DEFAULT '',
  service text NOT NULL DEFAULT '',
  -- 1 done, 2 failed, 3 stopped
  status smallint NOT NULL,
  error_code integer NOT NULL DEFAULT 0,
  error_msg text NOT NULL DEFAULT '',
  duration_us bigint NOT NULL,
  first_us bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  span_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  models text NOT NULL DEFAULT '',
  input text NOT NULL DEFAULT '',
  output text NOT NULL DEFAULT '',
  -- 0 none, 1 like, 2 dislike
  feedback smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (keep, started_at, space_id, trace_id)
) PARTITION BY LIST (keep);
CREATE INDEX trace_head_space ON trace_head (space_id, started_at DESC, trace_id DESC);
CREATE INDEX trace_head_object ON trace_head (object_id, started_at DESC, trace_id DESC) WHERE object_id IS NOT NULL;
CREATE INDEX trace_head_id ON trace_head (trace_id);
CREATE INDEX trace_head_thread ON trace_head (thread_id) WHERE thread_id <> '';
CREATE INDEX trace_head_message ON trace_head (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX trace_head_log ON trace_head (log_id) WHERE log_id <> '';
CREATE INDEX trace_head_user ON trace_head (user_id) WHERE user_id IS NOT NULL;

-- The head of a span: everything but what went in and came out.
CREATE TABLE span (
  keep smallint NOT NULL,
  started_at bigint NOT NULL,
  space_id bigint NOT NULL,
  trace_id text NOT NULL,
  span_id text NOT NULL,
  -- Empty: a root.
  parent_id text NOT NULL DEFAULT '',
  kind text NOT NULL,
  -- What its sender calls its type.
  raw_type text NOT NULL DEFAULT '',
  name text NOT NULL,
  source text NOT NULL,
  status smallint NOT NULL,
  error_code integer NOT NULL DEFAULT 0,
  error_msg text NOT NULL DEFAULT '',
  duration_us bigint NOT NULL,
  first_us bigint NOT NULL DEFAULT 0,
  model_id text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  provider text NOT NULL DEFAULT '',
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  scene text NOT NULL,
  service text NOT NULL DEFAULT '',
  user_key text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  log_id text NOT NULL DEFAULT '',
  prompt_key text NOT NULL DEFAULT '',
  prompt_version text NOT NULL DEFAULT '',
  PRIMARY KEY (keep, started_at, space_id, trace_id, span_id)
) PARTITION BY LIST (keep);
CREATE INDEX span_trace ON span (trace_id);
CREATE INDEX span_model ON span (space_id, started_at DESC) WHERE kind = 'model';
CREATE INDEX span_time ON span USING brin (started_at) WITH (pages_per_range = 32);

CREATE TABLE span_body (
  keep smallint NOT NULL,
  started_at bigint NOT NULL,
  space_id bigint NOT NULL,
  trace_id text NOT NULL,
  span_id text NOT NULL,
  input text NOT NULL DEFAULT '',
  output text NOT NULL DEFAULT '',
  attributes jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (keep, started_at, space_id, trace_id, span_id)
) PARTITION BY LIST (keep);

DO $$
DECLARE one text; days int;
BEGIN
  FOREACH one IN ARRAY ARRAY['trace_head', 'span', 'span_body'] LOOP
    FOREACH days IN ARRAY ARRAY[7, 30, 90, 365] LOOP
      EXECUTE format('CREATE TABLE spans.%1$I PARTITION OF public.%2$I FOR VALUES IN (%3$s) PARTITION BY RANGE (started_at)',
        one || '_' || days, one, days);
    END LOOP;
  END LOOP;
END $$;

-- Makes the partitions for what began at a time. Rows of 7 and 30 days lie by UTC day, others by week. Attaching an empty table
-- does not wait for readers.
CREATE FUNCTION make_span_partition(days int, at bigint) RETURNS void LANGUAGE plpgsql AS $$
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
      EXECUTE format('CREATE TABLE spans.%I (LIKE public.%I INCLUDING ALL)', made, one);
      EXECUTE format('ALTER TABLE spans.%I ATTACH PARTITION spans.%I FOR VALUES FROM (%s) TO (%s)',
        one || '_' || days, made, first, first + width);
    END IF;
  END LOOP;
END $$;

-- Figures by minute (step 60) and hour (3600), written with the spans. `at`: seconds since 1970.
CREATE TABLE span_rollup (
  space_id bigint NOT NULL,
  step integer NOT NULL,
  at bigint NOT NULL,
  object_kind text NOT NULL,
  -- The id of a bot or workflow, or the name of a service.
  object_key text NOT NULL,
  object_version text NOT NULL,
  kind text NOT NULL,
  is_root boolean NOT NULL,
  model text NOT NULL,
  connector_id text NOT NULL,
  scene text NOT NULL,
  n bigint NOT NULL,
  failed bigint NOT NULL,
  stopped bigint NOT NULL,
  sum_us bigint NOT NULL,
  first_n bigint NOT NULL,
  sum_first_us bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cached_tokens bigint NOT NULL,
  cost double precision NOT NULL,
  PRIMARY KEY (space_id, step, at, object_kind, object_key, object_version, kind, is_root, model, connector_id, scene)
);
-- How often a duration fell into a bucket, of roots and of calls of models. A bucket is 10 % wide.
CREATE TABLE span_hist (
  space_id bigint NOT NULL,
  step integer NOT NULL,
  at bigint NOT NULL,
  object_kind text NOT NULL,
  object_key text NOT NULL,
  model text NOT NULL,
  scene text NOT NULL,
  -- 1 duration of roots, 2 first token of roots, 3 duration of model calls, 4 first token of model calls
  measure smallint NOT NULL,
  bucket smallint NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (space_id, step, at, object_kind, object_key, model, scene, measure, bucket)
);
-- Who used what on a UTC day. People stand here as a hash: what they used stays counted when their account is erased.
CREATE TABLE span_user_day (
  space_id bigint NOT NULL,
  day integer NOT NULL,
  object_kind text NOT NULL,
  object_key text NOT NULL,
  scene text NOT NULL,
  person text NOT NULL,
  PRIMARY KEY (space_id, day, object_kind, object_key, scene, person)
);

-- How many days a space keeps its spans; a change counts for what comes after it. Without a row: 365.
CREATE TABLE span_keep (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  days smallint NOT NULL CHECK (days IN (7, 30, 90, 365))
);

-- What was recorded of turns so far.
DO $$
DECLARE one bigint;
BEGIN
  FOR one IN SELECT DISTINCT started_at / 604800000 * 604800000 FROM trace
    UNION SELECT DISTINCT (t.started_at + s.offset_ms::bigint) / 604800000 * 604800000 FROM trace_span s JOIN trace t ON t.id = s.trace_id
  LOOP
    PERFORM make_span_partition(365, one * 1000);
  END LOOP;
END $$;
INSERT INTO trace_head (keep, started_at, space_id, trace_id, root_id, source, name, object_kind, object_id, object_version, connector_id,
  scene, user_id, thread_id, message_id, log_id, status, error_code, error_msg, duration_us, first_us, input_tokens, output_tokens, cost,
  span_count, failed_count, models, input, output, feedback)
SELECT 365, t.started_at * 1000, t.space_id, t.id::text, coalesce(r.id::text, ''), 'turn', coalesce(r.name, ''), 'bot', t.bot_id, t.bot_version,
  t.connector_id, t.scene, t.user_id, t.conversation_id::text, t.message_id, t.id::text, t.status, t.error_code, t.error_msg,
  (t.duration_ms * 1000)::bigint, (t.first_token_ms * 1000)::bigint, t.input_tokens, t.output_tokens, t.cost, t.span_count, t.failed_count,
  t.model_names, t.input, t.output, t.feedback
FROM trace t LEFT JOIN LATERAL (SELECT id, name FROM trace_span s WHERE s.trace_id = t.id AND s.parent_id IS NULL ORDER BY id LIMIT 1) r ON true;
INSERT INTO span (keep, started_at, space_id, trace_id, span_id, parent_id, kind, name, source, status, error_code, error_msg, duration_us,
  first_us, model_id, model, input_tokens, output_tokens, cached_tokens, reasoning_tokens, cost, scene, thread_id)
SELECT 365, t.started_at * 1000 + (s.offset_ms * 1000)::bigint, t.space_id, t.id::text, s.id::text, coalesce(s.parent_id::text, ''), s.kind, s.name,
  'turn', s.status, s.error_code, s.error_msg, (s.duration_ms * 1000)::bigint, (s.first_token_ms * 1000)::bigint, coalesce(s.model_id::text, ''),
  s.model_name, s.input_tokens, s.output_tokens, s.cached_tokens, s.reasoning_tokens, s.cost, t.scene, t.conversation_id::text
FROM trace_span s JOIN trace t ON t.id = s.trace_id;
INSERT INTO span_body (keep, started_at, space_id, trace_id, span_id, input, output, attributes)
SELECT 365, t.started_at * 1000 + (s.offset_ms * 1000)::bigint, t.space_id, t.id::text, s.id::text, s.input, s.output, s.attributes
FROM trace_span s JOIN trace t ON t.id = s.trace_id;
INSERT INTO span_rollup
SELECT s.space_id, step, s.started_at / 1000000 / step * step, h.object_kind, h.object_id::text, h.object_version, s.kind, s.parent_id = '',
  CASE WHEN s.kind = 'model' THEN s.model ELSE '' END, h.connector_id, h.scene, count(*), count(*) FILTER (WHERE s.status = 2),
  count(*) FILTER (WHERE s.status = 3), sum(s.duration_us), count(*) FILTER (WHERE s.first_us > 0), sum(s.first_us),
  coalesce(sum(s.input_tokens) FILTER (WHERE s.kind = 'model'), 0), coalesce(sum(s.output_tokens) FILTER (WHERE s.kind = 'model'), 0),
  coalesce(sum(s.cached_tokens) FILTER (WHERE s.kind = 'model'), 0), coalesce(sum(s.cost) FILTER (WHERE s.kind = 'model'), 0)
FROM span s JOIN trace_head h USING (space_id, trace_id), (VALUES (60), (3600)) steps (step)
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
INSERT INTO span_hist
SELECT s.space_id, step, s.started_at / 1000000 / step * step, h.object_kind, h.object_id::text, CASE WHEN s.kind = 'model' THEN s.model ELSE '' END,
  h.scene, m.measure, floor(ln(greatest(m.us, 1)) / ln(1.1))::smallint, count(*)
FROM span s JOIN trace_head h USING (space_id, trace_id), (VALUES (60), (3600)) steps (step),
  LATERAL (VALUES (1, s.duration_us, s.parent_id = ''), (2, h.first_us, s.parent_id = '' AND h.first_us > 0), (3, s.duration_us, s.kind = 'model'),
    (4, s.first_us, s.kind = 'model' AND s.first_us > 0)) m (measure, us, counts)
WHERE m.counts
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
INSERT INTO span_user_day
SELECT DISTINCT space_id, (started_at / 86400000000)::int, object_kind, object_id::text, scene, md5(space_id || ':' || user_id) FROM trace_head;
DROP TABLE trace_span;
DROP TABLE trace;

-- The rest of a trace goes with its head; a dropped partition takes all of them without asking.
CREATE FUNCTION forget_spans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.span_body WHERE keep = OLD.keep AND space_id = OLD.space_id AND trace_id = OLD.trace_id
    AND (started_at, span_id) IN (SELECT started_at, span_id FROM public.span
      WHERE keep = OLD.keep AND space_id = OLD.space_id AND trace_id = OLD.trace_id);
  DELETE FROM public.span WHERE keep = OLD.keep AND space_id = OLD.space_id AND trace_id = OLD.trace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER trace_head_gone AFTER DELETE ON trace_head FOR EACH ROW
  WHEN (current_setting('orrery.keep_spans', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION forget_spans();

-- Traces go with the bot, workflow or space they belong to.
CREATE FUNCTION forget_traces_of_resource() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.trace_head WHERE object_id = OLD.id;
  DELETE FROM public.span_rollup WHERE space_id = OLD.space_id AND object_key = OLD.id::text AND object_kind <> 'service';
  DELETE FROM public.span_hist WHERE space_id = OLD.space_id AND object_key = OLD.id::text AND object_kind <> 'service';
  DELETE FROM public.span_user_day WHERE space_id = OLD.space_id AND object_key = OLD.id::text AND object_kind <> 'service';
  RETURN NULL;
END $$;
CREATE TRIGGER resource_traces_gone AFTER DELETE ON resource FOR EACH ROW
  WHEN (OLD.kind IN ('bot', 'workflow')) EXECUTE FUNCTION forget_traces_of_resource();
CREATE FUNCTION forget_traces_of_space() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.trace_head WHERE space_id = OLD.id;
  DELETE FROM public.span_rollup WHERE space_id = OLD.id;
  DELETE FROM public.span_hist WHERE space_id = OLD.id;
  DELETE FROM public.span_user_day WHERE space_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER space_traces_gone AFTER DELETE ON space FOR EACH ROW EXECUTE FUNCTION forget_traces_of_space();
