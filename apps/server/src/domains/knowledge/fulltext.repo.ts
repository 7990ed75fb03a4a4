import type pg from 'pg'
import { quoteLexeme } from '../../kit/segment/segment.ts'

export interface WordHit {
  id: string
  score: number
  matched: string[]
}
const live = `FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id AND d.live_generation = s.generation
  WHERE s.knowledge_id = ANY($1::bigint[]) AND s.status = 1 AND d.status IN (1, 4, 5)`
const MAX_TERMS = 24

/**
 * Search by words, in the manner of BM25: a rare word counts more than a common one, a second occurrence less than the first, and a
 * long slice less than a short one. The score is the share of the question's weight that a slice answers to, so it is 0..1.
 */
export function createFulltextRepo(pool: pg.Pool) {
  async function frequencies(knowledgeIds: string[], terms: string[]) {
    // Each word is a parameter of its own: only then does the planner know how rare it is, and asks the index.
    const counts = terms.map(
      (_, at) =>
        `(SELECT count(*) FROM knowledge_slice WHERE knowledge_id = ANY($1::bigint[]) AND words @@ $${at + 2}::tsquery)`,
    )
    const { rows } = await pool.query<{ total: string; counts: string[] }>(
      `SELECT (SELECT coalesce(sum(slice_count), 0) FROM knowledge_document WHERE knowledge_id = ANY($1::bigint[])) AS total,
        ARRAY[${counts.join(', ')}] AS counts`,
      [knowledgeIds, ...terms.map(quoteLexeme)],
    )
    return { total: Number(rows[0]!.total), counts: rows[0]!.counts.map(Number) }
  }
  return {
    async search(knowledgeIds: string[], words: string[], k: number, documentIds?: string[]): Promise<WordHit[]> {
      const terms = [...new Set(words)].slice(0, MAX_TERMS)
      if (!terms.length || !knowledgeIds.length) return []
      const { total, counts } = await frequencies(knowledgeIds, terms)
      const idf = counts.map((n) => Math.log(1 + (total - n + 0.5) / (n + 0.5)))
      // A word that occurs nowhere still weighs in the question, but half: it may be a mere turn of phrase.
      const weight = idf.map((value, at) => (counts[at] ? value : value / 2))
      const sum = weight.reduce((a, b) => a + Math.max(0, b), 0)
      const present = terms.flatMap((term, at) =>
        counts[at] ? [{ term, idf: Math.max(0.01, idf[at]!), n: counts[at] }] : [],
      )
      if (!present.length || sum <= 0) return []
      const rare = present.filter(({ n }) => n <= Math.max(2000, total * 0.3))
      const gate = (rare.length ? rare : present).map(({ term }) => quoteLexeme(term)).join(' | ')
      const { rows } = await pool.query<{ id: string; score: number; matched: string[] }>(
        `WITH found AS (
           SELECT s.id, s.words, s.word_count ${live} AND s.words @@ $2::tsquery AND ($3::bigint[] IS NULL OR s.document_id = ANY($3::bigint[])) LIMIT 20000
         ), mean AS (SELECT greatest(avg(word_count), 1) AS length FROM found)
         SELECT f.id::text AS id, r.matched,
           r.score / $6::float8 / greatest(1, 0.9 + 0.1 * f.word_count / mean.length) AS score
         FROM found f, mean, LATERAL (
           SELECT sum(idf * (0.5 + 5 * ts_rank(f.words, q::tsquery))) AS score, array_agg(q) AS matched
           FROM unnest($4::text[], $5::float8[]) AS t(q, idf) WHERE f.words @@ q::tsquery
         ) r ORDER BY score DESC, f.id LIMIT $7`,
        [
          knowledgeIds,
          gate,
          documentIds ?? null,
          present.map(({ term }) => quoteLexeme(term)),
          present.map((one) => one.idf),
          sum,
          k,
        ],
      )
      return rows.map((row) => ({
        id: row.id,
        score: Math.min(1, Number(row.score)),
        matched: row.matched.map((word) => word.slice(1, -1).replaceAll("''", "'")),
      }))
    },
  }
}
export type FulltextRepo = ReturnType<typeof createFulltextRepo>
