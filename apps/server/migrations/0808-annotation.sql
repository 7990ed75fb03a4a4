-- Rows that people label. Who put them there reads the outcome.
CREATE TABLE annotation_task (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  guide text NOT NULL DEFAULT '',
  -- the part of the product that asked for labels, and the id of its own row
  source text NOT NULL,
  source_id bigint NOT NULL,
  dataset_id bigint NOT NULL,
  questions jsonb NOT NULL,
  -- independent labels of each row
  blind_count smallint NOT NULL,
  row_count integer NOT NULL,
  is_closed boolean NOT NULL DEFAULT false,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX annotation_task_of ON annotation_task (space_id, id);

-- What is labelled, as it was when the task began.
CREATE TABLE annotation_row (
  task_id bigint NOT NULL REFERENCES annotation_task ON DELETE CASCADE,
  row_id bigint NOT NULL,
  nth integer NOT NULL,
  content jsonb NOT NULL,
  -- all labels are there and differ, and nobody has decided yet
  is_disputed boolean NOT NULL DEFAULT false,
  -- what the labels agree on, or what a person decided
  outcome jsonb,
  decided_by bigint,
  settled_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (task_id, row_id)
);
CREATE INDEX annotation_row_disputed ON annotation_row (task_id, nth) WHERE is_disputed;

-- One label of a row by one person.
CREATE TABLE annotation_label (
  id bigint PRIMARY KEY,
  task_id bigint NOT NULL,
  row_id bigint NOT NULL,
  blind smallint NOT NULL,
  assigned_to bigint,
  -- kept for the person who opened it, for a while
  held_by bigint,
  held_until bigint NOT NULL DEFAULT 0,
  answers jsonb,
  finished_by bigint,
  finished_at bigint NOT NULL DEFAULT 0,
  UNIQUE (task_id, row_id, blind),
  FOREIGN KEY (task_id, row_id) REFERENCES annotation_row ON DELETE CASCADE
);
-- Nobody labels a row twice.
CREATE UNIQUE INDEX annotation_label_once ON annotation_label (task_id, row_id, finished_by) WHERE finished_by IS NOT NULL;
