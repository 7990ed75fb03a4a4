-- Rows for evaluation and training. Name, description, owner and space are those of the resource with the same id.
CREATE TABLE dataset (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  -- 1 general, 2 training, 3 validation, 4 evaluation
  category smallint NOT NULL,
  biz_category text NOT NULL DEFAULT '',
  features jsonb NOT NULL,
  -- limits that are lower than those of the instance
  spec jsonb NOT NULL DEFAULT '{}',
  schema_id bigint NOT NULL,
  -- the number of the draft when the schema last changed
  schema_vn bigint NOT NULL DEFAULT 1,
  -- the number of the draft: the next version takes it
  next_vn bigint NOT NULL DEFAULT 1,
  item_count integer NOT NULL DEFAULT 0,
  lock_by bigint,
  lock_until bigint NOT NULL DEFAULT 0,
  lock_reason smallint NOT NULL DEFAULT 0
);

-- A schema that a version uses never changes.
CREATE TABLE dataset_schema (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  fields jsonb NOT NULL,
  is_immutable boolean NOT NULL DEFAULT false,
  edited_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX dataset_schema_of ON dataset_schema (dataset_id);

-- One revision of an item. It belongs to version v when add_vn <= v and (del_vn is null or del_vn > v).
CREATE TABLE dataset_item (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  item_id bigint NOT NULL,
  item_key text NOT NULL DEFAULT '',
  pos double precision NOT NULL,
  -- null: not shown yet, because its file is still being read
  add_vn bigint,
  del_vn bigint,
  turns jsonb NOT NULL,
  bytes integer NOT NULL,
  hash text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX dataset_item_draft ON dataset_item (dataset_id, pos, item_id) WHERE del_vn IS NULL;
CREATE INDEX dataset_item_revisions ON dataset_item (dataset_id, item_id, add_vn);
CREATE UNIQUE INDEX dataset_item_key ON dataset_item (dataset_id, item_key)
  WHERE item_key <> '' AND add_vn IS NOT NULL AND del_vn IS NULL;
-- What changed since a version.
CREATE INDEX dataset_item_added ON dataset_item (dataset_id, add_vn);
CREATE INDEX dataset_item_removed ON dataset_item (dataset_id, del_vn) WHERE del_vn IS NOT NULL;

CREATE TABLE dataset_version (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  version text NOT NULL,
  vn bigint NOT NULL,
  schema_id bigint NOT NULL,
  item_count integer NOT NULL,
  note text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (dataset_id, version),
  UNIQUE (dataset_id, vn)
);
