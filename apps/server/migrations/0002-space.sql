CREATE TABLE space (
  id bigint PRIMARY KEY,
  type smallint NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  icon_uri text NOT NULL DEFAULT '',
  owner_id bigint NOT NULL REFERENCES app_user,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX space_one_personal ON space (owner_id) WHERE type = 1;

CREATE TABLE space_member (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  role smallint NOT NULL,
  joined_at bigint NOT NULL,
  last_active_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (space_id, user_id)
);
CREATE INDEX space_member_user ON space_member (user_id);
-- A space has exactly one owner, whatever two requests try at the same moment.
CREATE UNIQUE INDEX space_member_one_owner ON space_member (space_id) WHERE role = 1;

CREATE TABLE space_invite (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  key text NOT NULL UNIQUE,
  enabled boolean NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
