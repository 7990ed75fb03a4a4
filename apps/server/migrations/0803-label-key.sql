-- Tags: what fields of datasets and people who annotate choose from.
CREATE TABLE label_key (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- 1 shared by the space, 2 the options of one field
  type smallint NOT NULL,
  -- 1 active, 2 inactive, 99 deprecated
  status smallint NOT NULL DEFAULT 1,
  version text NOT NULL,
  vn integer NOT NULL DEFAULT 1,
  -- the tree of values
  tree jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX label_key_of ON label_key (space_id, id);
-- A name that is no longer used may be taken again.
CREATE UNIQUE INDEX label_key_name ON label_key (space_id, name) WHERE type = 1 AND status <> 99;

-- A tag as it was, and what changed with it.
CREATE TABLE label_key_version (
  id bigint PRIMARY KEY,
  key_id bigint NOT NULL REFERENCES label_key ON DELETE CASCADE,
  vn integer NOT NULL,
  version text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  type smallint NOT NULL,
  status smallint NOT NULL,
  tree jsonb NOT NULL,
  changes jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (key_id, vn)
);
