-- Where a memory lies among meanings, by the model that placed it. Made when it is first needed.
ALTER TABLE memory_item ADD COLUMN model text NOT NULL DEFAULT '', ADD COLUMN vector bytea;

-- What was said with consent and is still to be learnt from. Gone as soon as that is done, or consent is taken back.
CREATE TABLE memory_lesson (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_key text NOT NULL,
  connector_id text NOT NULL,
  biz_id text NOT NULL,
  said text NOT NULL,
  answer text NOT NULL,
  said_at bigint NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0
);
CREATE INDEX memory_lesson_of ON memory_lesson (bot_id, user_key, id);
CREATE INDEX memory_lesson_user ON memory_lesson (user_key text_pattern_ops);
