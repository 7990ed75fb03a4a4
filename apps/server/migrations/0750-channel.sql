-- A published thing on a platform where people write to each other: one account of it for each bot or project and platform.
CREATE TABLE channel_account (
  id bigint PRIMARY KEY,
  resource_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  connector_id text NOT NULL,
  -- what the address for incoming events holds; random
  path_key text NOT NULL UNIQUE,
  -- sealed
  config text NOT NULL,
  -- long: we connect to the platform. webhook: the platform calls us
  mode text NOT NULL,
  -- 0 not tested, 1 serves, 2 tested and not published, 3 credentials refused, 4 something is missing on the platform's side
  status smallint NOT NULL DEFAULT 0,
  reason text NOT NULL DEFAULT '',
  reason_zh text NOT NULL DEFAULT '',
  profile jsonb NOT NULL DEFAULT '{}',
  settings jsonb NOT NULL DEFAULT '{}',
  -- how far a long connection has read
  cursor text NOT NULL DEFAULT '',
  is_paused boolean NOT NULL DEFAULT false,
  -- how often in a row the platform has refused the credentials
  refusals smallint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (resource_id, connector_id)
);

-- A chat on the platform, or a thread in it: one lane, worked on by one process at a time.
CREATE TABLE channel_thread (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES channel_account ON DELETE CASCADE,
  chat_id text NOT NULL,
  thread_key text NOT NULL DEFAULT '',
  kind text NOT NULL,
  -- null until something is asked, and after /new
  conversation_id bigint,
  -- whose answer the conversation waits for: nobody else in a group can give it
  asker text NOT NULL DEFAULT '',
  asker_name text NOT NULL DEFAULT '',
  -- a form that is asked for field by field
  form jsonb,
  spoke_at bigint NOT NULL DEFAULT 0,
  next_seq integer NOT NULL DEFAULT 1,
  -- grows with every event: a lane that is being left notices what came meanwhile
  arrivals bigint NOT NULL DEFAULT 0,
  -- null: nothing is to be done
  due_at bigint,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  UNIQUE (account_id, chat_id, thread_key)
);
CREATE INDEX channel_thread_due ON channel_thread (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE channel_event (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES channel_account ON DELETE CASCADE,
  thread_id bigint NOT NULL REFERENCES channel_thread ON DELETE CASCADE,
  -- the platform's own: a repeat changes nothing
  event_key text NOT NULL,
  position bigint NOT NULL,
  body jsonb NOT NULL,
  -- 0 waits, 1 taken, 2 done, 3 ignored, 4 failed, 5 expired
  state smallint NOT NULL,
  -- the first event of those that are answered together
  batch_id bigint,
  note text NOT NULL DEFAULT '',
  received_at bigint NOT NULL,
  done_at bigint,
  UNIQUE (account_id, event_key)
);
CREATE INDEX channel_event_waiting ON channel_event (thread_id, position, id) WHERE state IN (0, 1);
CREATE INDEX channel_event_log ON channel_event (account_id, id);
CREATE INDEX channel_event_age ON channel_event (received_at);

CREATE TABLE channel_send (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES channel_account ON DELETE CASCADE,
  thread_id bigint NOT NULL REFERENCES channel_thread ON DELETE CASCADE,
  batch_id bigint NOT NULL,
  part integer NOT NULL,
  seq integer NOT NULL,
  payload jsonb NOT NULL,
  -- goes with the request where the platform takes one
  key uuid NOT NULL,
  -- 0 waits, 1 is being sent, 2 sent, 3 failed, 4 uncertain, 5 dropped
  state smallint NOT NULL DEFAULT 0,
  tries smallint NOT NULL DEFAULT 0,
  next_at bigint NOT NULL DEFAULT 0,
  platform_id text NOT NULL DEFAULT '',
  error text NOT NULL DEFAULT '',
  error_zh text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  done_at bigint,
  UNIQUE (batch_id, part)
);
CREATE INDEX channel_send_waiting ON channel_send (thread_id, seq) WHERE state IN (0, 1);
CREATE INDEX channel_send_letters ON channel_send (account_id, id) WHERE state IN (0, 1, 3, 4);
CREATE INDEX channel_send_age ON channel_send (created_at);

-- What a button says when it is pressed: once, and only by the person it was shown to.
CREATE TABLE channel_action (
  id text PRIMARY KEY,
  thread_id bigint NOT NULL REFERENCES channel_thread ON DELETE CASCADE,
  sender text NOT NULL,
  say text NOT NULL,
  -- the number that stands for it where there are no buttons
  position integer NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  -- the events that it was used for: another process may go on with them
  used_for bigint
);
CREATE INDEX channel_action_of ON channel_action (thread_id, expires_at);
