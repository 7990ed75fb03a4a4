-- Rooms in which somebody is being interpreted right now: others can listen. A row that nobody renews belongs to a process that died.
CREATE TABLE voice_live (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  source_language text NOT NULL,
  target_language text NOT NULL,
  seen_at bigint NOT NULL
);
