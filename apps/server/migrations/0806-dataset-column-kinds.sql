-- 1 columns that a model or Python fills, 2 quality scores
ALTER TABLE dataset_column_job ADD COLUMN kind smallint NOT NULL DEFAULT 1;
-- New rows are filled without being asked from this moment on; 0: they are not.
ALTER TABLE dataset_column_job ADD COLUMN auto_from bigint NOT NULL DEFAULT 0;
ALTER TABLE dataset_column_job ADD COLUMN auto_seen bigint NOT NULL DEFAULT 0;
CREATE INDEX dataset_column_job_auto ON dataset_column_job (id) WHERE auto_from > 0;
