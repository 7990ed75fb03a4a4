import { promisify } from 'node:util'
import { inflateRaw, inflateRawSync } from 'node:zlib'
import { ParseFailure } from './document-errors.ts'

interface Entry {
  name: string
  method: number
  packed: number
  size: number
  offset: number
}
export interface Zip {
  names: string[]
  read(name: string): Buffer | undefined
}
export const MAX_ENTRIES = 5000
const MAX_TOTAL = 200 * 1024 * 1024
const MAX_RATIO = 250
const END = 0x06054b50
/** Web pages and drawings usually have a document type, and nothing reads them as parts of an office file. */
const PAGES = /\.(x?html?|svg)$/i

/**
 * Opens an office file and proves it harmless before any library unpacks it: every entry is really inflated, to at most
 * its declared size, because a zip bomb declares a wrong one.
 */
export function openZip(bytes: Buffer): Zip {
  const listed = directoryOf(bytes)
  const entries = new Map(listed.map((entry) => [entry.name, entry]))
  // Libraries unpack every entry, but here a second entry of the same name would go unchecked.
  if (entries.size < listed.length) throw new ParseFailure('bomb', { detail: 'two entries of one name' })
  let total = 0
  for (const entry of entries.values()) total += entry.size
  if (total > MAX_TOTAL) throw new ParseFailure('bomb', { detail: `${Math.round(total / 1_048_576)} MB` })
  const read = (name: string) => {
    const entry = entries.get(name)
    return entry && unpack(bytes, entry)
  }
  for (const entry of entries.values()) {
    const content = unpack(bytes, entry)
    if (!PAGES.test(entry.name) && declaresType(content)) throw new ParseFailure('entities')
  }
  return { names: [...entries.keys()], read }
}

const inflate = promisify(inflateRaw)

/** Reads files of an archive that `openZip` has checked, one at a time, in the thread pool. */
export function readZip(bytes: Buffer) {
  const entries = new Map(directoryOf(bytes).map((entry) => [entry.name, entry]))
  return async (name: string): Promise<Buffer | undefined> => {
    const entry = entries.get(name)
    if (!entry) return undefined
    const packed = packedBytes(bytes, entry)
    return entry.method === 0 ? packed : inflate(packed, { maxOutputLength: Math.max(entry.size, 1) })
  }
}

/** Whether an XML text has a document type, which can declare entities. Only comments precede it. */
function declaresType(content: Buffer): boolean {
  const [first, second] = content
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || !first || !second
  // In a two-byte encoding, each relevant character has a zero byte beside it.
  const text = isWide ? content.toString('latin1').replaceAll('\0', '') : content.toString('latin1')
  let at = text.search(/[^\s\u00FE\u00FF\u00EF\u00BB\u00BF]/)
  for (;;) {
    const close = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (at < 0 || !close) return at >= 0 && text.startsWith('<!', at)
    const end = text.indexOf(close, at)
    if (end < 0) return false
    at = end + close.length
    while (/\s/.test(text.charAt(at))) at += 1
  }
}

function directoryOf(bytes: Buffer): Entry[] {
  let end = -1
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at -= 1)
    if (bytes.readUInt32LE(at) === END) {
      end = at
      break
    }
  if (end < 0) throw new ParseFailure('corrupt', { detail: 'zip' })
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new ParseFailure('bomb', { detail: `${count}` })
  let at = bytes.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50)
      throw new ParseFailure('corrupt', { detail: 'zip' })
    const [nameLength, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const mode = bytes.readUInt32LE(at + 38) >>> 16
    const entry = {
      name,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if (/(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[a-z]:/i.test(name) || (mode & 0xf000) === 0xa000)
      throw new ParseFailure('bomb', { detail: name.slice(0, 60) })
    if (bytes.readUInt16LE(at + 8) & 1) throw new ParseFailure('encrypted')
    if (entry.size > 1_048_576 && entry.size > entry.packed * MAX_RATIO)
      throw new ParseFailure('bomb', { detail: name.slice(0, 60) })
    if (/\.(zip|7z|rar|gz)$/i.test(name)) throw new ParseFailure('bomb', { detail: name.slice(0, 60) })
    entries.push(entry)
    at += 46 + nameLength + extra + comment
  }
  return entries
}

function packedBytes(bytes: Buffer, entry: Entry): Buffer {
  if (bytes.readUInt32LE(entry.offset) !== 0x04034b50) throw new Error('header')
  // Some libraries trust the directory and some the entry's own header, so both must agree.
  if (bytes.readUInt16LE(entry.offset + 8) !== entry.method) throw new Error('method')
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28)
  return bytes.subarray(start, start + entry.packed)
}

function unpack(bytes: Buffer, entry: Entry): Buffer {
  try {
    const packed = packedBytes(bytes, entry)
    if (entry.method === 0) return packed
    if (entry.method !== 8) throw new Error('method')
    return inflateRawSync(packed, { maxOutputLength: Math.max(entry.size, 1) })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ParseFailure('bomb', { detail: entry.name.slice(0, 60) })
    throw new ParseFailure('corrupt', { detail: 'zip' })
  }
}

/** Detects an archive by its first bytes, whatever its name: spreadsheet readers go by the bytes too. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b
