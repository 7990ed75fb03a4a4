-- The Label Studio server of a space.
CREATE TABLE label_studio_link (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  url text NOT NULL,
  sealed_token text NOT NULL,
  account_id text NOT NULL,
  account_name text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);

-- Rows of a version that people label, here or on another platform.
CREATE TABLE dataset_crowd_job (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- 1 Label Studio, 2 the queue of this instance
  platform smallint NOT NULL,
  config jsonb NOT NULL,
  version_id bigint NOT NULL,
  output_dataset_id bigint NOT NULL,
  -- 1 sending, 2 in progress, 3 abnormal, 4 completed, 5 terminated
  status smallint NOT NULL DEFAULT 1,
  terminate_reason text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  input_size integer NOT NULL,
  -- the task of the queue here, or the webhook there
  annotation_task_id bigint,
  hook_id text NOT NULL DEFAULT '',
  hook_key text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX dataset_crowd_job_of ON dataset_crowd_job (dataset_id, id);
CREATE UNIQUE INDEX dataset_crowd_job_hook ON dataset_crowd_job (hook_key);

CREATE TABLE dataset_crowd_row (
  job_id bigint NOT NULL REFERENCES dataset_crowd_job ON DELETE CASCADE,
  item_id bigint NOT NULL,
  nth integer NOT NULL,
  is_sent boolean NOT NULL DEFAULT false,
  -- the answer that counts, and whether it stands in the columns
  answer_ref text NOT NULL DEFAULT '',
  applied_ref text NOT NULL DEFAULT '',
  -- what was written, by field: a value that a person changed since stays
  applied jsonb NOT NULL DEFAULT '{}',
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  PRIMARY KEY (job_id, item_id)
);
CREATE INDEX dataset_crowd_row_order ON dataset_crowd_row (job_id, nth);

-- Every answer that came; of several for one row the last counts.
CREATE TABLE dataset_crowd_answer (
  job_id bigint NOT NULL REFERENCES dataset_crowd_job ON DELETE CASCADE,
  item_id bigint NOT NULL,
  ref text NOT NULL,
  answers jsonb NOT NULL,
  answered_at bigint NOT NULL,
  PRIMARY KEY (job_id, ref)
);
CREATE INDEX dataset_crowd_answer_of ON dataset_crowd_answer (job_id, item_id);
