-- A prompt, run once for each row of a dataset. What it says is kept as it was when the run began.
CREATE TABLE prompt_batch (
  id bigint PRIMARY KEY,
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  version text NOT NULL DEFAULT '',
  detail jsonb NOT NULL,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  evaluator_version_id bigint,
  -- open, done, cancelled, stopped
  status text NOT NULL DEFAULT 'open',
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  total integer NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  ended_at bigint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX prompt_batch_of ON prompt_batch (prompt_id, id DESC);
CREATE TABLE prompt_batch_row (
  batch_id bigint NOT NULL REFERENCES prompt_batch ON DELETE CASCADE,
  item_id bigint NOT NULL,
  input jsonb NOT NULL,
  output text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  score double precision,
  reason text NOT NULL DEFAULT '',
  trace_id text NOT NULL DEFAULT '',
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  PRIMARY KEY (batch_id, item_id)
);
