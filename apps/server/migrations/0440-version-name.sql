-- What people call a published version: vX.Y.Z. Empty for what was published before versions had names, and for what is no publication.
ALTER TABLE bot_history ADD COLUMN version_name text NOT NULL DEFAULT '';
