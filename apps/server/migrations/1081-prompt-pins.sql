-- A conversation keeps the versions of prompts that it began with, by key and label.
ALTER TABLE conversation ADD COLUMN pins jsonb NOT NULL DEFAULT '{}';
-- Taken back by a person or by the guard, other than replaced by a newer one: conversations let go of it.
ALTER TABLE prompt_release ADD COLUMN taken_back boolean NOT NULL DEFAULT false;
