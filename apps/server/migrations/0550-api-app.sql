-- programs that hear of what happens with the bots of their owner
CREATE TABLE api_app (
  id bigint PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- 1 for everything of its owner, 2 for what comes through one channel
  app_type smallint NOT NULL,
  name text NOT NULL,
  connector_id text NOT NULL DEFAULT '',
  callback_url text NOT NULL DEFAULT '',
  -- sealed; also the key that deliveries are signed with
  verify_token text NOT NULL,
  events text[] NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX api_app_owner ON api_app (owner_id, id DESC);

-- an address of a bot, or of such a program
ALTER TABLE webhook ALTER COLUMN bot_id DROP NOT NULL;
ALTER TABLE webhook ADD COLUMN app_id bigint UNIQUE REFERENCES api_app ON DELETE CASCADE;
-- '' hears of every channel
ALTER TABLE webhook ADD COLUMN connector_id text NOT NULL DEFAULT '';

-- what was tried out in the playground
CREATE TABLE playground_run (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  method text NOT NULL,
  path text NOT NULL,
  log_id text NOT NULL,
  status_code integer NOT NULL,
  request text NOT NULL,
  response text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX playground_run_of ON playground_run (user_id, method, path, id DESC);

-- calls with tokens: a row for each day, person, call and outcome
CREATE TABLE api_call (
  user_id bigint NOT NULL,
  -- days since 1970, UTC
  day integer NOT NULL,
  api text NOT NULL,
  code bigint NOT NULL,
  calls bigint NOT NULL,
  millis bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (user_id, day, api, code)
);
CREATE INDEX open_ledger_user ON open_ledger (user_id, day);
