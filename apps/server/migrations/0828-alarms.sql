-- A figure of a space that is told when it passes a threshold.
CREATE TABLE trace_alarm (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  metric text NOT NULL,
  is_above boolean NOT NULL,
  threshold double precision NOT NULL,
  window_minutes integer NOT NULL,
  min_runs integer NOT NULL,
  object_key text NOT NULL DEFAULT '',
  webhook_url text NOT NULL DEFAULT '',
  -- Sealed.
  secret text NOT NULL DEFAULT '',
  is_on boolean NOT NULL,
  -- ok, firing
  state text NOT NULL DEFAULT 'ok',
  since bigint NOT NULL DEFAULT 0,
  value double precision,
  checked_at bigint NOT NULL DEFAULT 0,
  created_by bigint REFERENCES app_user ON DELETE SET NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX trace_alarm_name ON trace_alarm (space_id, lower(name));

-- Members who get an email.
CREATE TABLE trace_alarm_person (
  alarm_id bigint NOT NULL REFERENCES trace_alarm ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  PRIMARY KEY (alarm_id, user_id)
);
CREATE INDEX trace_alarm_person_user ON trace_alarm_person (user_id);

CREATE TABLE trace_alarm_event (
  id bigint PRIMARY KEY,
  alarm_id bigint NOT NULL REFERENCES trace_alarm ON DELETE CASCADE,
  -- fired, resolved
  type text NOT NULL,
  value double precision,
  at bigint NOT NULL
);
CREATE INDEX trace_alarm_event_alarm ON trace_alarm_event (alarm_id, id DESC);

-- Who is to be told of it. The rows are the queue.
CREATE TABLE trace_alarm_notice (
  id bigint PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES trace_alarm_event ON DELETE CASCADE,
  -- mail, webhook
  way text NOT NULL,
  -- The person; none for a webhook.
  user_id bigint REFERENCES app_user ON DELETE CASCADE,
  -- 0 waiting, 1 sent, 2 failed
  status smallint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  next_at bigint NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT ''
);
CREATE INDEX trace_alarm_notice_event ON trace_alarm_notice (event_id);
CREATE INDEX trace_alarm_notice_waiting ON trace_alarm_notice (next_at) WHERE status = 0;
