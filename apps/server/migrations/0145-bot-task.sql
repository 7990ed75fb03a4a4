-- What a bot does by itself: at times of a cron line (trigger 1), or when an event arrives (trigger 2).
CREATE TABLE bot_task (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  -- 1 preset by an editor, 2 made by somebody who uses the bot
  kind smallint NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  trigger smallint NOT NULL,
  cron text NOT NULL DEFAULT '',
  cron_text text NOT NULL DEFAULT '',
  time_zone text NOT NULL DEFAULT 'UTC',
  hook_key text NOT NULL DEFAULT '',
  output_schema text NOT NULL DEFAULT '',
  default_output text NOT NULL DEFAULT '',
  action jsonb NOT NULL,
  conversation_id bigint,
  -- 1 active, 2 switched off, 3 suspended since its user may not any more
  status smallint NOT NULL,
  -- when it is due next; null while it is not active or waits for an event
  next_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX bot_task_bot ON bot_task (bot_id, id);
CREATE INDEX bot_task_due ON bot_task (next_at) WHERE status = 1 AND next_at IS NOT NULL;
CREATE INDEX bot_task_hook_key ON bot_task (hook_key) WHERE hook_key <> '';

CREATE TABLE bot_task_run (
  id bigint PRIMARY KEY,
  task_id bigint NOT NULL REFERENCES bot_task ON DELETE CASCADE,
  bot_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- cron, manual or event
  reason text NOT NULL,
  -- one run for each due time and for each event, however many processes see it
  occasion text NOT NULL,
  due_at bigint NOT NULL,
  started_at bigint,
  ended_at bigint,
  -- 0 waiting, 1 running, 2 done, 3 failed, 4 missed
  status smallint NOT NULL,
  prompt text NOT NULL DEFAULT '',
  answer text NOT NULL DEFAULT '',
  error text NOT NULL DEFAULT '',
  conversation_id text NOT NULL DEFAULT '',
  UNIQUE (task_id, occasion)
);
CREATE INDEX bot_task_run_bot ON bot_task_run (bot_id, id DESC);
CREATE INDEX bot_task_run_task ON bot_task_run (task_id, id DESC);

-- Addresses that events may be sent to. A task that wants one refers to it by its key.
CREATE TABLE bot_task_hook (
  key text PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  token_hash text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
