-- single sign-on: connections of enterprises, who somebody is there, sign-ins under way, and the accounts that get in when all else fails
CREATE TABLE sso_connection (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('oidc', 'saml', 'ldap')),
  name text NOT NULL,
  config jsonb NOT NULL,
  sealed_secret text NOT NULL DEFAULT '',
  domains text[] NOT NULL,
  creates_accounts boolean NOT NULL,
  default_role text NOT NULL CHECK (default_role IN ('Member', 'Guest')),
  trusts_email boolean NOT NULL,
  mapping jsonb NOT NULL DEFAULT '[]',
  state text NOT NULL CHECK (state IN ('draft', 'tested', 'active', 'off')),
  is_enforced boolean NOT NULL DEFAULT false,
  tested_at bigint,
  tested_by bigint,
  tested_claims jsonb,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX sso_connection_enterprise ON sso_connection (enterprise_id);
CREATE INDEX sso_connection_domain ON sso_connection USING gin (domains) WHERE state = 'active';

CREATE TABLE sso_identity (
  connection_id bigint NOT NULL REFERENCES sso_connection ON DELETE CASCADE,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  claims jsonb NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint NOT NULL,
  PRIMARY KEY (connection_id, subject)
);
CREATE INDEX sso_identity_user ON sso_identity (user_id);

CREATE TABLE sso_flow (
  state_hash text PRIMARY KEY,
  connection_id bigint NOT NULL REFERENCES sso_connection ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'test', 'link')),
  -- the browser that began: nobody can be made to sign in as somebody else
  browser_hash text NOT NULL,
  user_id bigint REFERENCES app_user ON DELETE CASCADE,
  request_id text NOT NULL DEFAULT '',
  nonce text NOT NULL DEFAULT '',
  verifier text NOT NULL DEFAULT '',
  redirect text NOT NULL DEFAULT '',
  is_answered boolean NOT NULL DEFAULT false,
  code_hash text UNIQUE,
  outcome jsonb,
  expires_at bigint NOT NULL
);
CREATE INDEX sso_flow_end ON sso_flow (expires_at);
CREATE INDEX sso_flow_connection ON sso_flow (connection_id);
CREATE INDEX sso_flow_user ON sso_flow (user_id);

-- assertions and logout tokens that came already
CREATE TABLE sso_seen (
  connection_id bigint NOT NULL REFERENCES sso_connection ON DELETE CASCADE,
  key text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (connection_id, key)
);
CREATE INDEX sso_seen_end ON sso_seen (expires_at);

CREATE TABLE sso_session (
  session_id bigint PRIMARY KEY REFERENCES user_session ON DELETE CASCADE,
  connection_id bigint NOT NULL REFERENCES sso_connection ON DELETE CASCADE,
  subject text NOT NULL,
  sid text
);
CREATE INDEX sso_session_subject ON sso_session (connection_id, subject);

CREATE TABLE break_glass (
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  set_by bigint NOT NULL,
  set_at bigint NOT NULL,
  last_used_at bigint,
  PRIMARY KEY (enterprise_id, user_id)
);
CREATE INDEX break_glass_user ON break_glass (user_id);
