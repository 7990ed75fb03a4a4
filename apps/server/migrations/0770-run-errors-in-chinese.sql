-- the error of a run in Chinese; empty where it has no words of its own, and for runs from before
ALTER TABLE workflow_run ADD COLUMN error_zh text NOT NULL DEFAULT '';
