-- Results of an experiment as a table that people fill with scores.
CREATE TABLE result_table (
  id bigint PRIMARY KEY REFERENCES experiment ON DELETE CASCADE,
  space_id bigint NOT NULL,
  driver text NOT NULL,
  -- the database of the space, or the app on Lark
  app_token text NOT NULL DEFAULT '',
  table_id text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  scorers integer NOT NULL,
  columns jsonb NOT NULL,
  export_status smallint NOT NULL,
  import_status smallint NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  imported integer NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  -- who asked last
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
