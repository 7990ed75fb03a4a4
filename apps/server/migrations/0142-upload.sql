-- Files that people sent, each under a key made here and bound to whoever sent it.
CREATE TABLE upload (
  key text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  space_id bigint REFERENCES space ON DELETE SET NULL,
  scene text NOT NULL,
  name text NOT NULL DEFAULT '',
  extension text NOT NULL DEFAULT '',
  content_type text NOT NULL DEFAULT '',
  -- as announced before, as counted after
  size bigint NOT NULL DEFAULT 0,
  width integer NOT NULL DEFAULT 0,
  height integer NOT NULL DEFAULT 0,
  -- 0 announced, 1 complete, 2 being written
  state smallint NOT NULL,
  upload_id text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  changed_at bigint NOT NULL
);
CREATE INDEX upload_user ON upload (user_id, created_at DESC);
CREATE INDEX upload_open ON upload (changed_at) WHERE state <> 1;

CREATE TABLE upload_part (
  upload_key text NOT NULL REFERENCES upload ON DELETE CASCADE,
  part integer NOT NULL,
  blob_key text NOT NULL,
  size bigint NOT NULL,
  PRIMARY KEY (upload_key, part)
);
