-- What an adapter has to know in every process until it expires: an answer that the platform fetches from us piece by piece.
CREATE TABLE channel_note (
  account_id bigint NOT NULL REFERENCES channel_account ON DELETE CASCADE,
  key text NOT NULL,
  value jsonb NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX channel_note_age ON channel_note (expires_at);
