-- two-step verification: the secret of an authenticator app, codes for when it is lost, and sign-ins that wait for the second step
CREATE TABLE user_totp (
  user_id bigint PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  confirmed_at bigint,
  last_step bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL
);
CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at bigint,
  PRIMARY KEY (user_id, code_hash)
);
CREATE TABLE sign_in_challenge (
  token_hash text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  expires_at bigint NOT NULL
);
CREATE INDEX sign_in_challenge_user ON sign_in_challenge (user_id);

-- when the person proved last, in this session, that it is them
ALTER TABLE user_session ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0;
