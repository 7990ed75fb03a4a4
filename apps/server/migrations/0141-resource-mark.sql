-- What one person did with one resource: when they marked it as a favourite, opened it and edited it last. Null: not.
CREATE TABLE resource_mark (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  resource_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  favorite_at bigint,
  opened_at bigint,
  edited_at bigint,
  PRIMARY KEY (user_id, resource_id)
);
CREATE INDEX resource_mark_resource ON resource_mark (resource_id);
