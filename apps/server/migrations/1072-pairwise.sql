-- Outputs of two experiments, row by row, as a judge compares them: once in each order.
CREATE TABLE pairwise (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL,
  first_id bigint NOT NULL REFERENCES experiment ON DELETE CASCADE,
  second_id bigint NOT NULL REFERENCES experiment ON DELETE CASCADE,
  question text NOT NULL,
  model_id text NOT NULL DEFAULT '',
  -- 1 waits, 2 runs, 3 done, 4 stopped
  state smallint NOT NULL,
  problem text NOT NULL DEFAULT '',
  problem_zh text NOT NULL DEFAULT '',
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX pairwise_of ON pairwise (first_id, second_id, id);
CREATE INDEX pairwise_second ON pairwise (second_id);
CREATE TABLE pairwise_row (
  pairwise_id bigint NOT NULL REFERENCES pairwise ON DELETE CASCADE,
  item_id bigint NOT NULL,
  nth integer NOT NULL,
  -- who won when the first stood first, and when it stood second: 1 the first, 2 the second, 0 neither; null without an answer
  forward smallint,
  backward smallint,
  reason text NOT NULL DEFAULT '',
  is_offline boolean NOT NULL DEFAULT false,
  cost double precision NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  error_zh text NOT NULL DEFAULT '',
  PRIMARY KEY (pairwise_id, item_id)
);
