-- Rows that look like others: of a file before it is imported, or of the dataset itself.
CREATE TABLE dataset_dedup (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  spec jsonb NOT NULL,
  -- 1 waits, 2 runs, 3 complete: pairs wait to be decided, 4 failed, 5 cancelled
  status smallint NOT NULL DEFAULT 1,
  total integer NOT NULL DEFAULT 0,
  is_cancelled boolean NOT NULL DEFAULT false,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  started_at bigint NOT NULL DEFAULT 0,
  ended_at bigint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX dataset_dedup_of ON dataset_dedup (dataset_id, id);

-- A row with those that it looks like.
CREATE TABLE dataset_dedup_pair (
  job_id bigint NOT NULL REFERENCES dataset_dedup ON DELETE CASCADE,
  nth integer NOT NULL,
  -- of the row: its place in the file, or its item
  key text NOT NULL,
  turns jsonb NOT NULL,
  suspects jsonb NOT NULL,
  -- 0 not decided, 1 a duplicate, 2 none
  decision smallint NOT NULL DEFAULT 0,
  decided_by bigint,
  decided_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, nth),
  UNIQUE (job_id, key)
);
