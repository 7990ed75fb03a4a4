import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { ParseFailure } from './document-errors.ts'

const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 500
/** All columns together, unpacked. */
const MAX_BYTES = 512 * 1_048_576
const ROWS_AT_ONCE = 5000

/** A page may unpack to at most the limit of the whole file. */
const unpack = (open: (bytes: Uint8Array, limit: { maxOutputLength: number }) => Buffer) => (bytes: Uint8Array) =>
  new Uint8Array(open(bytes, { maxOutputLength: MAX_BYTES }))
const compressors = {
  GZIP: unpack(gunzipSync),
  BROTLI: unpack(brotliDecompressSync),
  ZSTD: unpack(zstdDecompressSync),
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
/** A byte order mark at the beginning of a text is kept as part of the text. */
const parsers = { stringFromBytes: (bytes: Uint8Array) => bytes && utf8.decode(bytes) }

/** A value as JSON. Numbers that JSON would round become texts. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
  return value ?? ''
}

/** The rows of a Parquet file as lines of JSON. Its declared size is checked before anything is unpacked. */
export async function readParquet(bytes: Buffer): Promise<Uint8Array> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  try {
    const metadata = await parquetMetadataAsync(file)
    const rows = Number(metadata.num_rows)
    const columns = metadata.schema[0]?.num_children ?? 0
    const size = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0)
    if (rows > MAX_ROWS) throw new ParseFailure('tooLong', { max: MAX_ROWS })
    if (columns > MAX_COLUMNS) throw new ParseFailure('tooWide', { columns, max: MAX_COLUMNS })
    if (size > MAX_BYTES) throw new ParseFailure('bomb')
    const parts: string[] = []
    for (let rowStart = 0; rowStart < rows; rowStart += ROWS_AT_ONCE) {
      const rowEnd = Math.min(rows, rowStart + ROWS_AT_ONCE)
      const read = await parquetReadObjects({ file, metadata, compressors, parsers, rowStart, rowEnd })
      parts.push(read.map((row) => `${JSON.stringify(plain(row))}\n`).join(''))
    }
    if (!parts.length) throw new ParseFailure('notATable')
    return new TextEncoder().encode(parts.join(''))
  } catch (cause) {
    if (cause instanceof ParseFailure) throw cause
    throw new ParseFailure('corrupt', { detail: (cause as Error).message.slice(0, 80) })
  }
}

/** Writes rows given as JSON arrays of texts, one per line, the column names first. Empty cells become null. */
export function writeParquet(bytes: Buffer): Uint8Array {
  const [names = [], ...rows] = bytes
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string[])
  const columnData = names.map((name, at) => ({
    name,
    type: 'STRING' as const,
    nullable: true,
    data: rows.map((row) => row[at] || null),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}
