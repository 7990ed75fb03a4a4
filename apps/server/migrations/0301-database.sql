-- A table that people made. Name, description and icon are those of its resource; its rows are in the schema of its space, test data
-- in d<id> and live data in t<id>, which always have the same columns.
CREATE TABLE database_table (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  space_id bigint NOT NULL,
  fields jsonb NOT NULL,
  last_field_id integer NOT NULL,
  rw_mode smallint NOT NULL,
  prompt_disabled boolean NOT NULL DEFAULT false,
  extra_info jsonb NOT NULL DEFAULT '{}',
  version bigint NOT NULL
);
CREATE INDEX database_table_space ON database_table (space_id);

CREATE FUNCTION tenant.drop_tables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS %1$I.%2$I, %1$I.%3$I', 'space_' || OLD.space_id, 't' || OLD.id, 'd' || OLD.id);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION tenant.drop_tables() FROM PUBLIC;
CREATE TRIGGER database_table_drops AFTER DELETE ON database_table FOR EACH ROW EXECUTE FUNCTION tenant.drop_tables();

-- The last import into each table: how far it is and what went wrong.
CREATE TABLE database_import (
  database_id bigint NOT NULL REFERENCES database_table ON DELETE CASCADE,
  is_draft boolean NOT NULL,
  job_key bigint NOT NULL,
  file_key text NOT NULL,
  file_name text NOT NULL,
  sheet jsonb NOT NULL,
  user_id bigint NOT NULL,
  platform text NOT NULL,
  state text NOT NULL,
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  bad_rows jsonb NOT NULL DEFAULT '[]',
  bad_count integer NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (database_id, is_draft)
);

-- A time in text, or null when it is none: for a field whose type changes.
CREATE FUNCTION tenant.to_time(given text) RETURNS timestamp LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN given ~ '^[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}([ T]|$)' THEN replace(given, '/', '-')::timestamp(3) END;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION tenant.to_time(text) FROM PUBLIC;
