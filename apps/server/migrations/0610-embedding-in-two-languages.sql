-- The built-in embedding knows Chinese now and stores a vector for every stretch of a slice. What the earlier one made is kept under
-- another name, answers until it was indexed again, and is indexed again in the background.
ALTER TABLE knowledge_document ADD COLUMN is_understood boolean NOT NULL DEFAULT true;
UPDATE knowledge_document SET embedding = 'offline-1', edition = edition + 1 WHERE embedding = 'offline';
UPDATE knowledge SET version = version + 1 WHERE id IN (SELECT knowledge_id FROM knowledge_document WHERE embedding = 'offline-1');
CREATE INDEX knowledge_document_embedding ON knowledge_document (embedding) WHERE embedding = 'offline-1';
UPDATE memory_item SET model = '', vector = NULL WHERE model = 'offline';
UPDATE filebox_piece SET model = 'offline-1' WHERE model = 'offline';
