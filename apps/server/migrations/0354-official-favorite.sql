-- Official plugins are no resources, so what people mark of them is kept here.
CREATE TABLE official_favorite (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  plugin_id bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, plugin_id)
);
