-- Programs of others that act for people of this instance, each within what its person allowed.
CREATE TABLE oauth_app (
  id bigint PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  app_type text NOT NULL,
  client_type text NOT NULL,
  client_id text NOT NULL UNIQUE,
  is_active boolean NOT NULL DEFAULT true,
  redirect_uris jsonb NOT NULL,
  -- null: whatever its person may do
  scopes jsonb,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX oauth_app_owner ON oauth_app (owner_id, id);

CREATE TABLE oauth_secret (
  id bigint PRIMARY KEY,
  app_id bigint NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  secret_hash text NOT NULL UNIQUE,
  mask text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX oauth_secret_app ON oauth_secret (app_id);

-- Public keys with which service apps sign; the fingerprint is the key id of their tokens.
CREATE TABLE oauth_key (
  fingerprint text PRIMARY KEY,
  app_id bigint NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  pem text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX oauth_key_app ON oauth_key (app_id);

-- A signed request of a service app is taken once.
CREATE TABLE oauth_assertion (
  app_id bigint NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  jti text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (app_id, jti)
);

-- What a program asks for, until it has its token: by a redirect (code) or on a device (user code).
CREATE TABLE oauth_request (
  key_hash text PRIMARY KEY,
  app_id bigint NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  space_id bigint,
  redirect_uri text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  code_challenge text NOT NULL DEFAULT '',
  user_code text UNIQUE,
  code_hash text UNIQUE,
  -- pending, approved, denied, used
  status text NOT NULL,
  user_id bigint REFERENCES app_user ON DELETE CASCADE,
  address text NOT NULL DEFAULT '',
  polled_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL
);
CREATE INDEX oauth_request_expiry ON oauth_request (expires_at);

-- What a person has allowed a program.
CREATE TABLE oauth_grant (
  id bigint PRIMARY KEY,
  app_id bigint NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  scopes jsonb,
  spaces jsonb,
  created_at bigint NOT NULL,
  UNIQUE (app_id, user_id)
);
CREATE INDEX oauth_grant_user ON oauth_grant (user_id);

CREATE TABLE oauth_token (
  token_hash text PRIMARY KEY,
  grant_id bigint NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  -- access or refresh
  kind text NOT NULL,
  scopes jsonb,
  -- a refresh token that was used: seen again, everything of its grant ends
  used_at bigint,
  expires_at bigint NOT NULL
);
CREATE INDEX oauth_token_grant ON oauth_token (grant_id);
CREATE INDEX oauth_token_expiry ON oauth_token (expires_at);
