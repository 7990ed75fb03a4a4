-- Rows of a file that is still being read stand apart from the rows that people see, a batch in each row, and come over in one
-- step: nothing is written twice there, and nothing dead is left behind.
CREATE TABLE dataset_staged (
  job_id bigint NOT NULL REFERENCES dataset_job ON DELETE CASCADE,
  -- the place of its first row in the file
  first integer NOT NULL,
  -- a JSON list of rows: [id, item id, key, place, turns, bytes, hash, origin]
  rows text NOT NULL,
  PRIMARY KEY (job_id, first)
);
-- Read once and deleted: packing it would cost more than it saves.
ALTER TABLE dataset_staged ALTER COLUMN rows SET STORAGE EXTERNAL;
CREATE TABLE dataset_staged_key (
  job_id bigint NOT NULL REFERENCES dataset_job ON DELETE CASCADE,
  item_key text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (job_id, item_key)
);

-- Files that are being read right now begin again.
DELETE FROM dataset_job_reject r USING dataset_job j WHERE j.id = r.job_id AND j.kind = 1 AND j.status IN (1, 2);
UPDATE dataset_job SET processed = 0, skipped = 0 WHERE kind = 1 AND status IN (1, 2);
DELETE FROM dataset_item WHERE add_vn IS NULL;
DROP INDEX dataset_item_staged;
