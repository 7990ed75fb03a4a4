-- tokens of models that each call of the public API came to
ALTER TABLE api_call ADD COLUMN tokens bigint NOT NULL DEFAULT 0;
