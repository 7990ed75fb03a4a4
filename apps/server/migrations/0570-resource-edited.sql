-- Bots and projects are listed together, by when they were worked on.
CREATE INDEX resource_edited ON resource (space_id, updated_at DESC, id DESC);
