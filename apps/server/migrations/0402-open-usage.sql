-- what calls from outside have used: a row for each day, bot, account, token and channel
CREATE TABLE open_ledger (
  -- days since 1970, UTC
  day integer NOT NULL,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  bot_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_id text NOT NULL DEFAULT '',
  connector_id text NOT NULL,
  calls bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, bot_id, user_id, token_id, connector_id)
);
CREATE INDEX open_ledger_space ON open_ledger (space_id, day);

-- how much may be used in a period, by the whole space or by one bot, account or token in it
CREATE TABLE open_quota (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  subject text NOT NULL,
  subject_id text NOT NULL,
  unit text NOT NULL,
  period text NOT NULL,
  max bigint NOT NULL,
  changed_by bigint NOT NULL,
  changed_at bigint NOT NULL,
  UNIQUE (space_id, subject, subject_id, unit, period)
);
CREATE TABLE open_counter (
  quota_id bigint NOT NULL REFERENCES open_quota ON DELETE CASCADE,
  starts_at bigint NOT NULL,
  used bigint NOT NULL,
  PRIMARY KEY (quota_id, starts_at)
);
