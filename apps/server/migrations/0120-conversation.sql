CREATE TABLE conversation (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  space_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  connector_id text NOT NULL,
  scene integer NOT NULL,
  is_draft boolean NOT NULL,
  -- the one that is found without an id: one a person, bot, channel and scene
  is_main boolean NOT NULL,
  name text NOT NULL DEFAULT '',
  -- messages of earlier sections are shown, but not told to the model
  section_id bigint NOT NULL,
  -- turns before this id were cleared away: whatever still comes of them is dropped
  cleared_id bigint NOT NULL DEFAULT 0,
  -- of multi mode: who has the floor
  agent_id text NOT NULL DEFAULT '',
  -- where the last turn stopped to ask
  pending jsonb,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX conversation_main ON conversation (bot_id, user_id, connector_id, scene, is_draft) WHERE is_main;
CREATE INDEX conversation_user ON conversation (user_id, updated_at DESC);

CREATE TABLE message (
  id bigint PRIMARY KEY,
  conversation_id bigint NOT NULL REFERENCES conversation ON DELETE CASCADE,
  section_id bigint NOT NULL,
  turn_id bigint NOT NULL,
  role text NOT NULL,
  -- question, answer, function_call, tool_response, verbose, follow_up
  type text NOT NULL,
  content text NOT NULL,
  content_type text NOT NULL DEFAULT 'text',
  reasoning text NOT NULL DEFAULT '',
  -- the question that it answers
  reply_id bigint NOT NULL,
  -- available, streaming, broken, failed, replaced
  status text NOT NULL,
  broken_pos integer,
  extra jsonb NOT NULL DEFAULT '{}',
  sender_id text NOT NULL DEFAULT '',
  -- 0 none, 1 like, 2 dislike
  feedback smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL
);
CREATE INDEX message_conversation ON message (conversation_id, id DESC);
CREATE INDEX message_turn ON message (turn_id);

-- One run of a bot. While it runs, its process renews the lease; a run whose lease is over was cut off.
CREATE TABLE turn (
  id bigint PRIMARY KEY,
  conversation_id bigint NOT NULL REFERENCES conversation ON DELETE CASCADE,
  bot_id bigint NOT NULL,
  space_id bigint NOT NULL,
  user_id bigint NOT NULL,
  question_id bigint NOT NULL,
  scene text NOT NULL,
  -- 1 running, 2 done, 3 failed, 4 stopped, 5 waits for the user, 6 cut off
  status smallint NOT NULL,
  owner text NOT NULL,
  lease_until bigint NOT NULL,
  error_code integer NOT NULL DEFAULT 0,
  error_msg text NOT NULL DEFAULT '',
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  started_at bigint NOT NULL,
  finished_at bigint
);
CREATE INDEX turn_conversation ON turn (conversation_id, id DESC);
CREATE INDEX turn_running ON turn (lease_until) WHERE status = 1;
