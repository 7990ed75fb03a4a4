-- A voice that a provider made from a recording. The provider keeps the voice; this says whose it is.
CREATE TABLE voice_clone (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  icon_uri text NOT NULL DEFAULT '',
  language text NOT NULL DEFAULT '',
  preview_text text NOT NULL DEFAULT '',
  -- empty until it was first trained
  model_id bigint,
  speaker_id text NOT NULL DEFAULT '',
  trainings integer NOT NULL DEFAULT 0,
  -- while a provider is at it; 0 otherwise
  pending_since bigint NOT NULL DEFAULT 0,
  trained_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX voice_clone_of_space ON voice_clone (space_id);
CREATE INDEX voice_clone_of_user ON voice_clone (user_id);

-- Voices that have to go at the provider, too: nobody may use them any more, however they were deleted here.
CREATE TABLE voice_clone_removed (
  model_id bigint NOT NULL,
  speaker_id text PRIMARY KEY,
  tries integer NOT NULL DEFAULT 0
);
CREATE FUNCTION voice_clone_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.speaker_id <> '' THEN
    INSERT INTO voice_clone_removed (model_id, speaker_id) VALUES (OLD.model_id, OLD.speaker_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER voice_clone_gone AFTER DELETE ON voice_clone FOR EACH ROW EXECUTE FUNCTION voice_clone_gone();

-- Voices that a person may have beyond the number that everybody has.
CREATE TABLE voice_quota (
  user_id bigint PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  extra integer NOT NULL
);
