-- A channel that a person has built: a program that takes published bots to other places.
CREATE TABLE connector (
  id bigint PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  icon_uri text NOT NULL DEFAULT '',
  callback_url text NOT NULL DEFAULT '',
  -- sealed; what callbacks are signed with
  callback_token text NOT NULL,
  -- 1 for its maker, 2 for everybody on the instance
  public_type smallint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX connector_owner ON connector (owner_id, id DESC);

CREATE TABLE connector_space (
  connector_id bigint NOT NULL REFERENCES connector ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  added_by bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (connector_id, space_id)
);
CREATE INDEX connector_space_of ON connector_space (space_id);

-- what a person keeps at hand
CREATE TABLE connector_account (
  connector_id bigint NOT NULL REFERENCES connector ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at bigint NOT NULL,
  PRIMARY KEY (connector_id, account_id)
);
CREATE INDEX connector_account_of ON connector_account (account_id);

-- an address of a bot, of an event app, or of such a channel
ALTER TABLE webhook ADD COLUMN custom_id bigint UNIQUE REFERENCES connector ON DELETE CASCADE;
