-- Of an account that was erased a nameless row is left, so that versions and lists which name their maker still find one.
ALTER TABLE app_user ADD COLUMN erased_at bigint;

-- What is still to be cleared away of somebody who was erased: files, and rows that were being written at that moment.
CREATE TABLE erasure (
  user_id bigint PRIMARY KEY,
  -- keys of files, and beginnings of keys where the files themselves are not listed
  files text[] NOT NULL,
  folders text[] NOT NULL,
  created_at bigint NOT NULL
);

-- Events stay as they are, but for names and addresses of somebody who was erased.
CREATE OR REPLACE FUNCTION audit_event_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('orrery.erasing', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END $$;
