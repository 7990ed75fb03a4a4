-- Who lets which bot know where they are. The address itself is not kept.
CREATE TABLE location_consent (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  country text NOT NULL,
  subdivision text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  PRIMARY KEY (bot_id, user_id)
);
CREATE INDEX location_consent_user ON location_consent (user_id);
