-- Inputs of a prompt under names, for everyone who tries it.
CREATE TABLE prompt_variable_set (
  id bigint PRIMARY KEY,
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  name text NOT NULL,
  variables jsonb NOT NULL,
  message text NOT NULL DEFAULT '',
  created_by bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  updated_at bigint NOT NULL,
  CONSTRAINT prompt_variable_set_name UNIQUE (prompt_id, name)
);

-- What a try cost.
ALTER TABLE prompt_debug ADD COLUMN cost double precision NOT NULL DEFAULT 0;
