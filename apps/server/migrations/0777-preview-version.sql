-- A draft as it was at one moment, to be tried on one channel by those who have the link.
CREATE TABLE preview_version (
  id bigint PRIMARY KEY,
  -- of the key in the link
  key_hash text NOT NULL UNIQUE,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  connector_id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  icon_uri text NOT NULL,
  version text NOT NULL,
  config jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX preview_version_of ON preview_version (bot_id, id DESC);
CREATE INDEX preview_version_ends ON preview_version (expires_at);
