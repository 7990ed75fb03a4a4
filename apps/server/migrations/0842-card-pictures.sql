-- Pictures of cards: those that were drawn, and those that wait to be.
CREATE TABLE card_thumbnail (
  card_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  channel integer NOT NULL,
  -- 1 nothing drawn, 2 waits, 3 is being drawn, 4 failed, 5 done
  status integer NOT NULL,
  -- the save that it shows
  draft integer NOT NULL DEFAULT 0,
  blob_key text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (card_id, channel)
);
CREATE INDEX card_thumbnail_waiting ON card_thumbnail (lease_until) WHERE status IN (2, 3);

-- Settings that editors of cards keep for a person.
CREATE TABLE card_user_setting (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (user_id, key)
);

-- Official templates that the owner of the instance added: what is shown, what was shown before, and copies that are not shown yet.
CREATE TABLE card_official (
  id integer PRIMARY KEY CHECK (id = 1),
  live jsonb NOT NULL,
  staged jsonb,
  previous jsonb
);
INSERT INTO card_official (id, live) VALUES (1, '[]');
