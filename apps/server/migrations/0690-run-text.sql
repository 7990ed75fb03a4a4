-- What a run has said so far, by the path of the node that says it: readers that come back get the rest.
CREATE TABLE workflow_run_text (
  run_id bigint NOT NULL REFERENCES workflow_run ON DELETE CASCADE,
  path text NOT NULL,
  place integer NOT NULL,
  node_id text NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  is_done boolean NOT NULL,
  PRIMARY KEY (run_id, path)
);
