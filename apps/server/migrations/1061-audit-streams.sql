-- the record of an enterprise, sent on to other systems: in the order of its chain, from where the last delivery ended
CREATE TABLE audit_stream (
  id bigint PRIMARY KEY,
  enterprise_id bigint NOT NULL REFERENCES enterprise ON DELETE CASCADE,
  name text NOT NULL,
  config jsonb NOT NULL,
  sealed_secret text NOT NULL DEFAULT '',
  is_on boolean NOT NULL DEFAULT true,
  -- the last entry of the chain that was taken
  cursor bigint NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  last_error text NOT NULL DEFAULT '',
  last_sent_at bigint,
  next_at bigint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX audit_stream_enterprise ON audit_stream (enterprise_id);
-- how long entries are kept, and the signed link at which the chain begins since older ones were dropped
CREATE TABLE audit_retention (
  enterprise_id bigint PRIMARY KEY REFERENCES enterprise ON DELETE CASCADE,
  months smallint NOT NULL,
  no bigint NOT NULL DEFAULT 0,
  hash text NOT NULL DEFAULT '',
  signature text NOT NULL DEFAULT '',
  dropped_until bigint NOT NULL DEFAULT 0
);
-- events stay as they are, but for what an enterprise keeps no longer, and for names and addresses of somebody who was erased
CREATE OR REPLACE FUNCTION audit_event_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('orrery.erasing', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' AND current_setting('orrery.retaining', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END $$;
