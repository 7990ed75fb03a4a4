-- The questions of check-ups are one dataset of each bot, which no list shows.
CREATE TABLE checkup_set (
  bot_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  dataset_id bigint NOT NULL
);
-- What each of these rows tests. Rows that were dropped stay here, so that they are not made again.
CREATE TABLE checkup_row (
  item_id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  module text NOT NULL,
  sub_division text NOT NULL,
  skill text NOT NULL,
  skill_name text NOT NULL,
  -- of what the row was made from: another one makes the row again
  hash text NOT NULL,
  slot text NOT NULL,
  questions jsonb NOT NULL,
  checks jsonb NOT NULL,
  is_pinned boolean NOT NULL DEFAULT false,
  is_edited boolean NOT NULL DEFAULT false,
  is_dropped boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL,
  UNIQUE (bot_id, slot)
);
-- A check-up has the id of its batch.
CREATE TABLE checkup (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  scene text NOT NULL,
  target_version_id bigint NOT NULL,
  -- of the draft, and of a commit with the same content
  version text NOT NULL,
  commit_version text NOT NULL DEFAULT '',
  is_real boolean NOT NULL DEFAULT false,
  -- what was asked, as the rows were then
  rows jsonb NOT NULL DEFAULT '[]',
  -- out of 100, once it has ended; the page of the bot draws many of them
  score double precision,
  -- 1 questions are made, 2 it was begun, 3 it could not begin, 4 it was stopped before
  stage smallint NOT NULL,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX checkup_of ON checkup (bot_id, id DESC);
CREATE INDEX checkup_open ON checkup (space_id) WHERE stage = 1;
-- The evaluators that check-ups of a space use.
CREATE TABLE checkup_evaluator (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  key text NOT NULL,
  version_id bigint NOT NULL,
  PRIMARY KEY (space_id, key)
);
-- Questions of the instance in the place of those that it came with.
CREATE TABLE checkup_case (
  name text PRIMARY KEY,
  columns jsonb NOT NULL,
  rows jsonb NOT NULL,
  evaluator_type integer NOT NULL DEFAULT 0,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
-- Spaces in which there are no check-ups.
CREATE TABLE checkup_off (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
