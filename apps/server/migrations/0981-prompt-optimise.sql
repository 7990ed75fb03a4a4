CREATE TABLE prompt_optimise_task (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  version text NOT NULL DEFAULT '',
  is_visible boolean NOT NULL DEFAULT true,
  plan jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX prompt_optimise_task_of ON prompt_optimise_task (space_id, id DESC);

CREATE TABLE prompt_optimise_run (
  id bigint PRIMARY KEY,
  task_id bigint NOT NULL REFERENCES prompt_optimise_task ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  -- What it began with, as it was then.
  version text NOT NULL DEFAULT '',
  detail jsonb NOT NULL,
  plan jsonb NOT NULL,
  -- 1 waiting, 2 running, 3 cancelled, 4 failed, 5 completed
  status smallint NOT NULL,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  result jsonb,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  started_at bigint NOT NULL DEFAULT 0,
  ended_at bigint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX prompt_optimise_run_of ON prompt_optimise_run (task_id, id DESC);
-- At most one at a time.
CREATE UNIQUE INDEX prompt_optimise_run_open ON prompt_optimise_run (task_id) WHERE status IN (1, 2);

-- Every answer of a model, before it counts: a run that goes on asks nothing twice.
CREATE TABLE prompt_optimise_call (
  run_id bigint NOT NULL REFERENCES prompt_optimise_run ON DELETE CASCADE,
  key text NOT NULL,
  answer jsonb NOT NULL,
  -- How often a model was asked for it.
  calls integer NOT NULL,
  cost double precision NOT NULL,
  PRIMARY KEY (run_id, key)
);
