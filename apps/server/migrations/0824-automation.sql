-- What gives scores: code, or a model with a prompt. A version is never changed.
CREATE TABLE evaluator (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE UNIQUE INDEX evaluator_name ON evaluator (space_id, lower(name));
CREATE TABLE evaluator_version (
  id bigint PRIMARY KEY,
  evaluator_id bigint NOT NULL REFERENCES evaluator ON DELETE CASCADE,
  number integer NOT NULL,
  content jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (evaluator_id, number)
);

-- Automations: spans that match are scored, or added to datasets.
CREATE TABLE trace_task (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- auto_evaluate, auto_data_reflow
  type text NOT NULL,
  -- unstarted, running, pending, disabled, success, failed
  status text NOT NULL,
  rule jsonb NOT NULL,
  config jsonb NOT NULL,
  -- Milliseconds; 0: without an end.
  start_at bigint NOT NULL,
  end_at bigint NOT NULL DEFAULT 0,
  -- Microseconds: up to here everything new was looked at.
  seen_to bigint NOT NULL DEFAULT 0,
  is_backfilled boolean NOT NULL DEFAULT false,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX trace_task_name ON trace_task (space_id, lower(name));

-- What an automation did with a span: nothing is worked on twice.
CREATE TABLE trace_task_span (
  task_id bigint NOT NULL REFERENCES trace_task ON DELETE CASCADE,
  trace_id text NOT NULL,
  span_id text NOT NULL,
  -- Microseconds.
  started_at bigint NOT NULL,
  -- 1 done, 2 failed, 3 skipped
  status smallint NOT NULL,
  reason text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  cost double precision NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  PRIMARY KEY (task_id, trace_id, span_id)
);
CREATE INDEX trace_task_span_time ON trace_task_span (task_id, started_at DESC, span_id DESC);
CREATE INDEX trace_task_span_trace ON trace_task_span (trace_id);

-- Scores of spans. What a person thinks stands beside what the evaluator gave.
CREATE TABLE span_score (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  trace_id text NOT NULL,
  span_id text NOT NULL,
  started_at bigint NOT NULL,
  task_id bigint NOT NULL,
  evaluator_version_id bigint NOT NULL,
  evaluator_name text NOT NULL,
  evaluator_version text NOT NULL,
  score double precision NOT NULL,
  reasoning text NOT NULL DEFAULT '',
  judge_trace_id text NOT NULL DEFAULT '',
  corrected_score double precision,
  corrected_why text NOT NULL DEFAULT '',
  corrected_by bigint,
  corrected_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  UNIQUE (task_id, evaluator_version_id, trace_id, span_id)
);
CREATE INDEX span_score_trace ON span_score (space_id, trace_id);

-- Scores go with their trace.
CREATE FUNCTION forget_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.span_score WHERE space_id = OLD.space_id AND trace_id = OLD.trace_id;
  DELETE FROM public.trace_task_span w USING public.trace_task t
    WHERE t.id = w.task_id AND t.space_id = OLD.space_id AND w.trace_id = OLD.trace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER trace_head_scores_gone AFTER DELETE ON trace_head FOR EACH ROW
  WHEN (current_setting('orrery.keep_spans', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION forget_scores();
