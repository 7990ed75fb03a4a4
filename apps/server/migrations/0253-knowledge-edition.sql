-- Counts the changes of a document's live slices: who holds them in memory reads only those documents anew whose number moved.
ALTER TABLE knowledge_document ADD COLUMN edition bigint NOT NULL DEFAULT 1;
ALTER TABLE knowledge_slice DROP COLUMN changed;
