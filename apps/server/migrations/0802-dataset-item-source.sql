-- Where a row came from: 1 a person, 3 a file, 8 a program.
ALTER TABLE dataset_item ADD COLUMN source smallint NOT NULL DEFAULT 1;
UPDATE dataset_item SET source = 3 WHERE job_id IS NOT NULL;
