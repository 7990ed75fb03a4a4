-- groups of an enterprise that work on a thing
CREATE TABLE collaborator_group (
  resource_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  group_id bigint NOT NULL REFERENCES person_group ON DELETE CASCADE,
  roles text[] NOT NULL,
  added_by bigint NOT NULL,
  added_at bigint NOT NULL,
  PRIMARY KEY (resource_id, group_id)
);
CREATE INDEX collaborator_group_group ON collaborator_group (group_id);
