-- Cards that a model drew, for the history of each person in the editor.
CREATE TABLE card_generation (
  id bigint PRIMARY KEY,
  card_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  description text NOT NULL,
  design jsonb,
  -- 0 begun, 1 drawn, 2 does not fit, 3 the model failed, 4 stopped
  status integer NOT NULL DEFAULT 0,
  -- 1 taken into the card, 2 could not be taken, 3 turned down; 0 not decided
  transfer_status integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL
);
CREATE INDEX card_generation_of ON card_generation (card_id, user_id, id DESC);
