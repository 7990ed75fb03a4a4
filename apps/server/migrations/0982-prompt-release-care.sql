-- How a share of users grows, what stops it, and who is told.
ALTER TABLE prompt_space
  ADD COLUMN gray_plan jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN guard jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN webhook_url text NOT NULL DEFAULT '',
  ADD COLUMN webhook_secret text NOT NULL DEFAULT '';

-- What approvers and programs are told of release tasks. A row until it has arrived or all tries are over.
CREATE TABLE prompt_notice (
  id bigint PRIMARY KEY,
  task_id bigint NOT NULL REFERENCES prompt_release_task ON DELETE CASCADE,
  event text NOT NULL,
  -- mail, hook, lark
  way text NOT NULL,
  user_id bigint,
  -- 1 waiting, 2 sent, 3 failed
  status smallint NOT NULL DEFAULT 1,
  problem text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  next_at bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX prompt_notice_waiting ON prompt_notice (next_at) WHERE status = 1;
CREATE INDEX prompt_notice_task ON prompt_notice (task_id);

-- Secrets are sealed.
CREATE TABLE prompt_lark (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  app_id text NOT NULL,
  platform text NOT NULL,
  base_url text NOT NULL DEFAULT '',
  app_secret text NOT NULL,
  encrypt_key text NOT NULL,
  verification_token text NOT NULL
);
CREATE TABLE prompt_lark_person (
  space_id bigint NOT NULL REFERENCES prompt_lark ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  open_id text NOT NULL,
  -- Empty once it is bound.
  code_hash text NOT NULL DEFAULT '',
  code_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (space_id, user_id)
);
CREATE UNIQUE INDEX prompt_lark_person_bound ON prompt_lark_person (space_id, open_id) WHERE code_hash = '';
-- Events that had their effect: one that comes again has none.
CREATE TABLE prompt_lark_event (
  id text PRIMARY KEY,
  at bigint NOT NULL
);
