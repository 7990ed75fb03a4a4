-- The trace that a row was taken from.
ALTER TABLE dataset_item ADD COLUMN trace_id text NOT NULL DEFAULT '';
