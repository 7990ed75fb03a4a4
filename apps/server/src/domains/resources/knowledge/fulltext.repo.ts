import type pg from 'pg'
import { quoteLexeme } from '#kit/segment/segment.ts'
import type { WordHit, Wordings, WordQuery, Words } from '#kit/vectors/vectors.ts'
import { bestOf, questionTerms, weighWords } from '#kit/vectors/word-weights.ts'

const live = `FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id AND d.live_generation = s.generation
  WHERE s.knowledge_id = ANY($1::bigint[]) AND s.status = 1 AND d.status IN (1, 4, 5)`
/** Maximum number of slices counted per word and ranked per question. */
const CANDIDATES = 2000
const COMMON_TTL_MS = 10 * 60_000

/**
 * Full-text search in the database, for bases too large to hold in memory. Similar to BM25, over the slices with the
 * rarest words of the question. Common words affect the score, but slices are not selected by them while there are
 * rarer ones.
 */
export function createFulltextRepo(pool: pg.Pool, wordings: Wordings): Words {
  /** The share of all slices that contain each common word, from the statistics of the database. */
  let common: Promise<Map<string, number>> | undefined
  async function countCommon(): Promise<Map<string, number>> {
    const { rows } = await pool.query<{ word: string; share: number }>(
      `SELECT word, share FROM pg_stats, LATERAL unnest(most_common_elems::text::text[], most_common_elem_freqs) AS t(word, share)
       WHERE schemaname = 'public' AND tablename = 'knowledge_slice' AND attname = 'words' AND word IS NOT NULL`,
    )
    setTimeout(() => (common = undefined), COMMON_TTL_MS).unref()
    return new Map(rows.map(({ word, share }) => [word, share]))
  }
  async function frequencies(knowledgeIds: string[], terms: string[]) {
    const known = await (common ??= countCommon().catch(() => new Map<string, number>()))
    // One parameter per word, because only then can the planner estimate its frequency and use the index.
    const counts = terms.map(
      (_, at) =>
        `(SELECT count(*) FROM (SELECT 1 FROM knowledge_slice WHERE knowledge_id = ANY($1::bigint[]) AND words @@ $${at + 2}::tsquery LIMIT ${CANDIDATES}) AS counted)`,
    )
    const { rows } = await pool.query<{ total: string; counts: string[] }>(
      `SELECT (SELECT coalesce(sum(slice_count), 0) FROM knowledge_document WHERE knowledge_id = ANY($1::bigint[])) AS total,
        ARRAY[${counts.join(', ')}] AS counts`,
      [knowledgeIds, ...terms.map(quoteLexeme)],
    )
    const total = Number(rows[0]!.total)
    // A word that exceeds the counting limit is assumed to be as frequent as in all bases; its weight is small anyway.
    const whole = (n: number, term: string) =>
      n < CANDIDATES ? n : Math.min(total, Math.max(n, Math.round((known.get(term) ?? 0) * total)))
    return { total, counts: rows[0]!.counts.map((n, at) => whole(Number(n), terms[at]!)) }
  }
  async function byTerms(ids: string[], terms: string[], k: number, documents?: string[]): Promise<WordHit[]> {
    if (!terms.length || !ids.length) return []
    const { total, counts } = await frequencies(ids, terms)
    const { present, whole } = weighWords(terms, counts, total)
    if (!present.length) return []
    const byRarity = present.toSorted((a, b) => a.count - b.count)
    let reach = 0
    const leading = byRarity.filter(({ count }, at) => (reach += count) <= CANDIDATES || at === 0)
    const { rows } = await pool.query<{ id: string; score: number; matched: string[] }>(
      `WITH found AS MATERIALIZED (
           SELECT s.id, s.words, s.word_count ${live} AND s.words @@ $2::tsquery AND ($3::bigint[] IS NULL OR s.document_id = ANY($3::bigint[])) LIMIT ${10 * CANDIDATES}
         ), mean AS (SELECT greatest(avg(word_count), 1) AS length FROM found)
         SELECT f.id::text AS id, r.matched,
           r.score / $6::float8 / greatest(1, 0.9 + 0.1 * f.word_count / mean.length) AS score
         FROM found f, mean, LATERAL (
           SELECT sum(idf * (0.5 + 5 * ts_rank(f.words, q::tsquery))) AS score, array_agg(q) AS matched
           FROM unnest($4::text[], $5::float8[]) AS t(q, idf) WHERE f.words @@ q::tsquery
         ) r ORDER BY score DESC, f.id LIMIT $7`,
      [
        ids,
        leading.map(({ term }) => quoteLexeme(term)).join(' | '),
        documents ?? null,
        present.map(({ term }) => quoteLexeme(term)),
        present.map((item) => item.weight),
        whole,
        k,
      ],
    )
    return rows.map((row) => ({
      id: row.id,
      score: Math.min(1, Number(row.score)),
      matched: row.matched.map((word) => word.slice(1, -1).replaceAll("''", "'")),
    }))
  }
  return {
    async search({ collections, text, k, documents }: WordQuery): Promise<WordHit[]> {
      const ids = collections.map((collection) => collection.id)
      const found: WordHit[][] = []
      for (const words of await wordings(text)) found.push(await byTerms(ids, questionTerms(words), k, documents))
      return bestOf(found, k)
    },
  }
}
