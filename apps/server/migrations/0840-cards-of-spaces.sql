-- Cards become resources: found, copied, exported and deleted like all others. Their head is the resource with the same id.
INSERT INTO resource (id, kind, space_id, owner_id, name, edited_by, created_at, updated_at, published_at)
SELECT card.id, 'card', card.space_id, coalesce(maker.id, space.owner_id), card.name, coalesce(maker.id, space.owner_id),
  card.created_at, card.updated_at, card.created_at
FROM card JOIN space ON space.id = card.space_id LEFT JOIN app_user maker ON maker.id = card.created_by;

-- A state that was published stays as it was: cards in conversations and bots name it by its number.
CREATE TABLE card_version (
  card_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  num integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  display_type integer NOT NULL,
  properties jsonb NOT NULL,
  design jsonb,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (card_id, num)
);
INSERT INTO card_version (card_id, num, name, display_type, properties, created_by, created_at)
SELECT id, 1, 'v1.0.0', display_type, properties, created_by, created_at FROM card;

DROP INDEX card_space;
ALTER TABLE card
  ADD FOREIGN KEY (id) REFERENCES resource ON DELETE CASCADE,
  DROP COLUMN space_id,
  DROP COLUMN name,
  DROP COLUMN created_by,
  DROP COLUMN created_at,
  DROP COLUMN updated_at,
  -- the draft as it is drawn; null for one that only has fields
  ADD COLUMN design jsonb,
  -- counts saves; a save that began from an older one is refused
  ADD COLUMN draft integer NOT NULL DEFAULT 1,
  -- the save that was published last
  ADD COLUMN published_draft integer NOT NULL DEFAULT 0,
  -- 0 draft, 1 published, 2 taken down
  ADD COLUMN status integer NOT NULL DEFAULT 0,
  ALTER COLUMN version SET DEFAULT 0;
UPDATE card SET version = 1, status = 1, published_draft = 1;
CREATE TRIGGER search_card AFTER UPDATE OF design ON card FOR EACH ROW EXECUTE FUNCTION search_note('id');

CREATE TABLE card_template (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  design jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX card_template_space ON card_template (space_id, id DESC);
