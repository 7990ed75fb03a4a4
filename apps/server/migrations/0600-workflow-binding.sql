-- The bot that a workflow was made for: its variables and memories are those of test runs.
ALTER TABLE workflow ADD COLUMN bind_biz_id bigint;
ALTER TABLE workflow ADD COLUMN bind_biz_type smallint;
