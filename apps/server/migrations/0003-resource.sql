-- What every resource of a space has in common: where it is, whose it is, what it is called. The rest is in its domain's own table.
CREATE TABLE resource (
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  sub_type integer NOT NULL DEFAULT 0,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  owner_id bigint NOT NULL REFERENCES app_user,
  project_id bigint REFERENCES resource ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  icon_uri text NOT NULL DEFAULT '',
  status integer NOT NULL DEFAULT 1,
  edited_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  published_at bigint
);
CREATE INDEX resource_space ON resource (space_id, kind, updated_at DESC, id DESC);
CREATE INDEX resource_owner ON resource (owner_id, space_id);
CREATE INDEX resource_project ON resource (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE collaborator (
  resource_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  roles text[] NOT NULL,
  added_by bigint NOT NULL,
  added_at bigint NOT NULL,
  PRIMARY KEY (resource_id, user_id)
);
CREATE INDEX collaborator_user ON collaborator (user_id);
