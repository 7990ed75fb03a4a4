-- how somebody proved who they are, and how long the session may stay unused; null: as long as it lasts
ALTER TABLE user_session ADD COLUMN way text NOT NULL DEFAULT '';
ALTER TABLE user_session ADD COLUMN idle_ms bigint;
-- earlier passwords of people whose enterprise refuses to see them again
CREATE TABLE password_history (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  password_hash text NOT NULL,
  replaced_at bigint NOT NULL,
  PRIMARY KEY (user_id, replaced_at)
);
-- calls from outside of an allow list that is only watched
CREATE TABLE enterprise_ip_watch (
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  address text NOT NULL,
  calls bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (enterprise_id, user_id, address)
);
CREATE INDEX enterprise_ip_watch_user ON enterprise_ip_watch (user_id);
