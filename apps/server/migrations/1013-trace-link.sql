-- Turns and runs that a program called while it recorded a trace of its own: they are shown below the span that called.
CREATE TABLE trace_link (
  space_id bigint NOT NULL,
  parent_trace_id text NOT NULL,
  parent_span_id text NOT NULL,
  trace_id text NOT NULL,
  -- When the turn or run began, in microseconds since 1970.
  started_at bigint NOT NULL,
  PRIMARY KEY (space_id, parent_trace_id, trace_id)
);
CREATE INDEX trace_link_child ON trace_link (space_id, trace_id);
CREATE INDEX trace_link_time ON trace_link (started_at);
CREATE FUNCTION forget_trace_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.trace_link WHERE space_id = OLD.space_id AND trace_id = OLD.trace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER trace_head_links_gone AFTER DELETE ON trace_head FOR EACH ROW
  WHEN (OLD.object_id IS NOT NULL) EXECUTE FUNCTION forget_trace_links();
