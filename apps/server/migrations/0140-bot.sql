-- The draft of a bot. Name, description and icon are those of its resource; everything else a person configures is in `config`.
CREATE TABLE bot (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  config jsonb NOT NULL,
  -- milliseconds, but always greater than the one before: a save names the version it started from
  version bigint NOT NULL,
  -- of name, description, icon and config: equal content is no change
  hash text NOT NULL,
  saved_by bigint NOT NULL,
  saved_at bigint NOT NULL,
  -- the version of the last commit, 0 before the first
  commit_version bigint NOT NULL DEFAULT 0,
  visibility smallint NOT NULL DEFAULT 1,
  develop_mode smallint NOT NULL DEFAULT 0,
  create_from text NOT NULL DEFAULT '',
  -- for a duplicate whose resources are being copied: where it comes from and what went wrong
  copy jsonb
);

-- States of a draft that were kept: left behind by autosave (1), published (2), committed (4). Nothing is ever taken out of it
-- but with its bot.
CREATE TABLE bot_history (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  kind smallint NOT NULL,
  version bigint NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  icon_uri text NOT NULL,
  config jsonb NOT NULL,
  hash text NOT NULL,
  note text NOT NULL DEFAULT '',
  connector_ids text[] NOT NULL DEFAULT '{}',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (bot_id, version, kind)
);
CREATE INDEX bot_history_of ON bot_history (bot_id, id DESC);

-- What one person has of one bot: the version they saw last, and how they arranged the editor.
CREATE TABLE bot_user (
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  seen_version bigint NOT NULL DEFAULT 0,
  tabs jsonb NOT NULL DEFAULT '{}',
  popups jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (bot_id, user_id)
);

-- Where a bot is published to, or set up to be.
CREATE TABLE bot_connector (
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  connector_id text NOT NULL,
  bind_id bigint NOT NULL,
  is_bound boolean NOT NULL DEFAULT true,
  -- key and value pairs of the target; sealed, since some of them are secrets
  config text NOT NULL DEFAULT '',
  -- the publication it serves, null before the first
  history_id bigint REFERENCES bot_history ON DELETE SET NULL,
  published_at bigint,
  PRIMARY KEY (bot_id, connector_id)
);
