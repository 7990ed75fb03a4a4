-- A version takes the place of the one that is served only when a judge finds it about as good over a dataset.
CREATE TABLE prompt_gate (
  prompt_id bigint PRIMARY KEY REFERENCES prompt_resource ON DELETE CASCADE,
  dataset_id bigint NOT NULL,
  evaluator_version_id bigint NOT NULL,
  -- How much lower the mean score may be.
  margin double precision NOT NULL,
  -- What the mean score has to reach in any case.
  least double precision NOT NULL,
  set_by bigint NOT NULL,
  set_at bigint NOT NULL
);
