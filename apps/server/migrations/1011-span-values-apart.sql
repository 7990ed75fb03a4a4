-- There is a row while the values of spans lie outside of this database: what is deleted here has to be deleted there.
CREATE TABLE span_apart (
  is_apart boolean PRIMARY KEY DEFAULT true CHECK (is_apart),
  since bigint NOT NULL
);
-- Traces whose values are still to be deleted there.
CREATE TABLE span_gone (
  space_id bigint NOT NULL,
  trace_id text NOT NULL,
  PRIMARY KEY (space_id, trace_id)
);
CREATE OR REPLACE FUNCTION forget_spans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.span_gone SELECT OLD.space_id, OLD.trace_id WHERE EXISTS (SELECT FROM public.span_apart) ON CONFLICT DO NOTHING;
  DELETE FROM public.span_body WHERE keep = OLD.keep AND space_id = OLD.space_id AND trace_id = OLD.trace_id
    AND (started_at, span_id) IN (SELECT started_at, span_id FROM public.span
      WHERE keep = OLD.keep AND space_id = OLD.space_id AND trace_id = OLD.trace_id);
  DELETE FROM public.span WHERE keep = OLD.keep AND space_id = OLD.space_id AND trace_id = OLD.trace_id;
  RETURN NULL;
END $$;
