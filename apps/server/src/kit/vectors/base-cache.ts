import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createBaseRows, type BaseRows } from './base-rows.ts'
import type { CacheFiles } from './cache-file.ts'
import { vectorsOf } from './stored-vectors.ts'
import type { RowSource } from './vectors.ts'

interface Held {
  version: string
  rows: BaseRows
  usedAt: number
  /** Value of the change counter when the base was last written to disk. */
  savedChanges: number
}
interface DocumentState {
  id: string
  edition: string
  model: string
  /** Approximate number of rows. */
  rows: number
}
interface RowRead {
  id: string
  document_id: string
  sequence: number
  length: number
  words: string
  vector: Buffer | null
}
/** Above this size, the least recently used bases are evicted; a single base may be larger. */
const MAX_BYTES = 1024 * 1024 * 1024
/** Each base reserves address space, even when it uses little memory. */
const MAX_BASES = 64
/** Larger reads are done in the background. */
const MAX_WAIT_ROWS = 4000
/** Smaller bases are read from the database as quickly as from a file. */
const MIN_SAVED_ROWS = 4000
const MAX_SAVED_BYTES = 8 * 1024 * 1024 * 1024
const SAVE_AFTER_MS = 3000
const [DOCUMENTS, PAGE] = [20, 500]
/** Background reading pauses half as long as it works, to leave CPU and database to requests. */
const PAUSE_SHARE = 0.5
type Source = Pick<RowSource, 'documentsSql' | 'rowsSql' | 'collectionsSql'>

/** The rows of recently searched bases. They are saved in files, so that only changes are read after a restart. */
export function createBaseCache(pool: pg.Pool, { documentsSql, rowsSql, collectionsSql }: Source, files?: CacheFiles) {
  const held = new Map<string, Held>()
  const reading = new Map<string, Promise<void>>()
  // First removes the files of bases deleted in the meantime.
  let saving: Promise<unknown> = files ? sweep(files).catch(() => undefined) : Promise.resolve()

  async function open(collection: string): Promise<Held> {
    const known = held.get(collection)
    if (known) return known
    const made: Held = { version: '', rows: createBaseRows(), usedAt: 0, savedChanges: 0 }
    try {
      await files?.read(collection, made.rows.restore)
    } catch {
      // Unreadable files are read from the database again.
      made.rows = createBaseRows()
      await files?.remove(collection)
    }
    return made
  }
  /** Finds the documents that are missing for the requested version; drops deleted ones. */
  async function compare(base: Held, collection: string): Promise<{ missing: DocumentState[]; rows: number }> {
    const { rows: states } = await pool.query<DocumentState>(documentsSql, [collection])
    const wanted = new Map(states.map((state) => [state.id, state.edition]))
    for (const [id, { edition }] of base.rows.documents) if (wanted.get(id) !== edition) base.rows.drop(id)
    if (base.rows.isStale()) Object.assign(base, { rows: createBaseRows(), savedChanges: 0 })
    const missing = states.filter((state) => !base.rows.documents.has(state.id))
    return { missing, rows: missing.reduce((sum, state) => sum + state.rows, 0) }
  }
  async function read(rows: BaseRows, states: DocumentState[]) {
    const all = new Map(states.map((state) => [state.id, state]))
    for (let after = ['0', 0] as [string, number]; ;) {
      const page = (await pool.query<RowRead>(rowsSql, [[...all.keys()], ...after, PAGE])).rows
      for (const { id, document_id, length, words, vector } of page) {
        const state = all.get(document_id)!
        if (!rows.documents.has(document_id)) rows.open(document_id, state.edition, state.model)
        rows.push(document_id, { id, length, words, vectors: vector ? vectorsOf(vector, state.model) : [] })
      }
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      after = [last.document_id, last.sequence]
    }
    for (const { id, edition, model } of states) if (!rows.documents.has(id)) rows.open(id, edition, model)
  }
  async function readAll(base: Held, collection: string, version: string, missing: DocumentState[], pauses = 0) {
    try {
      for (let at = 0; at < missing.length; at += DOCUMENTS) {
        const begun = performance.now()
        await read(base.rows, missing.slice(at, at + DOCUMENTS))
        if (pauses) await sleep(pauses * (performance.now() - begun))
      }
    } catch (cause) {
      // A document may have been read only partially.
      held.delete(collection)
      throw cause
    }
    base.version = version
    base.usedAt = performance.now()
    held.set(collection, base)
    evict(collection)
    const changed = base.rows.changes() - base.savedChanges
    if (base.rows.size() > MIN_SAVED_ROWS && changed > base.rows.size() / 20)
      setTimeout(save, SAVE_AFTER_MS, collection)
  }
  function evict(kept: string) {
    const byUse = [...held].filter(([id]) => id !== kept).sort((a, b) => a[1].usedAt - b[1].usedAt)
    let bytes = [...held.values()].reduce((sum, item) => sum + item.rows.bytes(), 0)
    for (const [id, item] of byUse) {
      if (bytes <= MAX_BYTES && held.size <= MAX_BASES) return
      held.delete(id)
      bytes -= item.rows.bytes()
    }
  }
  function save(collection: string) {
    saving = saving.then(() => write(collection)).catch(() => undefined)
  }
  async function write(collection: string) {
    const base = held.get(collection)
    if (!base || !files) return
    const { rows } = base
    const changes = rows.changes()
    if (changes === base.savedChanges) return
    const { head, parts } = rows.held()
    const isStill = () => held.has(collection) && rows.changes() === changes
    if (await files.write(collection, head, parts, isStill)) base.savedChanges = changes
    await sweep(files)
  }
  /** Removes the files of deleted bases, and the oldest ones above the size limit. */
  async function sweep(kept: CacheFiles) {
    const all = await kept.list()
    const { rows } = await pool.query<{ id: string }>(collectionsSql, [all.map((file) => file.name)])
    const alive = new Set(rows.map((row) => row.id))
    let bytes = 0
    for (const { name, bytes: size } of all)
      if (!alive.has(name) || (bytes += size) > MAX_SAVED_BYTES) await kept.remove(name)
  }

  return {
    /** The rows at the requested version; undefined while more rows must be read than a query can wait for. */
    async current(collection: string, version: string): Promise<BaseRows | undefined> {
      if (reading.has(collection)) return undefined
      const base = await open(collection)
      base.usedAt = performance.now()
      if (base.version === version && held.has(collection)) return base.rows
      const { missing, rows } = await compare(base, collection)
      if (rows <= MAX_WAIT_ROWS) {
        await readAll(base, collection, version, missing)
        return base.rows
      }
      const work = readAll(base, collection, version, missing, PAUSE_SHARE)
      reading.set(
        collection,
        work.catch(() => undefined).finally(() => reading.delete(collection)),
      )
      return undefined
    },
  }
}
