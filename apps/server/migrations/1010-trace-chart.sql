-- Charts that a space has added to its dashboard.
CREATE TABLE trace_chart (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  title text NOT NULL,
  metric text NOT NULL,
  -- Empty: one curve.
  split text NOT NULL DEFAULT '',
  -- The id of a bot or workflow, or the name of a service; empty: everything.
  object_key text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  shape text NOT NULL,
  is_wide boolean NOT NULL DEFAULT false,
  created_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX trace_chart_title ON trace_chart (space_id, lower(title));
