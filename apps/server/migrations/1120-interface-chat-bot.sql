-- The bot that the chat of a published interface is with, in the version that was published then.
ALTER TABLE interface_release ADD COLUMN bot_id bigint, ADD COLUMN bot_version text;
