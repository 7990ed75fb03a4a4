-- Conversations that workflows know by name: one for each project, bot or workflow, person, place and name.
CREATE TABLE workflow_thread (
  conversation_id bigint PRIMARY KEY REFERENCES conversation ON DELETE CASCADE,
  -- the project, the bot, or the workflow itself
  owner_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  -- whose conversation it is, in the caller's own numbering
  person text NOT NULL,
  connector_id text NOT NULL,
  is_draft boolean NOT NULL,
  name text NOT NULL,
  meta jsonb NOT NULL DEFAULT '{}',
  UNIQUE (owner_id, person, connector_id, is_draft, name)
);
