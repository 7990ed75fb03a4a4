-- The interface of a project: pages that visitors use. It belongs to its project and has no head of its own.
CREATE TABLE interface (
  id bigint PRIMARY KEY,
  project_id bigint NOT NULL UNIQUE REFERENCES resource ON DELETE CASCADE,
  name text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);

-- What is drawn for one channel: 1 web, 2 phone.
CREATE TABLE interface_sandbox (
  id bigint PRIMARY KEY,
  interface_id bigint NOT NULL REFERENCES interface ON DELETE CASCADE,
  channel smallint NOT NULL,
  document jsonb NOT NULL,
  -- counts saves: each is a row of interface_edit
  seq integer NOT NULL DEFAULT 0,
  updated_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (interface_id, channel)
);

-- Saves in the order in which everybody takes them.
CREATE TABLE interface_edit (
  sandbox_id bigint NOT NULL REFERENCES interface_sandbox ON DELETE CASCADE,
  seq integer NOT NULL,
  -- given by the editor, so that a save that is sent twice counts once
  batch text NOT NULL,
  edits jsonb NOT NULL,
  user_id bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (sandbox_id, seq),
  UNIQUE (sandbox_id, batch)
);

-- What a published version of the project serves.
CREATE TABLE interface_release (
  version_id bigint NOT NULL REFERENCES project_version ON DELETE CASCADE,
  channel smallint NOT NULL,
  document jsonb NOT NULL,
  PRIMARY KEY (version_id, channel)
);
