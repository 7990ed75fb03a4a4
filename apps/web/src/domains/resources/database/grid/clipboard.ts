/** Parses cells as spreadsheets copy them: separated by tabs and line breaks, quoted if a cell contains either. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === '\t' || sign === '\n') {
      row.push(cell)
      cell = ''
      if (sign === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += sign
  }
  row.push(cell)
  rows.push(row)
  return rows
}

const quote = (cell: string, special: RegExp) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const writeBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quote(cell, /[\t\n"]/)).join('\t')).join('\n')

/** Formats rows as CSV. Escapes cells that look like formulas, as in an exported file. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) => (/^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)) ? `'${cell}` : cell))
        .map((cell) => quote(cell, /[,\n"\r]/))
        .join(','),
    )
    .join('\r\n')
