import { createHash } from 'node:crypto'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { NodeRecord } from './node-record.ts'
import { packRecords } from './packed-records.ts'
import { type BlobValue, isBlobValue } from './run-types.ts'

/** Records of at most this size in total stay in the row. In larger ones, values above this size become blobs. */
const MAX_INLINE = 32 * 1024
const MAX_TOTAL = 256 * 1024
const SHOWN = 4 * 1024

/** Keeps rows small: large values are stored as blobs, and only their beginnings stay in the database. */
export function createBigValues(blobs: Blobs) {
  async function put(runId: string, text: string): Promise<BlobValue> {
    const key = `runs/${runId}/${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    await blobs.put(key, Buffer.from(text), 'application/json')
    return { $blob: key, size: Buffer.byteLength(text), begins: text.slice(0, SHOWN) }
  }

  async function shrink(runId: string, value: unknown, limit: number): Promise<unknown> {
    if (value === undefined || isBlobValue(value)) return value
    const text = JSON.stringify(value)
    return text.length <= limit ? value : put(runId, text)
  }

  return {
    /** Serialises the records for the row, and stores their large values as blobs. */
    async pack(runId: string, records: readonly NodeRecord[]): Promise<{ text: string; keys: string[]; size: number }> {
      let text = packRecords(records)
      if (text.length <= MAX_INLINE) return { text, keys: [], size: text.length }
      const limit = text.length <= MAX_TOTAL ? MAX_INLINE : Math.max(1024, Math.floor(MAX_TOTAL / (records.length * 2)))
      const small: NodeRecord[] = []
      for (const record of records) {
        const input = await shrink(runId, record.input, limit)
        const copy = { ...record, input, output: await shrink(runId, record.output, limit) }
        if (record.text !== undefined) copy.text = (await shrink(runId, record.text, limit)) as string
        if (record.raw !== undefined) copy.raw = (await shrink(runId, record.raw, limit)) as string
        small.push(copy)
      }
      text = packRecords(small)
      const stored = small.flatMap((item) => [item.input, item.output, item.text, item.raw]).filter(isBlobValue)
      const size = stored.reduce((sum, item) => sum + item.size, text.length)
      return { text, keys: [...new Set(stored.map((item) => item.$blob))], size }
    },
    /** Packs the input or output of a run. */
    async packText(runId: string, text: string): Promise<{ text: string; keys: string[]; size: number }> {
      if (text.length <= MAX_TOTAL) return { text, keys: [], size: text.length }
      const stored = await put(runId, text)
      return { text: JSON.stringify(stored), keys: [stored.$blob], size: stored.size }
    },
    async unpackText(text: string): Promise<string> {
      if (!text.startsWith('{"$blob":')) return text
      const stored = JSON.parse(text) as BlobValue
      const blob = await blobs.get(stored.$blob)
      return blob ? Buffer.from(await blob.bytes()).toString() : stored.begins
    },
    /** Resolves a value; reads it from the blob store if necessary. */
    async full(value: unknown): Promise<unknown> {
      if (!isBlobValue(value)) return value
      const blob = await blobs.get(value.$blob)
      return blob ? (JSON.parse(Buffer.from(await blob.bytes()).toString()) as unknown) : undefined
    },
    async drop(keys: readonly string[]): Promise<void> {
      for (const key of keys) await blobs.delete(key)
    },
  }
}
export type BigValues = ReturnType<typeof createBigValues>
