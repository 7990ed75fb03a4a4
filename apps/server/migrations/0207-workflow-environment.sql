-- A state of a workflow under a name, to be tried before it becomes a version.
CREATE TABLE workflow_env (
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  env text NOT NULL,
  note text NOT NULL DEFAULT '',
  commit_id bigint NOT NULL,
  source_commit_id bigint,
  user_id bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (workflow_id, env)
);

-- New features, given to a share of the spaces and to named ones.
CREATE TABLE workflow_feature (
  name text PRIMARY KEY,
  percent smallint NOT NULL,
  space_ids bigint[] NOT NULL DEFAULT '{}',
  updated_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
