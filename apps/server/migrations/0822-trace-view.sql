-- Filters of traces that a space has saved under a name.
CREATE TABLE trace_view (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  platform smallint NOT NULL,
  list_type smallint NOT NULL,
  -- A tree of conditions as JSON.
  filters text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX trace_view_name ON trace_view (space_id, lower(name));
