-- Who may use a provider's models. Of the instance: every space, or only the teams below. Of a personal space: the teams below too.
ALTER TABLE model_provider ADD COLUMN for_everyone boolean NOT NULL DEFAULT true;

CREATE TABLE model_share (
  provider_id bigint NOT NULL REFERENCES model_provider ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (provider_id, space_id)
);
CREATE INDEX model_share_space ON model_share (space_id);
