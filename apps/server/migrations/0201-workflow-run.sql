-- One run of a workflow, with what every node took and gave.
CREATE TABLE workflow_run (
  id bigint PRIMARY KEY,
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  space_id bigint NOT NULL,
  commit_id bigint NOT NULL,
  -- empty: the draft
  version text NOT NULL,
  -- 0 test run, 1 published, 2 one node, 3 run again from a node
  kind smallint NOT NULL,
  -- 0 at once, 1 streamed, 2 in the background
  run_mode smallint NOT NULL,
  -- 0 queued, 1 running, 2 success, 3 failed, 4 cancelled, 5 waits for a person
  status smallint NOT NULL,
  user_id bigint NOT NULL,
  context jsonb NOT NULL,
  options jsonb NOT NULL,
  input text NOT NULL,
  output text NOT NULL DEFAULT '',
  nodes text NOT NULL DEFAULT '[]',
  interrupts text NOT NULL DEFAULT '[]',
  checkpoint text,
  error_code integer NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  tokens_in integer NOT NULL DEFAULT 0,
  tokens_out integer NOT NULL DEFAULT 0,
  log_id text NOT NULL DEFAULT '',
  -- who works on it, until when (time of the database), and how often it changed hands
  lease_owner text,
  lease_until timestamptz,
  fence integer NOT NULL DEFAULT 0,
  cancel_asked boolean NOT NULL DEFAULT false,
  -- bytes held here and in the blob store
  size bigint NOT NULL DEFAULT 0,
  blobs text[] NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX workflow_run_of ON workflow_run (workflow_id, id DESC);
CREATE INDEX workflow_run_queued ON workflow_run (space_id, id) WHERE status = 0;
CREATE INDEX workflow_run_leased ON workflow_run (lease_until) WHERE status = 1;
CREATE INDEX workflow_run_space ON workflow_run (space_id, id);

-- How long and how much a space keeps; a space without a row has the defaults.
CREATE TABLE run_retention (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  days integer NOT NULL,
  max_bytes bigint NOT NULL
);
