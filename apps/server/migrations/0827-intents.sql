-- What each online question is about: the intent, and whether it was looked at (0 not yet, 1 done).
ALTER TABLE trace_head ADD COLUMN intent_id text NOT NULL DEFAULT '';
ALTER TABLE trace_head ADD COLUMN intent_status smallint NOT NULL DEFAULT 0;
CREATE INDEX trace_head_unsorted ON trace_head (space_id, started_at)
  WHERE intent_status = 0 AND source = 'turn' AND scene = 'online';

-- The intents of a space. Without a row it has those that come with the product.
CREATE TABLE intent_taxonomy (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  version integer NOT NULL,
  intents jsonb NOT NULL,
  -- words, model
  labeller text NOT NULL,
  model_id text NOT NULL DEFAULT '',
  edited_by bigint REFERENCES app_user ON DELETE SET NULL,
  updated_at bigint NOT NULL
);
