import type { Values } from '#values/own.ts'
import { parseTemplate, render, type Template } from '#values/template.ts'

/** Parts of a statement: plain SQL, or a text from single quotes that is bound as one parameter. */
export type SqlTemplate = readonly { template: Template; bound: boolean }[]

/**
 * A quoted text with placeholders becomes a bound parameter. Everything else is written into the statement as it is,
 * so the database behind the port must only see the tables of its own space.
 */
export function parseSql(sql: string): SqlTemplate {
  const pieces: { template: Template; bound: boolean }[] = []
  let plain = ''
  const flush = () => {
    if (plain) pieces.push({ template: parseTemplate(plain), bound: false })
    plain = ''
  }
  for (const piece of sql.split(/('(?:[^']|'')*')/)) {
    const inner =
      piece.startsWith("'") && piece.endsWith("'") && piece.length > 1
        ? parseTemplate(piece.slice(1, -1).replaceAll("''", "'"))
        : undefined
    if (!inner?.parts.some((part) => typeof part !== 'string')) plain += piece
    else {
      flush()
      pieces.push({ template: inner, bound: true })
    }
  }
  flush()
  return pieces
}

export function bindSql(pieces: SqlTemplate, input: Values): { sql: string; params: unknown[] } {
  let sql = ''
  const params: unknown[] = []
  for (const { template, bound } of pieces) {
    if (bound) {
      sql += '?'
      params.push(render(template, input))
    } else sql += render(template, input)
  }
  return { sql, params }
}
