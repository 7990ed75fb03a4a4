-- Examples that people upload to train models with, and the training that a provider does with them.
CREATE TABLE tuning_dataset (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  content text NOT NULL,
  examples integer NOT NULL,
  tokens integer NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX tuning_dataset_of ON tuning_dataset (space_id);
CREATE TABLE tuning_task (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  base_model_id bigint NOT NULL,
  dataset_id bigint NOT NULL REFERENCES tuning_dataset ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  settings jsonb NOT NULL,
  remote_id text NOT NULL,
  status smallint NOT NULL,
  problem text NOT NULL DEFAULT '',
  metrics jsonb NOT NULL DEFAULT '[]',
  -- The model that came of it, once it did.
  model_id bigint,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  looked_at bigint NOT NULL
);
CREATE INDEX tuning_task_of ON tuning_task (space_id);
CREATE INDEX tuning_task_open ON tuning_task (looked_at) WHERE status IN (4, 5);
