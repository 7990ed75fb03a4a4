import { markedEncoding } from '#kit/documents/decode-text.ts'
import { badFile } from './io.errors.ts'

type Open = () => AsyncIterable<Uint8Array>
export interface TextFacts {
  encoding: string
  /** Number of line breaks, for progress. */
  lines: number
}

/** Detects the encoding from the whole file, because the first non-ASCII character may come late. */
export async function inspectText(open: Open): Promise<TextFacts> {
  let marked: string | undefined
  let lines = 0
  let isFirst = true
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of open()) {
    if (isFirst) marked = markedEncoding(bytes)
    isFirst = false
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
    try {
      utf8?.decode(bytes, { stream: true })
    } catch {
      utf8 = undefined
    }
  }
  if (marked) return { encoding: marked, lines }
  if (utf8 && endsCleanly(utf8)) return { encoding: 'utf-8', lines }
  for (const name of ['gb18030', 'big5']) if (await fits(open, name)) return { encoding: name, lines }
  throw badFile('the encoding of the text is not known. Save it as UTF-8', '无法识别文本编码，请另存为 UTF-8')
}

/** Whether the text ends with a complete character. */
function endsCleanly(decoder: TextDecoder): boolean {
  try {
    decoder.decode()
    return true
  } catch {
    return false
  }
}

async function fits(open: Open, name: string): Promise<boolean> {
  const decoder = new TextDecoder(name, { fatal: true })
  try {
    for await (const bytes of open()) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

export async function* textPieces(open: Open, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of open()) yield decoder.decode(bytes, { stream: true })
  const rest = decoder.decode()
  if (rest) yield rest
}

const MAX_LINE = 4 * 1024 * 1024

/** Yields non-empty lines with their numbers. */
export async function* textLines(pieces: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let kept: string[] = []
  let size = 0
  let line = 0
  const finish = (last: string) => {
    const text = [...kept, last].join('').trim()
    kept = []
    size = 0
    line += 1
    return text
  }
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      const text = finish(piece.slice(from, at))
      from = at + 1
      if (text) yield { line, text }
    }
    const rest = piece.slice(from)
    size += rest.length
    if (size > MAX_LINE) throw badFile('a line is longer than 4 MB', '有一行超过 4 MB')
    if (rest) kept.push(rest)
  }
  const text = finish('')
  if (text) yield { line, text }
}
