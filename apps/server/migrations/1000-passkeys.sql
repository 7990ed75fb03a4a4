-- passkeys: public keys of devices that sign people in, and the challenges that wait for a signature
CREATE TABLE user_passkey (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  is_backed_up boolean NOT NULL,
  aaguid text NOT NULL,
  name text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX user_passkey_user ON user_passkey (user_id);

CREATE TABLE passkey_challenge (
  challenge text PRIMARY KEY,
  purpose text NOT NULL,
  -- null at sign-in, where nobody knows yet who it is
  user_id bigint REFERENCES app_user ON DELETE CASCADE,
  expires_at bigint NOT NULL
);
CREATE INDEX passkey_challenge_end ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id);
