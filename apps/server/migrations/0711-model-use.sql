-- what models were asked for, by day and by who asked for what: the figures of the usage page
CREATE TABLE model_use (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  -- days since 1970, UTC
  day integer NOT NULL,
  model_id bigint NOT NULL,
  -- bot or workflow; 0 for what the studio itself asks
  resource_id bigint NOT NULL,
  -- 0 for nobody
  user_id bigint NOT NULL,
  -- preview, test, task, online or studio
  source text NOT NULL,
  calls bigint NOT NULL,
  failed bigint NOT NULL,
  tokens_in bigint NOT NULL,
  tokens_out bigint NOT NULL,
  cost double precision NOT NULL,
  PRIMARY KEY (space_id, day, model_id, resource_id, user_id, source)
);
