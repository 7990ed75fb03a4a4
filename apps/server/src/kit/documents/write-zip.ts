import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: AsyncIterable<Uint8Array>
}
/** Names are UTF-8, and sizes follow the content of a file. */
const FLAGS = 0x0808
const DEFLATED = 8
/** The earliest date of the format; a fixed date gives equal archives for equal contents. */
const DAY = 0x21

/** Streams an archive while its files are read: neither the archive nor any file has to fit into memory. */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, content } of parts) {
    const at = offset
    const path = Buffer.from(name)
    const head = header(0x04034b50, 30, path.length, { crc: 0, packed: 0, size: 0 })
    const sizes = { crc: 0, packed: 0, size: 0 }
    yield Buffer.concat([head, path])
    for await (const piece of packed(content, sizes)) {
      sizes.packed += piece.length
      yield piece
    }
    yield descriptor(sizes)
    offset += head.length + path.length + sizes.packed + DESCRIPTOR
    const entry = header(0x02014b50, 46, path.length, sizes)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, path)
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([list, end])
}

interface Sizes {
  crc: number
  packed: number
  size: number
}
/** Huffman coding only: run-length matches would pack so well that readers take the file for a zip bomb. */
function packed(content: AsyncIterable<Uint8Array>, sizes: Sizes): AsyncIterable<Buffer> {
  async function* counted() {
    for await (const piece of content) {
      sizes.crc = crc32(piece, sizes.crc)
      sizes.size += piece.byteLength
      yield piece
    }
  }
  // An error of the source fails the reader with the same error.
  return pipeline(Readable.from(counted()), createDeflateRaw({ strategy: constants.Z_HUFFMAN_ONLY }), () => {})
}
const DESCRIPTOR = 16
function descriptor({ crc, packed: inside, size }: Sizes): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(inside, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}
/** The local header of a file, or its entry in the central directory, which begins with the version that made it. */
function header(sign: number, length: number, nameLength: number, { crc, packed: inside, size }: Sizes): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(sign, 0)
  let at = 4
  if (length === 46) at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(FLAGS, at)
  at = bytes.writeUInt16LE(DEFLATED, at)
  at = bytes.writeUInt16LE(0, at)
  at = bytes.writeUInt16LE(DAY, at)
  at = bytes.writeUInt32LE(crc, at)
  at = bytes.writeUInt32LE(inside, at)
  at = bytes.writeUInt32LE(size, at)
  bytes.writeUInt16LE(nameLength, at)
  return bytes
}
