-- Numbers processes apart, so that ids made in the same millisecond differ.
CREATE SEQUENCE process_number;

CREATE TABLE app_user (
  id bigint PRIMARY KEY,
  email text NOT NULL,
  -- The address without case, compatibility forms and dots: one person, one account.
  email_key text NOT NULL CONSTRAINT app_user_email_key_key UNIQUE,
  password_hash text NOT NULL,
  name text NOT NULL,
  unique_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  avatar_key text,
  locale text NOT NULL DEFAULT 'zh-CN',
  is_instance_owner boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX app_user_unique_name_key ON app_user (lower(unique_name));
CREATE UNIQUE INDEX app_user_one_owner ON app_user (is_instance_owner) WHERE is_instance_owner;

CREATE TABLE user_session (
  id bigint PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  user_agent text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX user_session_user ON user_session (user_id);

-- Failures by account and by address; shared by all processes.
CREATE TABLE login_failure (
  key text PRIMARY KEY,
  count integer NOT NULL,
  since bigint NOT NULL,
  locked_until bigint NOT NULL DEFAULT 0
);

CREATE TABLE password_reset (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  code_hash text NOT NULL,
  sealed_code text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  used boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX password_reset_user ON password_reset (user_id);
