-- what models were asked for: a row for each hour, space, model and kind of caller
CREATE TABLE model_hour (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  model_id bigint NOT NULL,
  -- hours since 1970, UTC
  hour integer NOT NULL,
  -- bot or workflow
  scene text NOT NULL,
  calls bigint NOT NULL,
  failed bigint NOT NULL,
  -- refused by the provider because there were too many
  limited bigint NOT NULL,
  tokens_in bigint NOT NULL,
  tokens_out bigint NOT NULL,
  millis bigint NOT NULL,
  first_millis bigint NOT NULL,
  PRIMARY KEY (space_id, model_id, hour, scene)
);

-- which way of setting a model up the people of a space chose
CREATE TABLE model_user_config (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  model_id bigint NOT NULL,
  config_type integer NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (space_id, model_id)
);

-- two ways of setting a bot up that somebody compares
CREATE TABLE bot_comparison (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  info jsonb NOT NULL,
  -- whether the person is in it, or has left it to go on later
  is_open boolean NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (bot_id, user_id)
);

-- everything that is kept of a person, as a file for them
CREATE TABLE takeout (
  user_id bigint PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  -- 0 being packed, 1 there, 2 failed
  status smallint NOT NULL,
  blob_key text NOT NULL DEFAULT '',
  requested_at bigint NOT NULL
);

-- what a person counts goes with them
DELETE FROM api_call a WHERE NOT EXISTS (SELECT FROM app_user u WHERE u.id = a.user_id);
ALTER TABLE api_call ADD FOREIGN KEY (user_id) REFERENCES app_user ON DELETE CASCADE;

-- a token may be good for fewer spaces than what its person allowed; the pages of a person have one app of their own
ALTER TABLE oauth_token ADD COLUMN spaces jsonb;
CREATE UNIQUE INDEX oauth_app_web ON oauth_app (owner_id) WHERE app_type = 'web';
