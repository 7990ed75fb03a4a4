CREATE TABLE knowledge (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  format smallint NOT NULL,
  status smallint NOT NULL DEFAULT 1,
  chunk_strategy jsonb NOT NULL DEFAULT '{}',
  embedding text NOT NULL DEFAULT 'offline',
  storage_location smallint NOT NULL DEFAULT 0,
  append_frequency jsonb NOT NULL DEFAULT '[]',
  -- Counts every change of what can be found: who holds vectors in memory compares it.
  version bigint NOT NULL DEFAULT 1,
  hit_count bigint NOT NULL DEFAULT 0
);

CREATE TABLE knowledge_document (
  id bigint PRIMARY KEY,
  knowledge_id bigint NOT NULL REFERENCES knowledge ON DELETE CASCADE,
  name text NOT NULL,
  format smallint NOT NULL,
  extension text NOT NULL DEFAULT '',
  size bigint NOT NULL DEFAULT 0,
  source_type smallint NOT NULL DEFAULT 0,
  blob_key text NOT NULL DEFAULT '',
  web_url text NOT NULL DEFAULT '',
  status smallint NOT NULL,
  stage text NOT NULL DEFAULT '',
  progress smallint NOT NULL DEFAULT 0,
  problem jsonb,
  settings jsonb NOT NULL DEFAULT '{}',
  table_meta jsonb NOT NULL DEFAULT '[]',
  caption text NOT NULL DEFAULT '',
  review_id bigint,
  update_type smallint NOT NULL DEFAULT 0,
  update_interval smallint NOT NULL DEFAULT 0,
  next_update_at bigint,
  -- Every import writes slices of its own generation; only those of the live one are seen.
  generation integer NOT NULL DEFAULT 1,
  live_generation integer NOT NULL DEFAULT 0,
  embedding text NOT NULL DEFAULT '',
  attempts smallint NOT NULL DEFAULT 0,
  lease_owner text NOT NULL DEFAULT '',
  lease_until bigint NOT NULL DEFAULT 0,
  started_at bigint NOT NULL DEFAULT 0,
  char_count bigint NOT NULL DEFAULT 0,
  slice_count integer NOT NULL DEFAULT 0,
  hit_count bigint NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX knowledge_document_of ON knowledge_document (knowledge_id, id);
CREATE INDEX knowledge_document_waiting ON knowledge_document (lease_until) WHERE status IN (0, 4, 5);
CREATE INDEX knowledge_document_due ON knowledge_document (next_update_at) WHERE next_update_at IS NOT NULL;

CREATE TABLE knowledge_slice (
  id bigint PRIMARY KEY,
  knowledge_id bigint NOT NULL,
  document_id bigint NOT NULL REFERENCES knowledge_document ON DELETE CASCADE,
  generation integer NOT NULL,
  sequence integer NOT NULL,
  content text NOT NULL,
  titles jsonb NOT NULL DEFAULT '[]',
  cells jsonb,
  status smallint NOT NULL DEFAULT 1,
  hit_count bigint NOT NULL DEFAULT 0,
  char_count integer NOT NULL,
  word_count integer NOT NULL,
  words tsvector NOT NULL,
  vector bytea,
  changed bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX knowledge_slice_order ON knowledge_slice (document_id, generation, sequence);
CREATE INDEX knowledge_slice_of ON knowledge_slice (knowledge_id);
CREATE INDEX knowledge_slice_words ON knowledge_slice USING gin (words);

CREATE TABLE knowledge_review (
  id bigint PRIMARY KEY,
  knowledge_id bigint NOT NULL REFERENCES knowledge ON DELETE CASCADE,
  document_name text NOT NULL,
  extension text NOT NULL,
  blob_key text NOT NULL,
  status smallint NOT NULL,
  problem jsonb,
  chunks jsonb NOT NULL DEFAULT '[]',
  settings jsonb NOT NULL DEFAULT '{}',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE knowledge_web (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  parent_id bigint REFERENCES knowledge_web ON DELETE CASCADE,
  url text NOT NULL,
  title text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  subpages smallint NOT NULL DEFAULT 0,
  format smallint NOT NULL DEFAULT 0,
  status smallint NOT NULL DEFAULT 0,
  problem jsonb,
  lease_until bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL
);
CREATE INDEX knowledge_web_parent ON knowledge_web (parent_id);
CREATE INDEX knowledge_web_waiting ON knowledge_web (lease_until) WHERE status = 0;

CREATE TABLE knowledge_case (
  id bigint PRIMARY KEY,
  knowledge_id bigint NOT NULL REFERENCES knowledge ON DELETE CASCADE,
  question text NOT NULL,
  -- Slices may be cut anew: what is expected is text, and the document it stands in.
  expected jsonb NOT NULL DEFAULT '[]',
  settings jsonb NOT NULL DEFAULT '{}',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX knowledge_case_of ON knowledge_case (knowledge_id, id);

CREATE TABLE knowledge_case_run (
  id bigint PRIMARY KEY,
  knowledge_id bigint NOT NULL REFERENCES knowledge ON DELETE CASCADE,
  total integer NOT NULL,
  hits integer NOT NULL,
  results jsonb NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE knowledge_search_engine (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  config text NOT NULL,
  updated_at bigint NOT NULL
);
