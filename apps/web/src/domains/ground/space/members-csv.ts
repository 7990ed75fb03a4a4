/** A spreadsheet interprets a cell that begins with one of these as a formula; a leading quote keeps it text. */
const formula = /^[=+\-@\t\r]/

function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Begins with a byte order mark, by which spreadsheets recognise UTF-8. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
