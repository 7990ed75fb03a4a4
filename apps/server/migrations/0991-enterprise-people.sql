-- the account of an erased person is written again under its number: these columns keep it
ALTER TABLE enterprise DROP CONSTRAINT enterprise_created_by_fkey;
ALTER TABLE join_invitation DROP CONSTRAINT join_invitation_invited_by_fkey;
-- people are found by how their name, user name or e-mail begins
CREATE INDEX app_user_name_begins ON app_user (lower(name) text_pattern_ops);
CREATE INDEX app_user_unique_begins ON app_user (lower(unique_name) text_pattern_ops);
CREATE INDEX app_user_email_begins ON app_user (email_key text_pattern_ops);
-- a service identity is an account that nobody signs in with
ALTER TABLE app_user ADD COLUMN kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'service'));

-- somebody leaves: everything is taken away first, then handed over, and the numbers stay as proof
CREATE TABLE enterprise_removal (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  receiver_id bigint,
  created_by bigint NOT NULL,
  counts jsonb NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  revoked_at bigint NOT NULL,
  ended_at bigint
);
CREATE UNIQUE INDEX enterprise_removal_open ON enterprise_removal (enterprise_id, user_id) WHERE ended_at IS NULL;
CREATE INDEX enterprise_removal_list ON enterprise_removal (enterprise_id, id DESC);

-- where tokens and apps are kept; null: the person's own
ALTER TABLE personal_token ADD COLUMN enterprise_id bigint REFERENCES enterprise ON DELETE CASCADE;
ALTER TABLE personal_token ADD COLUMN organization_id bigint REFERENCES organization ON DELETE SET NULL;
-- an admin ended it; it stays in the list of its owner
ALTER TABLE personal_token ADD COLUMN locked_at bigint;
ALTER TABLE oauth_app ADD COLUMN enterprise_id bigint REFERENCES enterprise ON DELETE SET NULL;
ALTER TABLE oauth_app ADD COLUMN organization_id bigint REFERENCES organization ON DELETE SET NULL;
ALTER TABLE oauth_token ADD COLUMN bots jsonb;
-- the enterprise in which an app was allowed; null: the person's own spaces
ALTER TABLE oauth_grant ADD COLUMN enterprise_id bigint REFERENCES enterprise ON DELETE CASCADE;
ALTER TABLE oauth_grant ADD COLUMN on_behalf boolean NOT NULL DEFAULT false;

CREATE TABLE service_identity (
  id bigint PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  enterprise_id bigint REFERENCES enterprise ON DELETE CASCADE,
  organization_id bigint REFERENCES organization ON DELETE SET NULL,
  name text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  scopes jsonb NOT NULL,
  -- null: all spaces of the enterprise
  spaces jsonb,
  permissions jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  last_used_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX service_identity_enterprise ON service_identity (enterprise_id);
CREATE TABLE app_installation (
  app_id bigint NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('auth', 'obo')),
  status text NOT NULL CHECK (status IN ('pending', 'approved')),
  -- what was approved; an app that declares more waits for another review with the old ones in force
  scopes jsonb,
  spaces jsonb,
  -- the account that the app acts as, once it is approved
  user_id bigint REFERENCES app_user ON DELETE SET NULL,
  requested_by bigint,
  decided_by bigint,
  created_at bigint NOT NULL,
  decided_at bigint,
  PRIMARY KEY (app_id, enterprise_id, kind)
);
CREATE INDEX app_installation_enterprise ON app_installation (enterprise_id);
-- people who let no app act on their behalf
CREATE TABLE app_opt_out (
  app_id bigint NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at bigint NOT NULL,
  PRIMARY KEY (app_id, enterprise_id, user_id)
);
-- tokens and apps of an enterprise that may also reach the person's own spaces
CREATE TABLE account_reach (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('app', 'pat')),
  target_id bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, kind, target_id)
);
-- tokens and grants of people that go on reaching a space after it moved into an enterprise
CREATE TABLE space_carry (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('pat', 'grant')),
  target_id bigint NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (kind, target_id, space_id)
);
-- an app may be allowed by a person for themselves, for an enterprise, and act on their behalf in one
ALTER TABLE oauth_grant DROP CONSTRAINT oauth_grant_app_id_user_id_key;
ALTER TABLE oauth_grant ADD CONSTRAINT oauth_grant_once UNIQUE NULLS NOT DISTINCT (app_id, user_id, enterprise_id, on_behalf);
-- visitors of mini programs: one account of the platform is one end user of the bot
CREATE TABLE mini_session (
  token_hash text PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  connector_id text NOT NULL,
  owner_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  open_id text NOT NULL,
  session_key text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX mini_session_expiry ON mini_session (expires_at);
-- a code of a platform is good once
CREATE TABLE mini_code (
  code_hash text PRIMARY KEY,
  expires_at bigint NOT NULL
);
