-- Many runs of one workflow: one for every line of a table.
CREATE TABLE workflow_job (
  id bigint PRIMARY KEY,
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  space_id bigint NOT NULL,
  version text NOT NULL,
  name text NOT NULL,
  -- the file it was made of
  input_key text NOT NULL,
  columns text[] NOT NULL,
  context jsonb NOT NULL,
  user_id bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX workflow_job_space ON workflow_job (space_id, id DESC);

CREATE TABLE workflow_task (
  id bigint PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES workflow_job ON DELETE CASCADE,
  line integer NOT NULL,
  input text NOT NULL,
  -- the newest run of the line; it says how the line stands
  run_id bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX workflow_task_job ON workflow_task (job_id, line);
