-- Components that people build themselves. A version that an interface uses is never changed or deleted.
CREATE TABLE component_package (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  version text NOT NULL,
  -- 1 web, 2 phone
  channel smallint NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  components jsonb NOT NULL,
  -- the files as they were uploaded, and the script that was built of them
  files jsonb NOT NULL,
  code text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (space_id, name, version)
);

-- Pictures that were kept of published versions.
CREATE TABLE interface_picture (
  version_id bigint NOT NULL REFERENCES project_version ON DELETE CASCADE,
  channel smallint NOT NULL,
  blob_key text NOT NULL,
  PRIMARY KEY (version_id, channel)
);
