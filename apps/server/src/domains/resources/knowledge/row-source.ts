/** The tables and columns from which the search reads slices and their vectors. */
export const rowSource = {
  documentTable: 'knowledge_document',
  documentsSql:
    "SELECT id::text AS id, embedding AS model, live_generation || '/' || edition || '/' || updated_at AS edition, slice_count AS rows FROM knowledge_document WHERE knowledge_id = $1 AND status IN (1, 4, 5) AND live_generation > 0",
  rowsSql: `SELECT s.id::text AS id, s.document_id::text AS document_id, s.sequence, s.word_count AS length, s.words::text AS words, s.vector
    FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id AND d.live_generation = s.generation
    WHERE s.document_id = ANY($1::bigint[]) AND (s.document_id, s.sequence) > ($2::bigint, $3::int) AND s.status = 1
    ORDER BY s.document_id, s.sequence LIMIT $4`,
  vectorsSql: `SELECT s.id::text AS id, s.vector FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id
    WHERE s.id = ANY($1::bigint[]) AND d.embedding = $2 AND s.vector IS NOT NULL`,
  collectionsSql: 'SELECT id::text AS id FROM knowledge WHERE id = ANY($1::bigint[])',
}
