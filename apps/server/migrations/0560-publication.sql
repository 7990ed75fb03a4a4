-- A publication of a bot: which channels shall get a version, and how far each of them is. One process works on it at a time.
CREATE TABLE bot_publication (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES bot ON DELETE CASCADE,
  history_id bigint NOT NULL REFERENCES bot_history ON DELETE CASCADE,
  -- 4 goes on, 5 done
  status smallint NOT NULL,
  connectors jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  lease_until bigint NOT NULL DEFAULT 0,
  -- goes up with every process that takes it: who lost it writes nothing any more
  fence integer NOT NULL DEFAULT 0
);
CREATE INDEX bot_publication_of ON bot_publication (bot_id, id DESC);
CREATE INDEX bot_publication_open ON bot_publication (id) WHERE status = 4;

ALTER TABLE project_version
  ADD COLUMN lease_until bigint NOT NULL DEFAULT 0,
  ADD COLUMN fence integer NOT NULL DEFAULT 0,
  -- by workflow: the kept state that this version serves
  ADD COLUMN pins jsonb NOT NULL DEFAULT '{}';
