-- Comparisons: what is compared, on which datasets, by which judge. Each submit is a batch of experiments.
CREATE TABLE lite_batch (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  objects jsonb NOT NULL,
  -- dataset, whether the comparison owns it, and what it is a copy of
  datasets jsonb NOT NULL,
  set_id bigint,
  -- 1 outputs are judged, 2 they are collected
  run_type smallint NOT NULL DEFAULT 1,
  batch_id bigint,
  test_batch_id bigint,
  test_dataset_id bigint,
  -- a submit that has not begun all of its experiments yet; the fence keeps two processes apart
  is_starting boolean NOT NULL DEFAULT false,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  -- in whose name it runs
  submitted_by bigint,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX lite_batch_space ON lite_batch (space_id, id DESC);
