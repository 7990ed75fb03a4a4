-- Tags of the space that a prompt has.
ALTER TABLE prompt_resource ADD COLUMN tag_ids bigint[] NOT NULL DEFAULT '{}';
