-- People whose voices an account knows, in groups. Deleted with the account: vectors and samples are personal data.
CREATE TABLE voiceprint_group (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX voiceprint_group_of_user ON voiceprint_group (user_id);

CREATE TABLE voiceprint_feature (
  id bigint PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES voiceprint_group ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- what was recorded, as WAV
  sample bytea NOT NULL,
  -- what made the vector: vectors of different ones cannot be compared
  embedder text NOT NULL,
  vector real[] NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX voiceprint_feature_of_group ON voiceprint_feature (group_id);
