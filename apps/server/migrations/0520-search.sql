-- What can be found by words. Kept by the application, since Chinese is cut into words there.
CREATE TABLE search_entry (
  resource_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  body text NOT NULL,
  words tsvector NOT NULL
);
CREATE INDEX search_entry_words ON search_entry USING gin (words) WITH (fastupdate = off);

-- What has changed since it was indexed. Rows are only added and taken: a save never waits for the index.
CREATE TABLE search_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  resource_id bigint NOT NULL,
  changed_at bigint NOT NULL
);

CREATE FUNCTION search_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one bigint;
BEGIN
  one := (to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0])::bigint;
  INSERT INTO search_change (resource_id, changed_at) VALUES (one, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  RETURN NULL;
END $$;
CREATE TRIGGER search_resource AFTER INSERT OR UPDATE OF name, description, space_id ON resource
  FOR EACH ROW EXECUTE FUNCTION search_note('id');
CREATE TRIGGER search_workflow AFTER UPDATE OF schema ON workflow FOR EACH ROW EXECUTE FUNCTION search_note('id');
CREATE TRIGGER search_bot AFTER UPDATE OF config ON bot FOR EACH ROW EXECUTE FUNCTION search_note('id');
CREATE TRIGGER search_prompt AFTER UPDATE OF prompt_text ON prompt_resource FOR EACH ROW EXECUTE FUNCTION search_note('id');
CREATE TRIGGER search_database AFTER UPDATE OF fields ON database_table FOR EACH ROW EXECUTE FUNCTION search_note('id');
CREATE TRIGGER search_tool AFTER INSERT OR DELETE OR UPDATE OF name, description ON plugin_tool
  FOR EACH ROW EXECUTE FUNCTION search_note('plugin_id');
INSERT INTO search_change (resource_id, changed_at) SELECT id, 0 FROM resource;
