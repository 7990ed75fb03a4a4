-- the roles of collaborators differ from now on: rows without one were those of editors
UPDATE collaborator SET roles = ARRAY['BotEditor'] WHERE roles = '{}';

-- bots and projects that only their owners may change at present
CREATE TABLE collaboration_closed (
  resource_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  closed_at bigint NOT NULL
);
