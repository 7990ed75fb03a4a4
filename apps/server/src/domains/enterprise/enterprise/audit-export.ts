import type pg from 'pg'
import { auditColumns } from './audit-line.ts'

/** Entries per batch, few enough not to block the event loop. */
const BATCH = 1000
interface Wanted {
  format: 'csv' | 'jsonl'
  from?: number | undefined
  to?: number | undefined
}
/** Columns in the order of `auditColumns`, as text, because they are only passed on. */
const entries = `
  SELECT e.id, e.at, coalesce(e.actor_id::text, ''), coalesce(u.name, ''), e.action, e.target, coalesce(e.space_id::text, ''),
    e.address, coalesce(e.session_id::text, ''), coalesce(e.token_id::text, ''), coalesce(e.on_behalf_of::text, ''), e.detail::text
  FROM audit_event e LEFT JOIN app_user u ON u.id = e.actor_id
  WHERE e.enterprise_id = $1 AND e.id > $2 AND ($3::bigint IS NULL OR e.at >= $3) AND ($4::bigint IS NULL OR e.at < $4)
  ORDER BY e.id LIMIT ${BATCH}`
const TIME = auditColumns.indexOf('time')
const DETAIL = auditColumns.indexOf('detail')

/** Escapes values that a spreadsheet would run as formulas. */
const cell = (value: string) => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const toCsv = (row: string[]) => row.map(cell).join(',')
/** Builds a line of JSON; the details are JSON already. */
const toJson = (row: string[]) =>
  `{${auditColumns.map((name, at) => `"${name}":${at === DETAIL ? row[at]! : JSON.stringify(row[at])}`).join(',')}}`

/** Streams the audit log of an enterprise in batches, so that memory use does not grow with its length. */
export function createAuditExport(pool: pg.Pool) {
  return (enterpriseId: string, { format, from, to }: Wanted, signal: AbortSignal): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder()
    const toLine = format === 'jsonl' ? toJson : toCsv
    let last = '0'
    let isFirst = true
    return new ReadableStream({
      async pull(controller) {
        if (signal.aborted) return controller.close()
        const { rows } = await pool.query<string[]>({
          text: entries,
          values: [enterpriseId, last, from ?? null, to ?? null],
          rowMode: 'array',
        })
        let text = isFirst && format === 'csv' ? `${auditColumns.join(',')}\n` : ''
        isFirst = false
        for (const row of rows) {
          row[TIME] = new Date(Number(row[TIME])).toISOString()
          text += `${toLine(row)}\n`
        }
        if (text) controller.enqueue(encoder.encode(text))
        if (rows.length < BATCH) return controller.close()
        last = rows.at(-1)![0]!
      },
    })
  }
}
export type AuditExport = ReturnType<typeof createAuditExport>
