-- The key that programs open encrypted prompts with, sealed; empty when there is none.
ALTER TABLE prompt_space ADD COLUMN encrypt_key text NOT NULL DEFAULT '';
