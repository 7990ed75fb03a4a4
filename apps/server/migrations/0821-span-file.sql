-- Files that spans refer to, under the key that their sender gave.
CREATE TABLE span_file (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  key text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  blob_key text NOT NULL,
  type text NOT NULL,
  size bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (space_id, key)
);
CREATE INDEX span_file_time ON span_file (created_at);
