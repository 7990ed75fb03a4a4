-- What a channel gave a person, so that the instance may act in their name there; sealed.
CREATE TABLE connector_auth (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  connector_id text NOT NULL,
  credentials text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, connector_id)
);
