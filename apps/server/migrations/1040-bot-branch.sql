-- The draft of one editor of a bot, where each of them has one. The row of the bot is then the base.
CREATE TABLE bot_branch (
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  user_id bigint NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  icon_uri text NOT NULL,
  config jsonb NOT NULL,
  version bigint NOT NULL,
  hash text NOT NULL,
  -- the version of the base that it came from
  base_version bigint NOT NULL,
  saved_at bigint NOT NULL,
  PRIMARY KEY (bot_id, user_id)
);
-- The flag had no effect: those who worked on one draft go on doing so until somebody turns it on.
UPDATE bot SET develop_mode = 0 WHERE develop_mode <> 0;
