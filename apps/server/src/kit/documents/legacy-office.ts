import XLSX from '@e965/xlsx'
import { ParseFailure } from './document-errors.ts'
import { type Block, plainBlocks } from './text-blocks.ts'

const MAX_TEXT = 20_000_000
const MAX_DEPTH = 12

function streamOf(bytes: Buffer, type: string, ...names: string[]): Buffer {
  let found: ReturnType<typeof XLSX.CFB.find> | undefined
  try {
    const file = XLSX.CFB.read(bytes, { type: 'buffer' })
    for (const name of names) found ??= XLSX.CFB.find(file, name) ?? undefined
  } catch (cause) {
    throw new ParseFailure('legacyOffice', { type, detail: (cause as Error).message.slice(0, 60) })
  }
  if (!found) throw new ParseFailure('legacyOffice', { type, detail: `no ${names[0]}` })
  return Buffer.from(found.content as Uint8Array)
}

/** The text of a Word 97 to 2003 file: its piece table gives the position and encoding (one of two) of each piece. */
export function docBlocks(bytes: Buffer): Block[] {
  const word = streamOf(bytes, 'doc', 'WordDocument')
  if (word.length < 0x1aa || word.readUInt16LE(0) !== 0xa5ec)
    throw new ParseFailure('legacyOffice', { type: 'doc', detail: 'not Word 97 or later' })
  const flags = word.readUInt16LE(0x0a)
  if (flags & 0x0100) throw new ParseFailure('encrypted')
  const table = streamOf(bytes, 'doc', flags & 0x0200 ? '1Table' : '0Table')
  const [start, length] = [word.readUInt32LE(0x1a2), word.readUInt32LE(0x1a6)]
  try {
    return plainBlocks(tidy(readPieces(word, table.subarray(start, start + length), word.readUInt32LE(0x4c))))
  } catch (cause) {
    if (cause instanceof RangeError) throw new ParseFailure('corrupt', { detail: 'doc' })
    throw cause
  }
}

function readPieces(word: Buffer, clx: Buffer, most: number): string {
  let at = 0
  // Formatting records come first, each with its length.
  while (clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1)
  if (clx[at] !== 2) throw new ParseFailure('corrupt', { detail: 'doc' })
  const pieces = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1))
  const count = Math.floor((pieces.length - 4) / 12)
  let text = ''
  for (let n = 0; n < count && text.length < Math.min(most, MAX_TEXT); n += 1) {
    const size = pieces.readUInt32LE(4 * n + 4) - pieces.readUInt32LE(4 * n)
    const place = pieces.readUInt32LE(4 * (count + 1) + 8 * n + 2)
    const isNarrow = (place & 0x40000000) !== 0
    const from = isNarrow ? (place & 0x3fffffff) / 2 : place & 0x3fffffff
    if (size < 0 || from + size > word.length) throw new ParseFailure('corrupt', { detail: 'doc' })
    text += isNarrow
      ? new TextDecoder('windows-1252').decode(word.subarray(from, from + size))
      : word.toString('utf16le', from, from + size * 2)
  }
  return text.slice(0, most)
}

/** Keeps the visible result of fields and drops their code; paragraphs and rows become lines. */
function tidy(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- Word marks fields and cells with them
      .replaceAll(/\u0013[^\u0013\u0014\u0015]*\u0014/g, '')
      // oxlint-disable-next-line no-control-regex -- Word marks fields and cells with them
      .replaceAll(/\u0013[^\u0013\u0015]*\u0015|\u0015/g, '')
      // oxlint-disable-next-line no-control-regex -- Word marks fields and cells with them
      .replaceAll(/\u0007\u0007?/g, ' | ')
      .replaceAll(/[\r\f\v]/g, '\n\n')
      // oxlint-disable-next-line no-control-regex -- Word marks fields and cells with them
      .replaceAll(/[\u0000-\u0008\u000e-\u001f]/g, '')
  )
}

const recordType = { slide: 0x03ee, list: 0x0ff0, persist: 0x03f3, chars: 0x0fa0, bytes: 0x0fa8 }

/** The text of a PowerPoint 97 to 2003 file, slide by slide. */
export function pptBlocks(bytes: Buffer): Block[] {
  const slides: string[][] = []
  walk(streamOf(bytes, 'ppt', 'PowerPoint Document'), 0, undefined)
  const seen = new Set<string>()
  return slides.flatMap((lines) => {
    // Text that appears both in the outline and on the slide is used once.
    const fresh = lines.filter((line) => line.trim() && !seen.has(line) && seen.add(line))
    const [title, ...rest] = fresh.flatMap((line) => line.split(/[\r\n\v]+/).filter((part) => part.trim()))
    if (title === undefined) return []
    return [{ text: title, level: 1 }, ...(rest.length ? [{ text: rest.join('\n'), level: 0 }] : [])]
  })

  function walk(stream: Buffer, depth: number, home: 'slides' | undefined): void {
    for (let at = 0; at + 8 <= stream.length;) {
      const [head, type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2), stream.readUInt32LE(at + 4)]
      const body = stream.subarray(at + 8, at + 8 + length)
      at += 8 + length
      if ((head & 0xf) === 0xf) {
        // Outlines of masters and notes are lists of the same type with another instance number.
        const isSlides = type === recordType.slide || (type === recordType.list && head >> 4 === 0)
        if (type === recordType.slide) slides.push([])
        if (depth < MAX_DEPTH) walk(body, depth + 1, isSlides ? 'slides' : type === recordType.list ? undefined : home)
      } else if (home && type === recordType.persist) slides.push([])
      else if (home && type === recordType.chars) slides.at(-1)?.push(body.toString('utf16le'))
      else if (home && type === recordType.bytes) slides.at(-1)?.push(body.toString('latin1'))
    }
  }
}
