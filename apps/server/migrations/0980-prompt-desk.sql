-- A member who looks and tries, and changes nothing.
ALTER TABLE space_member ADD COLUMN is_tester boolean NOT NULL DEFAULT false;

-- Who used an official prompt on which day (UTC): lists begin with the one that most people use.
CREATE TABLE prompt_official_use (
  official_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  day integer NOT NULL,
  PRIMARY KEY (official_id, user_id, day)
);

CREATE TABLE prompt_clip (
  key text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  content text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX prompt_clip_ends ON prompt_clip (expires_at);

-- What a prompt is run over: kept from one batch to the next, and what its optimisation begins with.
CREATE TABLE prompt_batch_case (
  prompt_id bigint PRIMARY KEY REFERENCES prompt_resource ON DELETE CASCADE,
  id bigint NOT NULL UNIQUE,
  dataset_id bigint,
  evaluator_version_id bigint
);

-- What a model wrote for people who write prompts, and what became of it.
CREATE TABLE prompt_written (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  prompt_id bigint REFERENCES prompt_resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- 1 structured, 2 one step, 3 from feedback
  kind smallint NOT NULL,
  is_retry boolean NOT NULL DEFAULT false,
  is_liked boolean NOT NULL DEFAULT false,
  is_disliked boolean NOT NULL DEFAULT false,
  is_accepted boolean NOT NULL DEFAULT false,
  is_cancelled boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL
);
CREATE INDEX prompt_written_of ON prompt_written (space_id, id DESC);
