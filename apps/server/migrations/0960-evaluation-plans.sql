-- Evaluators that belong to one list only are not shown among those of the space.
ALTER TABLE evaluator ADD COLUMN is_inline boolean NOT NULL DEFAULT false;
DROP INDEX evaluator_name;
CREATE UNIQUE INDEX evaluator_name ON evaluator (space_id, lower(name)) WHERE NOT is_inline;

-- Named lists of evaluators with weights.
CREATE TABLE evaluator_set (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  -- shown in the lists of the space; the others belong to one plan
  is_published boolean NOT NULL DEFAULT false,
  request_key text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX evaluator_set_space ON evaluator_set (space_id, id);
CREATE UNIQUE INDEX evaluator_set_request ON evaluator_set (space_id, request_key) WHERE request_key <> '';
CREATE TABLE evaluator_set_member (
  id bigint PRIMARY KEY,
  set_id bigint NOT NULL REFERENCES evaluator_set ON DELETE CASCADE,
  evaluator_id bigint NOT NULL REFERENCES evaluator ON DELETE CASCADE,
  -- none: always the newest
  version_id bigint REFERENCES evaluator_version ON DELETE CASCADE,
  weight double precision NOT NULL DEFAULT 1,
  -- 1 every turn, 2 once for a row
  granularity smallint NOT NULL DEFAULT 1,
  -- how the first version of the calls numbers it, where its content alone does not tell
  wire_type integer NOT NULL DEFAULT 0,
  place integer NOT NULL,
  created_by bigint NOT NULL
);
CREATE INDEX evaluator_set_member_of ON evaluator_set_member (set_id, place);

-- Programs of a space that are evaluated (object) or that evaluate (evaluator).
CREATE TABLE eval_type (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  purpose text NOT NULL,
  -- the number that calls use; from 100 upwards
  number integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- 1 JSON-RPC, 2 HTTP, 3 it comes and pulls
  callback smallint NOT NULL,
  config jsonb NOT NULL,
  -- signs tokens for the program; sealed
  secret text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (space_id, purpose, number)
);
CREATE UNIQUE INDEX eval_type_name ON eval_type (space_id, purpose, lower(name));

-- What is run again and again: a target, a dataset and evaluators.
CREATE TABLE eval_plan (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  target jsonb,
  dataset_id bigint,
  set_id bigint REFERENCES evaluator_set ON DELETE SET NULL,
  -- lists of evaluators of single rows and turns, by "row" and "row/turn"
  row_sets jsonb NOT NULL DEFAULT '{}',
  target_mapping jsonb NOT NULL DEFAULT '[]',
  pass double precision NOT NULL DEFAULT 0.6,
  excellent double precision NOT NULL DEFAULT 0.9,
  runtime_parameter text NOT NULL DEFAULT '',
  region text NOT NULL DEFAULT '',
  tags jsonb NOT NULL DEFAULT '[]',
  chart_ids jsonb NOT NULL DEFAULT '[]',
  is_read_only boolean NOT NULL DEFAULT false,
  trials integer NOT NULL DEFAULT 1,
  last_run_at bigint NOT NULL DEFAULT 0,
  request_key text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX eval_plan_space ON eval_plan (space_id, id);
CREATE UNIQUE INDEX eval_plan_request ON eval_plan (space_id, request_key) WHERE request_key <> '';

-- Experiments that were started together.
CREATE TABLE eval_batch (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  -- 1 stops when one fails, 2 goes on, 3 goes on while each has a good turn
  policy smallint NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX eval_batch_space ON eval_batch (space_id, id);

ALTER TABLE experiment
  ADD COLUMN plan_id bigint,
  ADD COLUMN batch_id bigint,
  ADD COLUMN set_id bigint,
  ADD COLUMN pass double precision NOT NULL DEFAULT 0.6,
  ADD COLUMN excellent double precision NOT NULL DEFAULT 0.9,
  ADD COLUMN runtime_parameter text NOT NULL DEFAULT '',
  -- the outputs are brought by a program, and some are still missing
  ADD COLUMN waits_outside boolean NOT NULL DEFAULT false;
CREATE INDEX experiment_plan ON experiment (plan_id, id) WHERE plan_id IS NOT NULL;
CREATE INDEX experiment_batch ON experiment (batch_id) WHERE batch_id IS NOT NULL;
-- An option that a person chose, or a text.
ALTER TABLE experiment_score ADD COLUMN value text NOT NULL DEFAULT '';

-- Tags of rows: figures are told by them. "a/b" is b below a.
ALTER TABLE dataset_item ADD COLUMN tags jsonb NOT NULL DEFAULT '[]';
-- 1 listed, 2 belongs to one plan, 3 for training, 4 processed data, 5 results of an evaluation
ALTER TABLE dataset
  ADD COLUMN listing smallint NOT NULL DEFAULT 1,
  ADD COLUMN security_level smallint NOT NULL DEFAULT 0;
