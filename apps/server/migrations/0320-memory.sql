-- What a bot remembers of a person: events of conversations, topics, and facts about them. Keyed by bot and person together.
CREATE TABLE memory_item (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_key text NOT NULL,
  connector_id text NOT NULL,
  -- 1 chat, 2 topic, 3 essential
  item_type smallint NOT NULL,
  biz_id text NOT NULL,
  content text NOT NULL,
  tags jsonb NOT NULL DEFAULT '[]',
  ext jsonb NOT NULL DEFAULT '{}',
  event_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX memory_item_of ON memory_item (bot_id, user_key, item_type, event_at DESC);
CREATE INDEX memory_item_user ON memory_item (user_key text_pattern_ops);

-- Whether a person lets a bot remember. Without a row they have not been asked, which is no.
CREATE TABLE memory_consent (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_key text NOT NULL,
  is_given boolean NOT NULL,
  changed_at bigint NOT NULL,
  PRIMARY KEY (bot_id, user_key)
);
