-- How columns of a dataset are filled: by a model, or by Python.
CREATE TABLE dataset_column_job (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  name text NOT NULL,
  config jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX dataset_column_job_of ON dataset_column_job (dataset_id, id);

-- One pass over the rows.
CREATE TABLE dataset_column_run (
  id bigint PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES dataset_column_job ON DELETE CASCADE,
  dataset_id bigint NOT NULL,
  -- what is done, as it was when the run began
  plan jsonb NOT NULL,
  output_keys text[] NOT NULL,
  -- 1 waits, 2 runs, 3 complete, 4 failed, 5 terminated
  status smallint NOT NULL DEFAULT 1,
  total integer NOT NULL DEFAULT 0,
  succeeded integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  is_cancelled boolean NOT NULL DEFAULT false,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  ended_at bigint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX dataset_column_run_of ON dataset_column_run (dataset_id, id);

-- Items that a run is through with.
CREATE TABLE dataset_column_done (
  run_id bigint NOT NULL REFERENCES dataset_column_run ON DELETE CASCADE,
  item_id bigint NOT NULL,
  PRIMARY KEY (run_id, item_id)
);

-- Where a generated value came from. A person has changed it when the text no longer has this hash.
CREATE TABLE dataset_cell (
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  item_id bigint NOT NULL,
  field_key text NOT NULL,
  run_id bigint NOT NULL,
  -- 1 generated, 2 failed
  state smallint NOT NULL,
  text_hash text NOT NULL DEFAULT '',
  model_id text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  trace_id text NOT NULL DEFAULT '',
  -- the share of rounds that gave this value
  agreement real NOT NULL DEFAULT 1,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  PRIMARY KEY (dataset_id, item_id, field_key)
);
