import pg from 'pg'
import { segment, toTsvector } from '../apps/server/src/kit/segment/segment.ts'
import { embedWindows } from '../apps/server/src/kit/vectors/offline-embedding.ts'

const stems =
  'harbour ledger copper meadow signal orchard turbine glacier parcel lantern contract voltage sparrow granite ferry invoice compass saffron velvet anchor'.split(
    ' ',
  )
const VOCABULARY = 20_000
/** Skips the commonest words of a language, which are not indexed. */
const FIRST_RANK = 30
const SLICE_WORDS = 80
const DOCUMENT_SLICES = 50
const BATCH = 1000

const wordAt = (rank: number) => `${stems[rank % stems.length]}${Math.floor(rank / stems.length)}`
/** Pseudo-random numbers, the same in every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
/** Draws a rank by Zipf's law: the second word is half as frequent as the first, and so on. */
const zipf = (share: number) => Math.floor(FIRST_RANK * (VOCABULARY / FIRST_RANK) ** share)
const textOf = (seed: number) => {
  const next = seededRandom(seed)
  return Array.from({ length: SLICE_WORDS }, () => wordAt(zipf(next()))).join(' ')
}
/** A common word, three medium ones, a rare one, and one that occurs in no slice. */
export const questionOf = (n: number) =>
  [40 + (n % 60), 400 + n, 1200 + n * 3, 4000 + n * 7, 12_000 + n * 11, VOCABULARY + n].map(wordAt).join(' ')

/**
 * Inserts slices with words and vectors directly, without an import, until there are `count`: documents of fifty
 * slices, half of them on each shelf. Rebuilds the word index afterwards, as a restore does.
 */
export async function fillSlices(url: string, knowledgeId: string, from: number, count: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("SET maintenance_work_mem = '256MB'")
  await client.query('DROP INDEX knowledge_slice_words')
  const { rows } = await client.query<{ created_by: string }>(
    'SELECT owner_id::text AS created_by FROM resource WHERE id = $1',
    [knowledgeId],
  )
  for (let at = from; at < count; at += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count - at) }, (_, n) => at + n + 1)
    const fresh = ids
      .filter((id) => (id - 1) % DOCUMENT_SLICES === 0)
      .map((id) => String(1 + (id - 1) / DOCUMENT_SLICES))
    await client.query(
      `INSERT INTO knowledge_document (id, knowledge_id, name, format, status, stage, progress, live_generation, embedding, settings, slice_count, created_by, created_at, updated_at)
       SELECT id, $1, 'document ' || id, 0, 1, 'ready', 100, 1, 'offline', jsonb_build_object('metadata', jsonb_build_object('shelf', CASE WHEN id % 2 = 0 THEN 'left' ELSE 'right' END)), ${DOCUMENT_SLICES}, $3, 1, 1 FROM unnest($2::bigint[]) AS t(id)`,
      [knowledgeId, fresh, rows[0]!.created_by],
    )
    const texts = ids.map(textOf)
    const words = texts.map(segment)
    await client.query(
      `INSERT INTO knowledge_slice (id, knowledge_id, document_id, generation, sequence, content, char_count, word_count, words, vector, created_at, updated_at)
       SELECT id, $1, 1 + (id - 1) / ${DOCUMENT_SLICES}, 1, 1 + (id - 1) % ${DOCUMENT_SLICES}, content, length(content), n, words::tsvector, vector, 1, 1
       FROM unnest($2::bigint[], $3::text[], $4::int[], $5::text[], $6::bytea[]) AS t(id, content, n, words, vector)`,
      [
        knowledgeId,
        ids,
        texts,
        words.map((tokens) => tokens.length),
        words.map(toTsvector),
        texts.map((text) => Buffer.from(embedWindows('', text)!.buffer)),
      ],
    )
  }
  await client.query('UPDATE knowledge SET version = version + 1 WHERE id = $1', [knowledgeId])
  await client.query('CREATE INDEX knowledge_slice_words ON knowledge_slice USING gin (words) WITH (fastupdate = off)')
  await client.query('ANALYZE knowledge_slice, knowledge_document')
  await client.end()
}
