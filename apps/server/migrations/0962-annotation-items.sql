-- What people are asked for in experiments and comparisons: a score, a number, an option or a text.
CREATE TABLE annotation_item (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  -- 1 score, 2 number, 3 option, 4 text
  result smallint NOT NULL,
  scope jsonb,
  options jsonb NOT NULL DEFAULT '[]',
  tags jsonb NOT NULL DEFAULT '[]',
  -- in use when it was deleted: no longer offered, and still valid where it stands
  is_hidden boolean NOT NULL DEFAULT false,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX annotation_item_space ON annotation_item (space_id, id);

ALTER TABLE annotation_task
  -- 1 the pages of the evaluation, 2 pages of its own
  ADD COLUMN area smallint NOT NULL DEFAULT 2,
  -- not yet shown to those who annotate
  ADD COLUMN is_hidden boolean NOT NULL DEFAULT false,
  -- 0 nothing written back, 1 under way, 2 done, 3 failed
  ADD COLUMN write_back smallint NOT NULL DEFAULT 0,
  ADD COLUMN range_from integer NOT NULL DEFAULT 1,
  ADD COLUMN range_to integer NOT NULL DEFAULT 0;
-- Which label was chosen, by question.
ALTER TABLE annotation_row ADD COLUMN chosen jsonb NOT NULL DEFAULT '{}';
-- Why, by question.
ALTER TABLE annotation_label ADD COLUMN reasons jsonb NOT NULL DEFAULT '{}';
