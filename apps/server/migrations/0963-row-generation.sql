-- Rows that a model makes for a dataset, until somebody has chosen among them.
CREATE TABLE eval_generation (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  dataset_id bigint NOT NULL,
  -- 1 begins, 2 runs, 3 all are made, 4 chosen, 5 stopped, 6 failed
  state smallint NOT NULL,
  description text NOT NULL DEFAULT '',
  columns jsonb NOT NULL,
  examples jsonb NOT NULL DEFAULT '[]',
  sources jsonb NOT NULL DEFAULT '[]',
  is_timely boolean NOT NULL DEFAULT false,
  total integer NOT NULL,
  problem text NOT NULL DEFAULT '',
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
-- One at a time for a dataset.
CREATE UNIQUE INDEX eval_generation_open ON eval_generation (dataset_id) WHERE state IN (1, 2, 3);
CREATE TABLE eval_generation_row (
  id bigint PRIMARY KEY,
  generation_id bigint NOT NULL REFERENCES eval_generation ON DELETE CASCADE,
  nth integer NOT NULL,
  cells jsonb NOT NULL,
  authenticity smallint NOT NULL,
  satisfaction smallint NOT NULL,
  -- 1 made, 2 kept, 3 dropped
  choice smallint NOT NULL DEFAULT 1,
  UNIQUE (generation_id, nth)
);
