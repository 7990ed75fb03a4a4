-- SCIM: tokens of directories, what they say about people and groups, and their last calls
CREATE TABLE scim_token (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  hint text NOT NULL,
  created_by bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX scim_token_enterprise ON scim_token (enterprise_id);
CREATE INDEX scim_token_creator ON scim_token (created_by);

CREATE TABLE scim_user (
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  user_name text NOT NULL,
  external_id text,
  is_active boolean NOT NULL,
  attributes jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (enterprise_id, user_id)
);
CREATE UNIQUE INDEX scim_user_name ON scim_user (enterprise_id, lower(user_name));
CREATE UNIQUE INDEX scim_user_external ON scim_user (enterprise_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX scim_user_user ON scim_user (user_id);

CREATE TABLE scim_group (
  group_id bigint PRIMARY KEY REFERENCES person_group ON DELETE CASCADE,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  display_name text NOT NULL,
  external_id text,
  version integer NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX scim_group_name ON scim_group (enterprise_id, lower(display_name));
CREATE UNIQUE INDEX scim_group_external ON scim_group (enterprise_id, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE scim_call (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  method text NOT NULL,
  path text NOT NULL,
  request text NOT NULL,
  status smallint NOT NULL,
  answer text NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX scim_call_enterprise ON scim_call (enterprise_id, id DESC);
