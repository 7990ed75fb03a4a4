import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Pack } from 'tar-stream'
import type { Blobs } from '#kit/blobs/blobs.ts'
import { sections } from './takeout-sections.ts'

/** Rows that the person has in tables of spaces; the database domain finds them. */
interface TableRows {
  table: string
  name: string
  isDraft: boolean
  rows: Record<string, unknown>[]
}
export interface ArchiveSource {
  client: pg.PoolClient
  blobs: Blobs
  userId: string
  requestedAt: number
  tableRows(userId: string): AsyncIterable<TableRows>
}
const PART = 5000

/** Converts long numbers to strings: ids have up to 19 digits, more than many JSON readers preserve. */
const withTextIds = (row: string) => row.replaceAll(/(?<!\\)": (\d{16,})(?=[,}])/g, '": "$1"')

function add(archive: Pack, name: string, content: string): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name }, content, (cause) => (cause ? reject(cause) : resolve()))
  })
}

/** Writes all sections completely; a long one is split over several files. */
export async function writeArchive(archive: Pack, source: ArchiveSource): Promise<void> {
  const { client, userId } = source
  const counts: Record<string, number> = {}
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // Without the views: resources in the bin belong to the person, too.
  await client.query('SET LOCAL search_path = public')
  for (const { name, table, where, without = [] } of sections) {
    await client.query({
      text: `DECLARE rows CURSOR FOR SELECT (to_jsonb(t) - $2::text[])::text AS row FROM ${table} t WHERE ${where}`,
      values: [userId, without],
    })
    counts[name] = 0
    for (let part = 1; ; part += 1) {
      const { rows } = await client.query<{ row: string }>(`FETCH ${PART} FROM rows`)
      counts[name] += rows.length
      if (part > 1 && rows.length === 0) break
      const content = `[\n${rows.map(({ row }) => withTextIds(row)).join(',\n')}\n]\n`
      await add(archive, part === 1 ? `${name}.json` : `${name}-${part}.json`, content)
      if (rows.length < PART) break
    }
    await client.query('CLOSE rows')
  }
  const { rows: files } = await client.query<{ key: string; name: string }>(
    'SELECT key, name FROM upload WHERE user_id = $1 AND state = 1 ORDER BY created_at',
    [userId],
  )
  await client.query('COMMIT')
  for await (const { table, name, isDraft, rows } of source.tableRows(userId))
    await add(
      archive,
      `table_rows/${table}${isDraft ? '-draft' : ''}.json`,
      `${JSON.stringify({ table, name, is_draft: isDraft, rows }, null, 2)}\n`,
    )
  for (const { key, name } of files) await addFile(archive, source.blobs, key, name)
  await add(archive, 'contents.json', `${JSON.stringify({ requested_at: source.requestedAt, counts }, null, 2)}\n`)
}

/** Adds a file under its key, which the other files refer to, followed by its name. */
async function addFile(archive: Pack, blobs: Blobs, key: string, name: string): Promise<void> {
  const blob = await blobs.get(key)
  if (!blob) return
  const safe = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(0, 100)
  const path = `files/${key.replaceAll('/', '_')}${safe && `/${safe}`}`
  await pipeline(blob.stream(), archive.entry({ name: path, size: blob.size }))
}
