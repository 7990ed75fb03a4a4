-- companies on this instance: people, organisations, groups, and the spaces that belong to them
CREATE TABLE enterprise (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  icon_uri text NOT NULL DEFAULT '',
  replace_logo boolean NOT NULL DEFAULT false,
  settings jsonb NOT NULL DEFAULT '{}',
  security jsonb NOT NULL DEFAULT '{}',
  created_by bigint NOT NULL REFERENCES app_user,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- read only from this moment on, and gone 14 days later
  closing_at bigint
);
CREATE TABLE organization (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  parent_id bigint REFERENCES organization ON DELETE CASCADE,
  name text NOT NULL,
  external_id text,
  created_at bigint NOT NULL
);
CREATE UNIQUE INDEX organization_root ON organization (enterprise_id) WHERE parent_id IS NULL;
CREATE UNIQUE INDEX organization_name ON organization (parent_id, lower(name));
CREATE TABLE enterprise_person (
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  roles text[] NOT NULL,
  people_type text NOT NULL CHECK (people_type IN ('EnterpriseMember', 'EnterpriseGuest')),
  organization_id bigint REFERENCES organization ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  managed_by text NOT NULL DEFAULT 'manual' CHECK (managed_by IN ('manual', 'sso', 'scim', 'ldap')),
  external_id text,
  invited_by bigint,
  joined_at bigint NOT NULL,
  PRIMARY KEY (enterprise_id, user_id)
);
CREATE INDEX enterprise_person_user ON enterprise_person (user_id);
CREATE UNIQUE INDEX enterprise_person_external ON enterprise_person (enterprise_id, external_id) WHERE external_id IS NOT NULL;
CREATE TABLE person_group (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  name text NOT NULL,
  external_id text,
  managed_by text NOT NULL DEFAULT 'manual' CHECK (managed_by IN ('manual', 'sso', 'scim', 'ldap')),
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX person_group_name ON person_group (enterprise_id, lower(name));
CREATE TABLE person_group_member (
  group_id bigint NOT NULL REFERENCES person_group ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  source text NOT NULL DEFAULT 'manual' CHECK (source IN ('manual', 'sso', 'scim', 'ldap')),
  added_at bigint NOT NULL,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX person_group_member_user ON person_group_member (user_id);
CREATE TABLE group_grant (
  group_id bigint NOT NULL REFERENCES person_group ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  role smallint NOT NULL CHECK (role IN (2, 3)),
  granted_at bigint NOT NULL,
  PRIMARY KEY (group_id, space_id)
);
CREATE INDEX group_grant_space ON group_grant (space_id);
ALTER TABLE space ADD COLUMN enterprise_id bigint REFERENCES enterprise ON DELETE SET NULL;
ALTER TABLE space ADD COLUMN organization_id bigint REFERENCES organization ON DELETE SET NULL;
CREATE INDEX space_enterprise ON space (enterprise_id) WHERE enterprise_id IS NOT NULL;
-- what groups gave; space_member keeps the strongest role, and `direct` the one that was given by name
CREATE TABLE space_member_source (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  group_id bigint NOT NULL REFERENCES person_group ON DELETE CASCADE,
  role smallint NOT NULL,
  PRIMARY KEY (space_id, user_id, group_id)
);
CREATE INDEX space_member_source_user ON space_member_source (user_id);
-- null: only groups gave a role
ALTER TABLE space_member ADD COLUMN direct_role smallint;
UPDATE space_member SET direct_role = role;
CREATE TABLE enterprise_invite (
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  created_by bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  key_hash text NOT NULL UNIQUE,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (enterprise_id, created_by)
);
CREATE TABLE join_application (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('link', 'member')),
  remark text NOT NULL DEFAULT '',
  status text NOT NULL CHECK (status IN ('Processing', 'Approved', 'Rejected')),
  decided_by bigint,
  created_at bigint NOT NULL,
  decided_at bigint
);
CREATE UNIQUE INDEX join_application_open ON join_application (enterprise_id, user_id, kind) WHERE status = 'Processing';
CREATE TABLE join_invitation (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  invited_by bigint NOT NULL REFERENCES app_user,
  roles text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('Confirming', 'Joined', 'Rejected', 'Revoked')),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  decided_at bigint
);
CREATE UNIQUE INDEX join_invitation_open ON join_invitation (enterprise_id, user_id) WHERE status = 'Confirming';
-- e-mail domains that a company has shown to be its own
CREATE TABLE email_domain (
  id bigint PRIMARY KEY,
  domain text NOT NULL,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  challenge text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  verified_at bigint,
  checked_at bigint NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX email_domain_verified ON email_domain (domain) WHERE verified_at IS NOT NULL;
CREATE UNIQUE INDEX email_domain_enterprise ON email_domain (enterprise_id, domain);
-- the record says to which enterprise an act belongs, through which session or token it was done, and on whose behalf
ALTER TABLE audit_event ADD COLUMN enterprise_id bigint;
ALTER TABLE audit_event ADD COLUMN session_id bigint;
ALTER TABLE audit_event ADD COLUMN token_id bigint;
ALTER TABLE audit_event ADD COLUMN on_behalf_of bigint;
ALTER TABLE audit_event ADD COLUMN user_agent text NOT NULL DEFAULT '';
CREATE INDEX audit_event_enterprise ON audit_event (enterprise_id, id DESC) WHERE enterprise_id IS NOT NULL;
CREATE FUNCTION audit_event_enterprise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.enterprise_id IS NULL AND NEW.space_id IS NOT NULL THEN
    SELECT s.enterprise_id INTO NEW.enterprise_id FROM public.space s WHERE s.id = NEW.space_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_event_enterprise BEFORE INSERT ON audit_event
  FOR EACH ROW EXECUTE FUNCTION audit_event_enterprise();
