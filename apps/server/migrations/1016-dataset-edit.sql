-- What each cell held before it was changed, and who or what changed it.
CREATE TABLE dataset_edit (
  id bigint PRIMARY KEY,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  item_id bigint NOT NULL,
  turn smallint NOT NULL,
  field_key text NOT NULL,
  -- the beginning of long texts
  before text NOT NULL,
  after text NOT NULL,
  -- written by a job of this person instead of by hand
  by_job boolean NOT NULL DEFAULT false,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX dataset_edit_of ON dataset_edit (dataset_id, item_id, id DESC);
