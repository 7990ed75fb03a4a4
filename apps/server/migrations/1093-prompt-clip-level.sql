-- The security level of the prompt that something was copied from: what has to stay in its space is pasted nowhere else.
ALTER TABLE prompt_clip ADD COLUMN security_level smallint NOT NULL DEFAULT 1;
