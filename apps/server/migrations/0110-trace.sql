-- One row a turn of a bot: what the lists, filters and figures need. Written when the turn is over.
CREATE TABLE trace (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  bot_version text NOT NULL DEFAULT '',
  conversation_id bigint NOT NULL,
  message_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- debug, online, task
  scene text NOT NULL,
  connector_id text NOT NULL DEFAULT '',
  -- 1 done, 2 failed, 3 stopped
  status smallint NOT NULL,
  error_code integer NOT NULL DEFAULT 0,
  error_msg text NOT NULL DEFAULT '',
  started_at bigint NOT NULL,
  duration_ms double precision NOT NULL,
  first_token_ms double precision NOT NULL DEFAULT 0,
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  span_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  model_names text NOT NULL DEFAULT '',
  input text NOT NULL DEFAULT '',
  output text NOT NULL DEFAULT '',
  -- 0 none, 1 like, 2 dislike
  feedback smallint NOT NULL DEFAULT 0
);
CREATE INDEX trace_bot ON trace (bot_id, id DESC);
CREATE INDEX trace_bot_time ON trace (bot_id, started_at);
CREATE INDEX trace_conversation ON trace (conversation_id, id DESC);

CREATE TABLE trace_span (
  id bigint PRIMARY KEY,
  trace_id bigint NOT NULL REFERENCES trace ON DELETE CASCADE,
  parent_id bigint,
  -- turn, agent, model, tool, retrieval, hook, skill, workflow
  kind text NOT NULL,
  name text NOT NULL,
  status smallint NOT NULL,
  error_code integer NOT NULL DEFAULT 0,
  error_msg text NOT NULL DEFAULT '',
  -- from the start of the trace
  offset_ms double precision NOT NULL,
  duration_ms double precision NOT NULL,
  first_token_ms double precision NOT NULL DEFAULT 0,
  model_id bigint,
  model_name text NOT NULL DEFAULT '',
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  cached_tokens integer NOT NULL DEFAULT 0,
  reasoning_tokens integer NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  input text NOT NULL DEFAULT '',
  output text NOT NULL DEFAULT '',
  attributes jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX trace_span_trace ON trace_span (trace_id);
