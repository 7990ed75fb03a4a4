-- Runs that nobody has taken yet are looked for now and then.
CREATE INDEX bot_task_run_waiting ON bot_task_run (due_at) WHERE status = 0;
