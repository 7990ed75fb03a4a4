import { PGlite } from '@electric-sql/pglite'
import { vector as pgvector } from '@electric-sql/pglite-pgvector'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { chooseSearch } from './choose-search.ts'
import { normalised } from './vector-block.ts'
import { createExactSearch, type Vectors } from './vectors.ts'

/**
 * Runs the same tests for two drivers of one port: the scan in a worker on the PostgreSQL that ships with the product,
 * and the index of a real pgvector, in a PostgreSQL that runs in this process.
 */
const [SIZE, DOCUMENTS, ROWS] = [32, 20, 2000]
const source = {
  documentTable: 'paper',
  documentsSql: 'SELECT id::text AS id, model, edition::text AS edition, 0 AS rows FROM paper WHERE collection = $1',
  rowsSql: `SELECT p.id::text AS id, p.document_id::text AS document_id, p.sequence, 1 AS length, '' AS words, p.vector FROM piece p
    WHERE p.document_id = ANY($1::bigint[]) AND (p.document_id, p.sequence) > ($2::bigint, $3::int) ORDER BY p.document_id, p.sequence LIMIT $4`,
  vectorsSql: 'SELECT id::text AS id, vector FROM piece WHERE id = ANY($1::bigint[]) AND $2 = $2',
  collectionsSql: 'SELECT DISTINCT collection::text AS id FROM paper WHERE collection = ANY($1::bigint[])',
}
interface Database {
  query(text: string, values?: unknown[]): Promise<{ rows: never[] }>
}
const documentOf = (id: number) => 1 + (id % DOCUMENTS)
function vectorOf(seed: number): Float32Array {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((twice ^ (twice >>> 14)) >>> 0) / 4_294_967_296
  }
  return normalised(Array.from({ length: SIZE }, () => next() - 0.5))
}
const bytes = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, item, at) => sum + item * b[at]!, 0)

async function fill(database: Database) {
  await database.query('CREATE TABLE paper (id bigint PRIMARY KEY, collection bigint, model text, edition bigint)')
  await database.query(
    'CREATE TABLE piece (id bigint PRIMARY KEY, document_id bigint REFERENCES paper ON DELETE CASCADE, sequence int, vector bytea)',
  )
  for (let id = 1; id <= DOCUMENTS; id += 1) await database.query("INSERT INTO paper VALUES ($1, 7, 'm', 1)", [id])
  const ids = Array.from({ length: ROWS }, (_, at) => at + 1)
  await database.query('INSERT INTO piece SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::bytea[])', [
    ids,
    ids.map(documentOf),
    ids,
    ids.map((id) => bytes(vectorOf(id))),
  ])
}

interface Driver {
  database: Database
  vectors: Vectors
  close(): Promise<void>
}
async function openExact(): Promise<Driver> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl').replace('/orrery?', '/postgres?') })
  await admin.connect()
  await admin.query('DROP DATABASE IF EXISTS vector_drivers WITH (FORCE)')
  await admin.query('CREATE DATABASE vector_drivers')
  await admin.end()
  const url = inject('postgresUrl').replace('/orrery?', '/vector_drivers?')
  const pool = new pg.Pool({ connectionString: url })
  const exact = createExactSearch({ ...source, url }, () => ({ search: () => Promise.resolve([]) }))
  const { vectors } = chooseSearch(exact, pool, source, exact.words, createLog({ level: 'silent' }))
  return {
    database: pool as never,
    vectors,
    close: async () => void (await Promise.all([exact.close(), pool.end()])),
  }
}
async function openPgvector(): Promise<Driver> {
  const lite = await PGlite.create({ extensions: { vector: pgvector } })
  const query = (text: string, values?: unknown[]) => lite.query(text, values) as never
  const pool = { query, connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
  const none = { search: () => Promise.reject(new Error('the scan was asked')) }
  const { vectors } = chooseSearch({ vectors: none, words: none }, pool, source, none, createLog({ level: 'silent' }))
  return { database: { query }, vectors, close: () => lite.close() }
}

describe.each([
  ['the scan in a worker', openExact, 1],
  ['pgvector', openPgvector, 0.9],
] as const)('%s', (_, open, recall) => {
  let driver: Driver
  const ask = (version: number, vector: Float32Array, rest: { documents?: string[]; model?: string } = {}) =>
    driver.vectors.search({ collection: '7', model: 'm', version: String(version), vector, text: '', k: 10, ...rest })
  beforeAll(async () => {
    driver = await open()
    await fill(driver.database)
  })
  afterAll(() => driver.close())

  test('finds the nearest rows, with and without a filter', async () => {
    let [same, total] = [0, 0]
    for (const seed of [5001, 5002, 5003, 5004, 5005])
      for (const documents of [undefined, ['3', '4']]) {
        const found = await ask(1, vectorOf(seed), documents && { documents })
        const right = Array.from({ length: ROWS }, (__, at) => at + 1)
          .filter((id) => !documents || documents.includes(String(documentOf(id))))
          .map((id) => ({ id: String(id), score: cosine(vectorOf(seed), vectorOf(id)) }))
          .toSorted((a, b) => b.score - a.score)
          .slice(0, 10)
        expect(found).toHaveLength(10)
        if (documents) expect(found.every(({ id }) => documents.includes(String(documentOf(Number(id)))))).toBe(true)
        same += found.filter((hit) => right.some((item) => item.id === hit.id)).length
        total += right.length
      }
    expect(same / total).toBeGreaterThanOrEqual(recall)
  })
  test('scores are cosines, best first', async () => {
    const found = await ask(1, vectorOf(42))
    expect(found[0]!.id).toBe('42')
    for (const { id, score } of found) expect(score).toBeCloseTo(cosine(vectorOf(42), vectorOf(Number(id))), 4)
    expect(found.map((hit) => hit.score)).toEqual(found.map((hit) => hit.score).toSorted((a, b) => b - a))
  })
  test('follows new versions of the collection: changed, deleted and new documents', async () => {
    const { database } = driver
    await database.query('DELETE FROM piece WHERE id = 42')
    await database.query('UPDATE piece SET vector = $1 WHERE id = 62', [bytes(vectorOf(9000))])
    await database.query('UPDATE paper SET edition = 2 WHERE id = $1', [documentOf(42)])
    await database.query('DELETE FROM paper WHERE id = $1', [documentOf(44)])
    await database.query("INSERT INTO paper VALUES (99, 7, 'm', 1)")
    await database.query('INSERT INTO piece VALUES (9001, 99, 1, $1)', [bytes(vectorOf(9001))])
    expect((await ask(2, vectorOf(42))).map((hit) => hit.id)).not.toContain('42')
    expect((await ask(2, vectorOf(9000)))[0]!.id).toBe('62')
    expect((await ask(2, vectorOf(44))).map((hit) => documentOf(Number(hit.id)))).not.toContain(documentOf(44))
    expect((await ask(2, vectorOf(9001)))[0]!.id).toBe('9001')
    expect((await ask(2, vectorOf(63)))[0]!.id).toBe('63')
  })
  test('excludes other collections, models and vector lengths, and rows without a vector', async () => {
    await driver.database.query("INSERT INTO paper VALUES (100, 8, 'm', 1)")
    await driver.database.query('INSERT INTO piece VALUES (9002, 100, 1, NULL)')
    const other = { collection: '8', model: 'm', version: '1', vector: vectorOf(1), text: '', k: 5 }
    expect(await driver.vectors.search(other)).toEqual([])
    expect(await ask(2, vectorOf(1), { model: 'n' })).toEqual([])
    expect(await ask(2, new Float32Array(8).fill(0.1))).toEqual([])
  })
})
