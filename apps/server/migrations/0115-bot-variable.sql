-- What a bot keeps about a person, by channel.
CREATE TABLE bot_variable (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  connector_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (bot_id, user_id, connector_id, key)
);
