import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBaseCache } from './base-cache.ts'
import { createCacheFiles } from './cache-file.ts'

/** Held rows of a database that counts reads. Each document has a hundred rows, a word and a direction of its own. */
const ROWS = 100
let dir: string
let papers: Map<number, number>
let read: number[]
const vectorOf = (document: number, row: number) => new Float32Array([document, row, 1, 0, 0])
const pool = {
  async query(sql: string, [first, after, afterRow, limit]: [string | string[], string, number, number]) {
    if (sql === 'collections') return { rows: papers.size ? [{ id: '7' }] : [] }
    if (sql === 'documents')
      return {
        rows: [...papers].map(([id, edition]) => ({
          id: String(id),
          edition: String(edition),
          model: 'm',
          rows: ROWS,
        })),
      }
    const rows = (first as string[])
      .flatMap((id) => Array.from({ length: ROWS }, (_, at) => ({ document_id: id, sequence: at + 1 })))
      .filter((row) => Number(row.document_id) * 1000 + row.sequence > Number(after) * 1000 + afterRow)
      .slice(0, limit)
    read.push(...new Set(rows.map((row) => Number(row.document_id))))
    return {
      rows: rows.map(({ document_id, sequence }) => ({
        id: String(Number(document_id) * 1000 + sequence),
        document_id,
        sequence,
        length: 2,
        words: `'all':1 'paper${document_id}':2`,
        vector: Buffer.from(vectorOf(Number(document_id), sequence).buffer),
      })),
    }
  },
} as unknown as pg.Pool
const sql = { documentsSql: 'documents', rowsSql: 'rows', collectionsSql: 'collections' }
const start = () => createBaseCache(pool, sql, createCacheFiles(dir))
type Bases = ReturnType<typeof start>
const untilHeld = (bases: Bases, version: string) =>
  vi.waitFor(async () => {
    const rows = await bases.current('7', version)
    expect(rows?.size()).toBe(papers.size * ROWS)
    return rows!
  })
const untilKept = (...names: string[]) => vi.waitFor(() => expect(readdirSync(dir)).toEqual(names))
const weigh = (term: string) => [{ term, weight: 1, count: 1 }]

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-held-'))
  papers = new Map(Array.from({ length: 60 }, (_, at) => [at + 1, 1]))
  read = []
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('a query does not wait for a large base, which is read in the background; a small one is read at once', async () => {
  const large = start()
  expect(await large.current('7', '1')).toBeUndefined()
  expect((await untilHeld(large, '1')).count('all')).toBe(60 * ROWS)
  papers = new Map([[1, 1]])
  expect((await start().current('7', '1'))?.size()).toBe(ROWS)
})

test('after a restart, only changes are read, and the rest is answered from the file', async () => {
  const before = await untilHeld(start(), '1')
  await untilKept('7.rows')
  expect(statSync(path.join(dir, '7.rows')).mode & 0o777).toBe(0o600)
  read = []
  papers.set(5, 2)
  papers.delete(6)
  papers.set(61, 1)
  const after = (await start().current('7', '2'))!
  expect([...new Set(read)].toSorted((a, b) => a - b)).toEqual([5, 61])
  expect(after.size()).toBe(60 * ROWS)
  expect(after.count('paper6')).toBe(0)
  expect(after.count('paper5')).toBe(ROWS)
  const question = vectorOf(30, 7)
  const wanted = ['30', '31']
  expect(after.nearest('m', question, 5, wanted)).toEqual(before.nearest('m', question, 5, wanted))
  expect(after.byWords(weigh('paper30'), 1, 2, 200)).toEqual(before.byWords(weigh('paper30'), 1, 2, 200))
  expect(after.nearest('m', vectorOf(61, 100), 1)[0]!.id).toBe('61100')
})

test('a truncated file is discarded, and the base is read again', async () => {
  await untilHeld(start(), '1')
  await untilKept('7.rows')
  const file = path.join(dir, '7.rows')
  truncateSync(file, statSync(file).size - 100)
  read = []
  const bases = start()
  expect(await bases.current('7', '1')).toBeUndefined()
  await untilHeld(bases, '1')
  expect(new Set(read).size).toBe(60)
})

test('nothing of a deleted base is kept', async () => {
  await untilHeld(start(), '1')
  await untilKept('7.rows')
  papers.clear()
  start()
  await untilKept()
})
