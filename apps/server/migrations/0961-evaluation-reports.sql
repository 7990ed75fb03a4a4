-- Experiments side by side, under a name. The first is the baseline.
CREATE TABLE experiment_comparison (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  experiment_ids jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX experiment_comparison_space ON experiment_comparison (space_id, id);

-- Charts of an experiment; those that its plan names are shown for every later run.
CREATE TABLE experiment_chart (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  plan_id bigint NOT NULL,
  experiment_id bigint NOT NULL,
  config jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX experiment_chart_of ON experiment_chart (experiment_id, id);
