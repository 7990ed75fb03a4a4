-- A run of columns whose questions go out together: to a provider as a batch, or to the models here with low priority.
CREATE TABLE dataset_infer_task (
  id bigint PRIMARY KEY,
  run_id bigint NOT NULL UNIQUE REFERENCES dataset_column_run ON DELETE CASCADE,
  dataset_id bigint NOT NULL,
  space_id bigint NOT NULL,
  name text NOT NULL,
  -- 2 the batch API of a provider, 4 and 5 the models here
  provider smallint NOT NULL,
  model_id text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  params jsonb NOT NULL DEFAULT '{}',
  -- 0 preparing, 1 launching, 2 inferring, 3 exporting; how it ends is said by the run
  status smallint NOT NULL DEFAULT 0,
  file_id text NOT NULL DEFAULT '',
  batch_id text NOT NULL DEFAULT '',
  trace_id text NOT NULL DEFAULT '',
  -- what went wrong at the last look, and what a program reported
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  reported text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX dataset_infer_task_open ON dataset_infer_task (id) WHERE status < 3;

-- A question of a batch and its answer.
CREATE TABLE dataset_infer_line (
  task_id bigint NOT NULL REFERENCES dataset_infer_task ON DELETE CASCADE,
  item_id bigint NOT NULL,
  round smallint NOT NULL,
  request text NOT NULL,
  -- the columns as they were when it was asked: what a person changed since stays
  before jsonb NOT NULL,
  answer text,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  PRIMARY KEY (task_id, item_id, round)
);
