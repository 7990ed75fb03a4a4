-- A run belongs to one process, which renews its lease while it works. A run whose lease has expired was interrupted.
ALTER TABLE bot_task_run ADD COLUMN lease_until bigint NOT NULL DEFAULT 0, ADD COLUMN fence integer NOT NULL DEFAULT 0;
CREATE INDEX bot_task_run_open ON bot_task_run (id) WHERE status IN (0, 1);
