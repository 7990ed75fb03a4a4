-- Plans that run by themselves, and what fills the inputs of their evaluators.
ALTER TABLE eval_plan
  ADD COLUMN evaluator_mapping jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN schedule_cron text NOT NULL DEFAULT '',
  ADD COLUMN schedule_zone text NOT NULL DEFAULT '',
  -- 0: never
  ADD COLUMN schedule_next bigint NOT NULL DEFAULT 0,
  -- until then a process is at it
  ADD COLUMN schedule_lease bigint NOT NULL DEFAULT 0,
  ADD COLUMN schedule_by bigint NOT NULL DEFAULT 0,
  ADD COLUMN schedule_problem text NOT NULL DEFAULT '',
  ADD COLUMN schedule_problem_zh text NOT NULL DEFAULT '';
CREATE INDEX eval_plan_schedule ON eval_plan (schedule_next) WHERE schedule_next > 0;
