-- Variables of projects. Those of a bot are a part of its configuration.
CREATE TABLE variable_meta (
  owner_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  -- 1 of the user, 5 of the app
  channel smallint NOT NULL,
  keyword text NOT NULL,
  position integer NOT NULL,
  description text NOT NULL,
  default_value text NOT NULL,
  variable_type smallint NOT NULL,
  schema text NOT NULL,
  enabled boolean NOT NULL,
  read_only boolean NOT NULL,
  prompt_disabled boolean NOT NULL,
  PRIMARY KEY (owner_id, channel, keyword)
);

-- What a bot or project keeps for one person in one channel. A program's own users carry its account before their name.
CREATE TABLE variable_value (
  owner_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_key text NOT NULL,
  connector_id text NOT NULL,
  channel smallint NOT NULL,
  keyword text NOT NULL,
  value text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (owner_id, user_key, connector_id, channel, keyword)
);
CREATE INDEX variable_value_user ON variable_value (user_key text_pattern_ops);
