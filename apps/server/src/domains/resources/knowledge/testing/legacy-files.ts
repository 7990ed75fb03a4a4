import XLSX from '@e965/xlsx'

/** A minimal Word 97 file: a header, the text in both encodings, and the table of their positions. */
export function docOf(narrow: string, wide: string): Buffer {
  const textAt = 0x400
  const wideAt = textAt + narrow.length + (narrow.length % 2)
  const word = Buffer.alloc(wideAt + wide.length * 2)
  word.writeUInt16LE(0xa5ec, 0)
  word.writeUInt16LE(0x00c1, 2)
  word.writeUInt32LE(narrow.length + wide.length, 0x4c)
  word.write(narrow, textAt, 'latin1')
  word.write(wide, wideAt, 'utf16le')
  const pieces = Buffer.alloc(4 * 3 + 8 * 2)
  pieces.writeUInt32LE(0, 0)
  pieces.writeUInt32LE(narrow.length, 4)
  pieces.writeUInt32LE(narrow.length + wide.length, 8)
  pieces.writeUInt32LE((textAt * 2) | 0x40000000, 12 + 2)
  pieces.writeUInt32LE(wideAt, 12 + 8 + 2)
  const table = Buffer.alloc(5 + pieces.length)
  table[0] = 2
  table.writeUInt32LE(pieces.length, 1)
  pieces.copy(table, 5)
  word.writeUInt32LE(0, 0x1a2)
  word.writeUInt32LE(table.length, 0x1a6)
  return compound({ WordDocument: word, '0Table': table })
}

/** A minimal PowerPoint 97 file: the outline of its slides. */
export function pptOf(slides: string[][]): Buffer {
  const list = slides.map((lines) =>
    Buffer.concat([atom(0x03f3, Buffer.alloc(20)), ...lines.map((line) => atom(0x0fa0, Buffer.from(line, 'utf16le')))]),
  )
  const outline = record(0x000f, 0x0ff0, Buffer.concat(list))
  return compound({ 'PowerPoint Document': record(0x000f, 0x03e8, outline) })
}
const atom = (type: number, body: Buffer) => record(0, type, body)
function record(head: number, type: number, body: Buffer): Buffer {
  const start = Buffer.alloc(8)
  start.writeUInt16LE(head, 0)
  start.writeUInt16LE(type, 2)
  start.writeUInt32LE(body.length, 4)
  return Buffer.concat([start, body])
}

function compound(streams: Record<string, Buffer>): Buffer {
  const file = XLSX.CFB.utils.cfb_new()
  // Such files store small streams separately from large ones; both ways are parsed, and one is enough here.
  for (const [name, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(file, `/${name}`, content)
  return Buffer.from(XLSX.CFB.write(file, { type: 'buffer' }) as Uint8Array)
}
