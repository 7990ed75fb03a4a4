-- A plan that has to pass on the draft of a bot before it is published.
CREATE TABLE eval_gate (
  bot_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  plan_id bigint NOT NULL REFERENCES eval_plan ON DELETE CASCADE,
  -- the share of rows that have to reach the score with which a row passes
  least_share double precision NOT NULL DEFAULT 1,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
