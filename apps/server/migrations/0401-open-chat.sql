-- whom of the account's own users a conversation is with: empty for the account itself
ALTER TABLE conversation ADD COLUMN end_user text NOT NULL DEFAULT '';
-- what the caller keeps with it
ALTER TABLE conversation ADD COLUMN meta jsonb NOT NULL DEFAULT '{}';
CREATE INDEX conversation_bot ON conversation (bot_id, user_id, id DESC);

-- a turn that goes on with a chat which had waited for its caller: the turn that the chat began with
ALTER TABLE turn ADD COLUMN chat_id bigint NOT NULL DEFAULT 0;
CREATE INDEX turn_chat ON turn (chat_id) WHERE chat_id <> 0;
