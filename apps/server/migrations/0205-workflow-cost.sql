-- What the models of a run cost, at their prices of that time.
ALTER TABLE workflow_run ADD COLUMN cost double precision NOT NULL DEFAULT 0;
CREATE INDEX workflow_run_log ON workflow_run (workflow_id, log_id) WHERE log_id <> '';
