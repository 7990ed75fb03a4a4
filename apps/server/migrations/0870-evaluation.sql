-- Evaluators have a draft, and versions by name.
ALTER TABLE evaluator
  ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN draft jsonb,
  ADD COLUMN request_key text NOT NULL DEFAULT '',
  ADD COLUMN edited_by bigint,
  ADD COLUMN updated_at bigint;
ALTER TABLE evaluator_version
  ADD COLUMN version text,
  ADD COLUMN note text NOT NULL DEFAULT '';
UPDATE evaluator_version SET version = '0.0.' || number;
UPDATE evaluator e SET edited_by = created_by, updated_at = created_at, draft = coalesce(
  (SELECT content FROM evaluator_version v WHERE v.evaluator_id = e.id ORDER BY number DESC LIMIT 1), '{}');
ALTER TABLE evaluator
  ALTER COLUMN draft SET NOT NULL,
  ALTER COLUMN edited_by SET NOT NULL,
  ALTER COLUMN updated_at SET NOT NULL;
ALTER TABLE evaluator_version ALTER COLUMN version SET NOT NULL;
CREATE INDEX evaluator_request ON evaluator (space_id, request_key) WHERE request_key <> '';

-- What is evaluated: a bot, a workflow, a prompt, a model, or outputs that are there already.
CREATE TABLE eval_target (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  type smallint NOT NULL,
  source_id text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (space_id, type, source_id)
);
-- As it was when it was frozen. It never changes.
CREATE TABLE eval_target_version (
  id bigint PRIMARY KEY,
  target_id bigint NOT NULL REFERENCES eval_target ON DELETE CASCADE,
  source_version text NOT NULL,
  name text NOT NULL,
  snapshot jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (target_id, source_version)
);

CREATE TABLE experiment (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  dataset_id bigint NOT NULL,
  dataset_version_id bigint NOT NULL,
  dataset_name text NOT NULL,
  dataset_version text NOT NULL,
  item_count integer NOT NULL,
  target_version_id bigint NOT NULL REFERENCES eval_target_version,
  -- versions with their contents, weights and mappings: what was scored by stays known when an evaluator is deleted
  evaluators jsonb NOT NULL,
  target_mapping jsonb NOT NULL,
  conf jsonb NOT NULL,
  -- 2 pending, 3 processing, 11 success, 12 failed, 13 terminated, 14 terminated by the system
  status smallint NOT NULL,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  run_id bigint NOT NULL,
  started_at bigint NOT NULL DEFAULT 0,
  ended_at bigint NOT NULL DEFAULT 0,
  -- end users of earlier runs may have left something
  is_clean boolean NOT NULL DEFAULT true,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX experiment_name ON experiment (space_id, lower(name));
CREATE INDEX experiment_space ON experiment (space_id, id);
CREATE INDEX experiment_open ON experiment (id) WHERE status IN (2, 3);
CREATE INDEX experiment_target ON experiment (target_version_id);

-- One turn of one row, once for each trial: what the target gave. Without an experiment: a target that was run on its own.
CREATE TABLE experiment_turn (
  id bigint PRIMARY KEY,
  experiment_id bigint REFERENCES experiment ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  target_version_id bigint NOT NULL REFERENCES eval_target_version ON DELETE CASCADE,
  item_id bigint NOT NULL,
  trial integer NOT NULL,
  turn integer NOT NULL,
  pos double precision NOT NULL,
  hash text NOT NULL,
  -- 0 waits, 1 success, 2 failed, 3 under way, 4 ended before its turn
  state smallint NOT NULL,
  has_output boolean NOT NULL DEFAULT false,
  input jsonb NOT NULL DEFAULT '{}',
  outputs jsonb NOT NULL DEFAULT '{}',
  -- of a workflow: written down before it starts, so that it is started once
  workflow_run_id bigint,
  trace_id text NOT NULL DEFAULT '',
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  ms integer NOT NULL DEFAULT 0,
  error_code integer NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  error_zh text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (experiment_id, item_id, trial, turn)
);
CREATE INDEX experiment_turn_open ON experiment_turn (experiment_id, pos, item_id, trial) WHERE state IN (0, 3);

-- What an evaluator gave, and what a person made of it. Without a turn: an evaluator that was run on its own.
CREATE TABLE experiment_score (
  id bigint PRIMARY KEY,
  experiment_id bigint REFERENCES experiment ON DELETE CASCADE,
  turn_id bigint REFERENCES experiment_turn ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  evaluator_version_id bigint NOT NULL,
  evaluator_id bigint NOT NULL,
  -- 1 success, 2 failed
  status smallint NOT NULL,
  fields jsonb NOT NULL DEFAULT '{}',
  score double precision,
  -- from 0 to 1, where more is better
  normal double precision,
  reason text NOT NULL DEFAULT '',
  is_offline boolean NOT NULL DEFAULT false,
  trace_id text NOT NULL DEFAULT '',
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  ms integer NOT NULL DEFAULT 0,
  error_code integer NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  error_zh text NOT NULL DEFAULT '',
  corrected_score double precision,
  corrected_normal double precision,
  corrected_why text NOT NULL DEFAULT '',
  corrected_by bigint,
  corrected_at bigint NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (turn_id, evaluator_version_id)
);
CREATE INDEX experiment_score_experiment ON experiment_score (experiment_id, evaluator_version_id);
CREATE TABLE experiment_correction (
  id bigint PRIMARY KEY,
  score_id bigint NOT NULL REFERENCES experiment_score ON DELETE CASCADE,
  score double precision NOT NULL,
  why text NOT NULL,
  user_id bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX experiment_correction_score ON experiment_correction (score_id, id);
