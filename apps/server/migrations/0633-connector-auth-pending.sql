-- Until when a person is on their way to authorise a channel; nothing is authorised as long as there are no credentials.
ALTER TABLE connector_auth ADD COLUMN pending_until bigint NOT NULL DEFAULT 0;
