-- where a bot tells of what is done with it from outside
CREATE TABLE webhook (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  url text NOT NULL,
  -- sealed
  secret text NOT NULL,
  events text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX webhook_bot ON webhook (bot_id);

CREATE TABLE webhook_delivery (
  id bigint PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhook ON DELETE CASCADE,
  event text NOT NULL,
  body text NOT NULL,
  -- 0 waits, 1 delivered, 2 given up
  status smallint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  response_status integer NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  finished_at bigint
);
CREATE INDEX webhook_delivery_of ON webhook_delivery (webhook_id, id DESC);
CREATE INDEX webhook_delivery_old ON webhook_delivery (created_at);
