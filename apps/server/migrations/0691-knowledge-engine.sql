-- Bases that are indexed by a search engine as well: which one, and what it holds already.
ALTER TABLE knowledge ADD COLUMN storage_config_id bigint;
UPDATE knowledge SET storage_location = 0 WHERE storage_location <> 0;
CREATE TABLE knowledge_engine_state (
  knowledge_id bigint PRIMARY KEY REFERENCES knowledge ON DELETE CASCADE,
  place text NOT NULL,
  version bigint NOT NULL
);
CREATE TABLE knowledge_engine_document (
  knowledge_id bigint NOT NULL REFERENCES knowledge ON DELETE CASCADE,
  document_id bigint NOT NULL,
  edition text NOT NULL,
  PRIMARY KEY (knowledge_id, document_id)
);
