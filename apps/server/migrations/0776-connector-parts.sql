-- sealed; how people authorise a channel with accounts of its own
ALTER TABLE connector ADD COLUMN oauth_config text NOT NULL DEFAULT '';
-- versions wait for the maker before they are served
ALTER TABLE connector ADD COLUMN is_reviewed boolean NOT NULL DEFAULT false;

CREATE TABLE connector_review (
  id bigint PRIMARY KEY,
  connector_id bigint NOT NULL REFERENCES connector ON DELETE CASCADE,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  publication_id bigint NOT NULL REFERENCES bot_publication ON DELETE CASCADE,
  -- 1 waits, 2 accepted, 3 rejected
  status smallint NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- where the program shows the bot
  share_link text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  decided_at bigint,
  UNIQUE (connector_id, publication_id)
);
CREATE INDEX connector_review_of ON connector_review (connector_id, id DESC);
CREATE INDEX connector_review_waits ON connector_review (created_at) WHERE status = 1;

-- what the maker of a channel lets one person choose from, such as devices
CREATE TABLE connector_user_config (
  connector_id bigint NOT NULL REFERENCES connector ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  key text NOT NULL,
  value text NOT NULL,
  label text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (connector_id, user_id, key, value)
);
CREATE INDEX connector_user_config_of ON connector_user_config (user_id);
