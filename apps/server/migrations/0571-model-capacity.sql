-- tokens a minute that a model takes and gives, for everybody together; none: as many as its provider allows
ALTER TABLE model ADD COLUMN tpm_in integer, ADD COLUMN tpm_out integer;

-- more of it, for a time
CREATE TABLE model_expansion (
  id bigint PRIMARY KEY,
  model_id bigint NOT NULL REFERENCES model ON DELETE CASCADE,
  tokens_in integer NOT NULL,
  tokens_out integer NOT NULL,
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX model_expansion_model ON model_expansion (model_id, ends_at);

-- what models with a bound were asked for in a minute
CREATE TABLE model_minute (
  model_id bigint NOT NULL REFERENCES model ON DELETE CASCADE,
  -- minutes since 1970
  minute integer NOT NULL,
  tokens_in bigint NOT NULL,
  tokens_out bigint NOT NULL,
  PRIMARY KEY (model_id, minute)
);

-- refused because the tokens of the minute were used up
ALTER TABLE model_hour ADD COLUMN exhausted bigint NOT NULL DEFAULT 0;
