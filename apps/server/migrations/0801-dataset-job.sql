-- Rows that came out of a file, until their file is shown.
ALTER TABLE dataset_item ADD COLUMN job_id bigint;
CREATE INDEX dataset_item_staged ON dataset_item (job_id, item_key) WHERE add_vn IS NULL;

-- Files that are read into datasets, and datasets that are written into files.
CREATE TABLE dataset_job (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  -- 1 a file into the dataset, 2 the dataset into a file
  kind smallint NOT NULL,
  spec jsonb NOT NULL,
  -- 1 waits, 2 runs, 3 complete, 4 failed, 5 cancelled
  status smallint NOT NULL DEFAULT 1,
  -- as far as it is known before the end
  total integer NOT NULL DEFAULT 0,
  processed integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  is_cancelled boolean NOT NULL DEFAULT false,
  -- why it failed, in both languages
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  -- the fields that rows were checked against
  schema_stamp text NOT NULL DEFAULT '',
  -- the blob of what was written
  result_key text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  started_at bigint NOT NULL DEFAULT 0,
  ended_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX dataset_job_of ON dataset_job (dataset_id, id);

-- Rows of a file that do not fit, as they stood in it.
CREATE TABLE dataset_job_reject (
  job_id bigint NOT NULL REFERENCES dataset_job ON DELETE CASCADE,
  nth integer NOT NULL,
  file text NOT NULL,
  line integer NOT NULL,
  type smallint NOT NULL,
  field text NOT NULL,
  reason text NOT NULL,
  reason_zh text NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (job_id, nth)
);
