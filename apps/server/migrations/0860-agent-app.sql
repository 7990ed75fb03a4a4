-- A project that can be worked on by talk has a bot beside it.
CREATE TABLE agent_app (
  project_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  bot_id bigint,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);

-- One piece of building: a description that becomes an app, or a sentence that changes one.
CREATE TABLE agent_work (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL,
  -- none until the project exists
  project_id bigint REFERENCES resource ON DELETE CASCADE,
  -- the id that the project will have: written down first, so that it is created once
  planned_id bigint NOT NULL,
  user_id bigint NOT NULL,
  message text NOT NULL,
  language text NOT NULL,
  -- pages that a change is confined to; empty for all
  pages jsonb NOT NULL DEFAULT '[]',
  answers jsonb NOT NULL DEFAULT '{}',
  plan jsonb,
  status smallint NOT NULL,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  tokens integer NOT NULL DEFAULT 0,
  repairs integer NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX agent_work_project ON agent_work (project_id, id);
CREATE INDEX agent_work_user ON agent_work (user_id, space_id);
CREATE INDEX agent_work_open ON agent_work (id) WHERE status IN (0, 2);

CREATE TABLE agent_step (
  work_id bigint NOT NULL REFERENCES agent_work ON DELETE CASCADE,
  n integer NOT NULL,
  spec jsonb NOT NULL,
  scope text NOT NULL,
  title text NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  -- the id of what it creates, written down before
  made_id bigint NOT NULL,
  -- what it changes in the interface, what leads back, what a reader sees of it, and the interface as it was
  edits jsonb,
  inverse jsonb,
  diff jsonb NOT NULL DEFAULT '[]',
  before jsonb,
  tokens integer NOT NULL DEFAULT 0,
  repairs integer NOT NULL DEFAULT 0,
  PRIMARY KEY (work_id, n)
);
