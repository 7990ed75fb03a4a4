import { and, asc, eq, gt, gte, lt } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { auditEvent, type AuditEventRow } from '#domains/ground/audit/audit.table.ts'
import { actorNames, auditColumns, auditLine } from './audit-line.ts'

const BATCH = 2000
interface Wanted {
  format: 'csv' | 'jsonl'
  from?: number | undefined
  to?: number | undefined
}
/** A value that begins like a formula would be run by a spreadsheet. */
const cell = (value: string) => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The record of an enterprise from its beginning, a batch at a time: memory stays flat however long it is. */
export function createAuditExport(db: Db) {
  return (enterpriseId: string, { format, from, to }: Wanted, signal: AbortSignal): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder()
    let last = '0'
    let isFirst = true
    const toLine = (row: AuditEventRow, names: ReadonlyMap<string, string>) => {
      const line = auditLine(row, names)
      return format === 'jsonl'
        ? JSON.stringify(line)
        : Object.values({ ...line, detail: JSON.stringify(line.detail) })
            .map(cell)
            .join(',')
    }
    return new ReadableStream({
      async pull(controller) {
        if (signal.aborted) return controller.close()
        const rows = await db
          .select()
          .from(auditEvent)
          .where(
            and(
              eq(auditEvent.enterpriseId, enterpriseId),
              gt(auditEvent.id, last),
              from === undefined ? undefined : gte(auditEvent.at, from),
              to === undefined ? undefined : lt(auditEvent.at, to),
            ),
          )
          .orderBy(asc(auditEvent.id))
          .limit(BATCH)
        const names = await actorNames(db, rows)
        const head = isFirst && format === 'csv' ? `${auditColumns.join(',')}\n` : ''
        isFirst = false
        const text = head + rows.map((row) => `${toLine(row, names)}\n`).join('')
        if (text) controller.enqueue(encoder.encode(text))
        if (rows.length < BATCH) return controller.close()
        last = rows.at(-1)!.id
      },
    })
  }
}
export type AuditExport = ReturnType<typeof createAuditExport>
