-- stops a worker that lost its lease from changing a task
ALTER TABLE project_task ADD COLUMN fence integer NOT NULL DEFAULT 0;
