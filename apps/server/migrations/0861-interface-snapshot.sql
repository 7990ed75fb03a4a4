-- What was drawn at a moment, kept for good. A version of a project that was made from one says so.
CREATE TABLE interface_snapshot (
  id bigint PRIMARY KEY,
  sandbox_id bigint NOT NULL REFERENCES interface_sandbox ON DELETE CASCADE,
  -- counts up within the sandbox
  version integer NOT NULL,
  previous_id bigint,
  -- 0 by hand, 1 before something older was restored, 2 for a publication
  kind smallint NOT NULL,
  description text NOT NULL,
  -- the pages that it holds; empty for all
  pages jsonb NOT NULL DEFAULT '[]',
  document jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (sandbox_id, version)
);
ALTER TABLE project_version ADD COLUMN snapshot_id bigint;

-- The plugin whose tools run in the pages of an app, and the app that it was copied from.
ALTER TABLE agent_app
  ADD COLUMN plugin_id bigint,
  ADD COLUMN source_app_id bigint;
CREATE INDEX agent_app_bot ON agent_app (bot_id);
