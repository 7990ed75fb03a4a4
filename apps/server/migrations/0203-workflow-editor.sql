-- Outputs that nodes give in test runs instead of being run.
CREATE TABLE workflow_pin (
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  node_id text NOT NULL,
  output text NOT NULL,
  user_id bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (workflow_id, node_id)
);
