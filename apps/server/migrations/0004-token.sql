CREATE TABLE personal_token (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  -- null: everything the user may do
  scopes jsonb,
  spaces jsonb,
  permissions jsonb NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  last_used_at bigint NOT NULL DEFAULT 0,
  -- 0: never
  expires_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX personal_token_user ON personal_token (user_id);
