-- What starts a workflow by itself: a schedule or a webhook. Closed ones are kept and do nothing.
CREATE TABLE workflow_trigger (
  id bigint PRIMARY KEY,
  workflow_id bigint NOT NULL REFERENCES workflow ON DELETE CASCADE,
  project_id bigint,
  name text NOT NULL,
  event_id text NOT NULL,
  config jsonb NOT NULL,
  payload jsonb NOT NULL,
  set_type smallint NOT NULL,
  is_open boolean NOT NULL,
  -- sealed; what callers of a webhook sign with
  secret text NOT NULL DEFAULT '',
  -- the next time of a schedule that is open
  next_at bigint,
  last_fired_at bigint,
  last_run_id bigint,
  last_error text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX workflow_trigger_of ON workflow_trigger (workflow_id, id);
CREATE INDEX workflow_trigger_due ON workflow_trigger (next_at) WHERE is_open AND next_at IS NOT NULL;

-- Deliveries that were taken: the same one never starts a second run.
CREATE TABLE trigger_delivery (
  trigger_id bigint NOT NULL REFERENCES workflow_trigger ON DELETE CASCADE,
  delivery text NOT NULL,
  run_id bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (trigger_id, delivery)
);
CREATE INDEX trigger_delivery_at ON trigger_delivery (at);
