import { badFile } from './io.errors.ts'

const MAX_CELL = 2 * 1024 * 1024
const MAX_HEAD = 64 * 1024
export const MAX_COLUMNS = 500
const tooLong = () =>
  badFile('a cell is longer than 2 MB. Is a quotation mark missing?', '有单元格超过 2 MB，是否缺少引号？')
const tooWide = () => badFile(`a row has more than ${MAX_COLUMNS} columns`, `有数据行超过 ${MAX_COLUMNS} 列`)

/** Joins the first pieces until they contain the end of the first line with text, or are long enough to guess from. */
async function* withWholeFirstLine(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let head = ''
  let isWhole = false
  for await (const piece of pieces) {
    if (isWhole) {
      yield piece
      continue
    }
    head += piece
    // The end of the line is in this piece, directly after its text or after that of the piece before.
    isWhole = head.length >= MAX_HEAD || /[^\r\n][\r\n]/.test(head.slice(-piece.length - 1))
    if (isWhole) yield head
  }
  if (!isWhole) yield head
}
/** Guesses the delimiter from the first line with text. */
function delimiterOf(head: string): string {
  const line = /[^\r\n]+/.exec(head)?.[0] ?? ''
  const counts = [',', '\t', ';'].map((sign) => [sign, line.split(sign).length] as const)
  return counts.toSorted((a, b) => b[1] - a[1])[0]![0]
}

/**
 * Reads rows of a CSV text that arrives in pieces. Each character is processed once, and memory is bounded, so that an
 * unclosed quotation mark costs neither time nor memory. Libraries parse such a row again with every piece.
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let delimiter = ''
  let row: string[] = []
  let cell: string[] = []
  let size = 0
  let isQuoted = false
  /** Set after a quotation mark within quotes: the next character shows whether it was escaped or closed the quotes. */
  let isClosing = false
  let wasQuoted = false
  let special = /[",\r\n]/g
  const put = (text: string) => {
    size += text.length
    if (size > MAX_CELL) throw tooLong()
    if (text) cell.push(text)
  }
  const endCell = () => {
    row.push(cell.join(''))
    if (row.length > MAX_COLUMNS) throw tooWide()
    cell = []
    size = 0
    wasQuoted = false
  }
  const endRow = (): string[] | undefined => {
    endCell()
    const done = row
    row = []
    return done.length === 1 && done[0] === '' ? undefined : done
  }
  let skipNewline = false
  for await (const piece of withWholeFirstLine(pieces)) {
    if (!delimiter) {
      delimiter = delimiterOf(piece)
      special = new RegExp(`["${delimiter}\\r\\n]`, 'g')
    }
    let at = 0
    while (at < piece.length) {
      if (isClosing) {
        isClosing = false
        if (piece[at] === '"') {
          put('"')
          at += 1
          continue
        }
        isQuoted = false
      }
      if (isQuoted) {
        const end = piece.indexOf('"', at)
        put(piece.slice(at, end < 0 ? undefined : end))
        at = end < 0 ? piece.length : end + 1
        isClosing = end >= 0
        continue
      }
      if (skipNewline) {
        skipNewline = false
        if (piece[at] === '\n') {
          at += 1
          continue
        }
      }
      special.lastIndex = at
      const next = special.exec(piece)?.index ?? piece.length
      put(piece.slice(at, next))
      at = next
      if (at === piece.length) break
      const sign = piece[at]!
      at += 1
      if (sign === delimiter) endCell()
      else if (sign === '"') {
        // Quotes open only at the beginning of a cell; elsewhere the mark is a normal character.
        if (size === 0 && !wasQuoted) isQuoted = wasQuoted = true
        else put('"')
      } else {
        skipNewline = sign === '\r'
        const done = endRow()
        if (done) yield done
      }
    }
  }
  if (isQuoted && !isClosing)
    throw badFile('a quotation mark is not closed at the end of the file', '文件末尾的引号没有闭合')
  if (size || row.length || wasQuoted) {
    const done = endRow()
    if (done) yield done
  }
}
