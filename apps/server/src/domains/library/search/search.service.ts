import { type SearchKind, searchKinds } from '@orrery/contract'
import type pg from 'pg'
import { quoteLexeme, segment } from '#kit/segment/segment.ts'
import { likeText } from '#kit/db.ts'

export interface SearchRow {
  id: string
  kind: SearchKind
  subType: number
  name: string
  description: string
  body: string
  iconUri: string
  spaceId: string
  spaceName: string
  projectId: string
  parentId: string
  updatedAt: number
}
export interface SearchRequest {
  userId: string
  word: string
  spaceId?: string | undefined
  kinds: readonly SearchKind[]
  size: number
}
const MAX_TERMS = 12
/** Candidates from which the best of each kind are chosen; a query with more hits is too unspecific. */
const MAX_FOUND = 2000

const mine = 'JOIN space_member m ON m.space_id = r.space_id AND m.user_id = $1 JOIN space s ON s.id = r.space_id'
const columns = `r.id::text AS id, r.kind, r.sub_type AS "subType", r.name, r.description, r.icon_uri AS "iconUri",
  r.space_id::text AS "spaceId", s.name AS "spaceName", coalesce(r.project_id::text, '') AS "projectId", r.updated_at::float8 AS "updatedAt"`
/** Ranks name matches first, then by last change. Reads the columns only of the rows that are returned. */
const headsSql = (from: string, score: string) => `WITH hit AS (
    SELECT r.id, r.kind, r.updated_at,
      (CASE WHEN lower(r.name) = lower($4) THEN 4 WHEN r.name ILIKE $5 THEN 2 ELSE 0 END)${score} AS score
    FROM ${from} WHERE ($2::bigint IS NULL OR r.space_id = $2) AND r.kind = ANY($6::text[])
    LIMIT ${MAX_FOUND}
  ), ranked AS (SELECT hit.*, row_number() OVER (PARTITION BY kind ORDER BY score DESC, updated_at DESC, id) AS place FROM hit)
  SELECT ${columns}, coalesce(e.body, '') AS body, '' AS "parentId"
  FROM ranked k JOIN resource r ON r.id = k.id JOIN space s ON s.id = r.space_id LEFT JOIN search_entry e ON e.resource_id = r.id
  WHERE k.place <= $7 ORDER BY k.kind, k.place`
const byWordsSql = headsSql(
  `(SELECT resource_id, words FROM search_entry WHERE words @@ $3::tsquery) e JOIN resource r ON r.id = e.resource_id ${mine}`,
  ' + ts_rank(e.words, $3::tsquery)',
)
/** Matches parts of words in names, which the full-text index cannot find. */
const byNameSql = headsSql(`(SELECT * FROM resource WHERE name ILIKE $5 AND $3::text IS NOT NULL) r ${mine}`, '')
const documentsSql = `SELECT DISTINCT ON (d.id) d.id::text AS id, 'document' AS kind, d.format AS "subType", d.name, '' AS description, sl.content AS body, '' AS "iconUri",
    r.space_id::text AS "spaceId", s.name AS "spaceName", coalesce(r.project_id::text, '') AS "projectId", r.id::text AS "parentId", d.updated_at::float8 AS "updatedAt"
  FROM knowledge_slice sl JOIN knowledge_document d ON d.id = sl.document_id AND d.live_generation = sl.generation
    JOIN resource r ON r.id = sl.knowledge_id ${mine}
  WHERE ($2::bigint IS NULL OR r.space_id = $2) AND sl.status = 1 AND d.status IN (1, 4, 5) AND sl.words @@ $3::tsquery
  ORDER BY d.id, ts_rank(sl.words, $3::tsquery) DESC LIMIT $4`

/** Full-text search over everything a person may see. Never counts, names or hints at anything else. */
export function createSearchService({ pool }: { pool: pg.Pool }) {
  return {
    async find(input: SearchRequest): Promise<{ kind: SearchKind; rows: SearchRow[]; hasMore: boolean }[]> {
      const terms = [...new Set(segment(input.word))].slice(0, MAX_TERMS)
      // The last word may be incomplete: match it as a prefix.
      const query = terms.map((term, at) => quoteLexeme(term) + (at === terms.length - 1 ? ':*' : '')).join(' & ')
      const like = likeText(input.word)
      const heads = input.kinds.filter((kind) => kind !== 'document')
      const common = [input.userId, input.spaceId ?? null, query]
      const findHeads = async () => {
        if (!heads.length) return { rows: [] as SearchRow[] }
        const given = [...common, input.word, like, heads, input.size + 1]
        const byWords = query ? await pool.query<SearchRow>(byWordsSql, given) : undefined
        return byWords?.rows.length ? byWords : pool.query<SearchRow>(byNameSql, given)
      }
      const [found, documents] = await Promise.all([
        findHeads(),
        input.kinds.includes('document') && query
          ? pool.query<SearchRow>(documentsSql, [...common, input.size + 1])
          : { rows: [] as SearchRow[] },
      ])
      const all = [...found.rows, ...documents.rows]
      return searchKinds.flatMap((kind) => {
        const rows = all.filter((row) => row.kind === kind)
        return rows.length ? [{ kind, rows: rows.slice(0, input.size), hasMore: rows.length > input.size }] : []
      })
    },
    /** The words to highlight in results. */
    wordsOf: (word: string) => [...new Set([word.trim(), ...segment(word)])],
  }
}
export type SearchService = ReturnType<typeof createSearchService>
