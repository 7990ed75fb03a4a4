-- Models that take part in battles, under the names that boards show.
CREATE TABLE arena_model (
  id bigint PRIMARY KEY,
  model_id bigint NOT NULL,
  -- '' for a model as it is; the built-in one takes part in two settings
  preset text NOT NULL DEFAULT '',
  name text NOT NULL,
  company text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  aliases jsonb NOT NULL DEFAULT '[]',
  enabled boolean NOT NULL DEFAULT true,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (model_id, preset)
);

CREATE TABLE arena_pk (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- 0 inside a bot, 1 plain models
  scene smallint NOT NULL,
  bot_id bigint NOT NULL DEFAULT 0,
  bot_version text NOT NULL DEFAULT '',
  bot_name text NOT NULL DEFAULT '',
  left_model bigint NOT NULL REFERENCES arena_model,
  right_model bigint NOT NULL REFERENCES arena_model,
  left_conversation bigint NOT NULL UNIQUE,
  right_conversation bigint NOT NULL UNIQUE,
  -- 0 pending, 1 asked, 2 both answered, 3 voted
  status smallint NOT NULL DEFAULT 0,
  field smallint NOT NULL DEFAULT 1,
  question_id bigint,
  created_at bigint NOT NULL,
  answered_at bigint
);
CREATE INDEX arena_pk_user ON arena_pk (user_id, created_at);
CREATE INDEX arena_pk_answered ON arena_pk (id) WHERE status >= 2;

-- One answer of one side. It runs without its listener; what a dead process left counts as failed.
CREATE TABLE arena_turn (
  pk_id bigint NOT NULL REFERENCES arena_pk ON DELETE CASCADE,
  side smallint NOT NULL,
  round smallint NOT NULL,
  trace_id bigint NOT NULL,
  question text NOT NULL,
  answer text NOT NULL DEFAULT '',
  status text NOT NULL,
  tool_calls integer NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL,
  started_at bigint NOT NULL,
  finished_at bigint,
  -- the trace, held back until the vote
  trace jsonb,
  PRIMARY KEY (pk_id, side, round)
);
CREATE INDEX arena_turn_day ON arena_turn (started_at);

-- What boards are computed from: everything of a battle that they need stands here.
CREATE TABLE arena_vote (
  pk_id bigint PRIMARY KEY REFERENCES arena_pk ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  left_model bigint NOT NULL REFERENCES arena_model,
  right_model bigint NOT NULL REFERENCES arena_model,
  scene smallint NOT NULL,
  field smallint NOT NULL,
  -- 1 left, 2 right, 3 both good, 4 both bad
  result smallint NOT NULL,
  -- '' when it counts
  why_not text NOT NULL DEFAULT '',
  question_hash text NOT NULL,
  longer real NOT NULL,
  marked real NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX arena_vote_at ON arena_vote (at);
CREATE INDEX arena_vote_user ON arena_vote (user_id, question_hash);

CREATE TABLE arena_feedback (
  pk_id bigint PRIMARY KEY REFERENCES arena_pk ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  left_tags jsonb NOT NULL DEFAULT '[]',
  right_tags jsonb NOT NULL DEFAULT '[]',
  text text NOT NULL DEFAULT '',
  updated_at bigint NOT NULL
);

-- People whose votes are left out by a decision of the owner.
CREATE TABLE arena_ban (
  user_id bigint PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  created_at bigint NOT NULL
);

-- What a model said of stored battles, asked in both orders. Never mixed with what people said.
CREATE TABLE arena_judgement (
  pk_id bigint NOT NULL REFERENCES arena_pk ON DELETE CASCADE,
  judge_id bigint NOT NULL,
  result smallint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (pk_id, judge_id)
);

CREATE TABLE arena_bank (
  id bigint PRIMARY KEY,
  -- of banks that come with the product: language and field
  key text UNIQUE,
  field smallint NOT NULL,
  locale text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  has_answers boolean NOT NULL,
  question_count integer NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at bigint NOT NULL
);
CREATE TABLE arena_question (
  id bigint PRIMARY KEY,
  bank_id bigint NOT NULL REFERENCES arena_bank ON DELETE CASCADE,
  seq integer NOT NULL,
  content text NOT NULL,
  answer text NOT NULL DEFAULT '',
  UNIQUE (bank_id, seq)
);

-- A board as it was computed: one row, so that nobody ever reads half of one.
CREATE TABLE arena_board (
  kind text NOT NULL,
  -- 'live', or the month of an edition
  id text NOT NULL,
  frozen boolean NOT NULL,
  from_at bigint NOT NULL,
  until_at bigint NOT NULL,
  computed_at bigint NOT NULL,
  vote_count integer NOT NULL,
  pk_count integer NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (kind, id)
);

-- The built-in model in two settings: a pair without any network. Its number is 1.
INSERT INTO arena_model (id, model_id, preset, name, company, description, created_at, updated_at) VALUES
  (1, 1, 'precise', 'Orrery Offline · precise', 'Orrery', 'The built-in model, brief and plain', 0, 0),
  (2, 1, 'creative', 'Orrery Offline · creative', 'Orrery', 'The built-in model, with a little more to say', 0, 0);
