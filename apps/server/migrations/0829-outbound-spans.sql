-- Where a space sends its spans, and what waits to be sent. A batch is written with the spans that it is made of.
CREATE TABLE span_outbound (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  url text NOT NULL,
  -- Sealed: names and values.
  headers text NOT NULL DEFAULT '',
  header_names jsonb NOT NULL DEFAULT '[]',
  -- json, protobuf
  protocol text NOT NULL,
  -- From 0 to 1, by trace.
  share double precision NOT NULL,
  has_content boolean NOT NULL,
  is_on boolean NOT NULL,
  backlog_bytes bigint NOT NULL DEFAULT 0,
  sent bigint NOT NULL DEFAULT 0,
  dropped bigint NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT '',
  next_at bigint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  edited_by bigint REFERENCES app_user ON DELETE SET NULL,
  updated_at bigint NOT NULL
);
CREATE TABLE span_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES span_outbound ON DELETE CASCADE,
  body text NOT NULL,
  spans integer NOT NULL,
  bytes integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX span_outbox_space ON span_outbox (space_id, id);
