-- A version of a bot that a channel serves beside its official one: on a lane, under an identifier, or to a share of users.
CREATE TABLE bot_rule (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  connector_id text NOT NULL,
  -- 1 lane, 2 identifier, 3 gray
  type smallint NOT NULL,
  -- the name of the lane or the identifier
  name text NOT NULL DEFAULT '',
  gray_config jsonb,
  history_id bigint NOT NULL REFERENCES bot_history,
  -- 1 online, 2 offline
  status smallint NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  offline_at bigint,
  operator bigint,
  -- of the client: what is sent twice has one effect
  publish_id text NOT NULL,
  request_hash text NOT NULL,
  -- why the guard has paused it, in both languages
  paused jsonb,
  -- how often in a row the guard found it worse
  bad smallint NOT NULL DEFAULT 0,
  -- since when the guard counts
  since bigint NOT NULL
);
CREATE UNIQUE INDEX bot_rule_name ON bot_rule (bot_id, connector_id, type, name) WHERE status = 1;
CREATE UNIQUE INDEX bot_rule_once ON bot_rule (bot_id, publish_id, connector_id);
CREATE INDEX bot_rule_of ON bot_rule (bot_id, id DESC);
CREATE INDEX bot_rule_gray ON bot_rule (id) WHERE status = 1 AND type = 3;

-- What was done with versions of a bot, by whom and why.
CREATE TABLE bot_operation (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  -- 1 published, 2 changed, 3 taken offline, 4 rolled back
  operation smallint NOT NULL,
  -- 2 official, 3 lane or identifier, 4 gray, 5 rolled back
  kind smallint NOT NULL,
  rule_id bigint,
  history_id bigint,
  connector_ids text[] NOT NULL,
  gray_config jsonb,
  remark text NOT NULL DEFAULT '',
  is_guard boolean NOT NULL DEFAULT false,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX bot_operation_of ON bot_operation (bot_id, id DESC);

-- The version that a conversation began with; 0 is the official one.
CREATE TABLE bot_pin (
  conversation_id bigint PRIMARY KEY REFERENCES conversation ON DELETE CASCADE,
  rule_id bigint NOT NULL
);

-- What a publication changed: as it was generated, and as a person wrote it.
CREATE TABLE bot_changelog (
  history_id bigint PRIMARY KEY REFERENCES bot_history ON DELETE CASCADE,
  machine_text text NOT NULL,
  person_text text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
