CREATE TABLE audit_event (
  id bigint PRIMARY KEY,
  at bigint NOT NULL,
  actor_id bigint,
  space_id bigint,
  action text NOT NULL,
  target text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_event_space ON audit_event (space_id, id DESC);

-- Append-only, for the application's own role too.
CREATE FUNCTION audit_event_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events cannot be changed';
END $$;
CREATE TRIGGER audit_event_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION audit_event_is_final();
