-- The large pieces of documents that are searched by small ones: what is found is the small one, what is given is the large one.
CREATE TABLE knowledge_parent (
  id bigint PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES knowledge_document ON DELETE CASCADE,
  generation integer NOT NULL,
  sequence integer NOT NULL,
  content text NOT NULL
);
CREATE INDEX knowledge_parent_of ON knowledge_parent (document_id, generation, sequence);

ALTER TABLE knowledge_slice ADD COLUMN parent_id bigint;
ALTER TABLE knowledge_slice ADD COLUMN page integer NOT NULL DEFAULT 0;
