-- The draft of a workflow. Name, description and icon are those of its resource.
CREATE TABLE workflow (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  schema text NOT NULL,
  -- changes with every save: a save names the one it started from
  commit_id bigint NOT NULL,
  flow_mode smallint NOT NULL DEFAULT 0,
  -- the commit whose test run succeeded last: only that may be published without force
  tested_commit_id bigint,
  submit_commit_id bigint,
  -- the newest published version, null before the first
  version text,
  publish_commit_id bigint,
  collaborator_mode smallint NOT NULL DEFAULT 0,
  saved_by bigint NOT NULL,
  -- workflows that the draft calls
  uses bigint[] NOT NULL DEFAULT '{}'
);
CREATE INDEX workflow_uses ON workflow USING gin (uses);

-- States of a workflow that were kept: drafts that ran or were written over by somebody else (0), submitted (1), published (2).
CREATE TABLE workflow_commit (
  id bigint NOT NULL,
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  type smallint NOT NULL,
  version text NOT NULL DEFAULT '',
  name text NOT NULL,
  description text NOT NULL,
  icon_uri text NOT NULL,
  flow_mode smallint NOT NULL,
  schema text NOT NULL,
  note text NOT NULL DEFAULT '',
  -- the submitted state that a draft or publication was made from
  submit_commit_id bigint,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (workflow_id, id, type)
);
CREATE UNIQUE INDEX workflow_version ON workflow_commit (workflow_id, version) WHERE type = 2;

-- How a chatflow shows itself to the people it talks with; one for each place it is published to.
CREATE TABLE chat_flow_role (
  id bigint PRIMARY KEY,
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  connector_id text NOT NULL,
  role jsonb NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (workflow_id, connector_id)
);

-- Conversations that a project's chatflows know by name.
CREATE TABLE project_conversation (
  id bigint PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  name text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (project_id, name)
);

-- Saved inputs with what should come out of them.
CREATE TABLE workflow_case (
  id bigint PRIMARY KEY,
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  name text NOT NULL,
  input jsonb NOT NULL,
  expected jsonb,
  is_default boolean NOT NULL DEFAULT false,
  last_run_id bigint,
  last_passed boolean,
  created_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX workflow_case_of ON workflow_case (workflow_id, id);
