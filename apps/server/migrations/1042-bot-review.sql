-- How bots of a space are released.
CREATE TABLE bot_release_setting (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  -- 0 none, 1 publications, 2 rollbacks as well
  review smallint NOT NULL,
  guard boolean NOT NULL,
  guard_min_turns integer NOT NULL,
  white_list bigint[] NOT NULL,
  changed_by bigint NOT NULL
);

-- A publication or a roll back that another person has to approve.
CREATE TABLE bot_review (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  space_id bigint NOT NULL,
  -- 1 publication, 2 roll back
  kind smallint NOT NULL,
  -- 1 waits, 2 approved, 3 rejected, 4 withdrawn
  status smallint NOT NULL,
  history_id bigint NOT NULL REFERENCES bot_history ON DELETE CASCADE,
  connector_ids text[] NOT NULL,
  remark text NOT NULL,
  comment text NOT NULL DEFAULT '',
  asked_by bigint NOT NULL,
  decided_by bigint,
  created_at bigint NOT NULL,
  decided_at bigint
);
CREATE INDEX bot_review_of ON bot_review (space_id, id DESC);
