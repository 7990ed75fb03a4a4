-- What an administrator set for all bases of the instance.
CREATE TABLE knowledge_setup (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  value jsonb NOT NULL,
  updated_at bigint NOT NULL
);
