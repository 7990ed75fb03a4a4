import type pg from 'pg'
import { likeText } from '#kit/db.ts'
import { unfoldAttributes } from '../shared/same-values.ts'
import { rowInsert } from '../insert-rows.ts'
import { foldAttributes } from '../shared/same-values.ts'
import { spanBody } from '../span.table.ts'
import { MAX_FOUND, nameOf, type Values, type ValueStore } from './value-store.ts'

const insert = rowInsert(spanBody, 'span_body', 'ON CONFLICT DO NOTHING')
const isKey = `(space_id, trace_id, span_id) IN (SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[]))`

/** Values of spans in PostgreSQL: their only store, or a buffer in front of a separate store. */
export function createPostgresValues(pool: pg.Pool): ValueStore {
  return {
    async put(rows) {
      if (!rows.length) return
      await pool.query(insert(rows.map((row) => ({ ...row, attributes: foldAttributes(row.attributes, row) }))))
    },
    async get(keys) {
      const { rows } = await pool.query<Values & { space_id: string; trace_id: string; span_id: string }>(
        `SELECT space_id, trace_id, span_id, input, output, attributes FROM span_body WHERE ${isKey}`,
        [keys.map(({ spaceId }) => spaceId), keys.map(({ traceId }) => traceId), keys.map(({ spanId }) => spanId)],
      )
      return new Map(
        rows.map(({ input, output, attributes, ...key }) => [
          nameOf({ spaceId: key.space_id, traceId: key.trace_id, spanId: key.span_id }),
          { input, output, attributes: unfoldAttributes(attributes, { input, output }) },
        ]),
      )
    },
    async find({ spaceId, from, to, fields, test }) {
      const values: unknown[] = [spaceId, Math.floor(from), Math.ceil(to)]
      const param = (value: unknown) => `$${values.push(value)}`
      const has = (field: string) => {
        if (test === 'exists') return `${field} NOT IN ('', '0')`
        if ('texts' in test) return `${field} = ANY (${param(test.texts)}::text[])`
        return `(${test.words.map((word) => `${field} ILIKE ${param(likeText(word))}`).join(' AND ')})`
      }
      const { rows } = await pool.query<{ trace_id: string; span_id: string }>(
        `SELECT trace_id, span_id FROM span_body WHERE space_id = $1 AND started_at BETWEEN $2 AND $3
           AND (${fields.map(has).join(' OR ')}) ORDER BY started_at DESC LIMIT ${MAX_FOUND}`,
        values,
      )
      return rows.map((row) => ({ spaceId, traceId: row.trace_id, spanId: row.span_id }))
    },
    async forget(traces) {
      await pool.query(
        `DELETE FROM span_body WHERE (space_id, trace_id) IN (SELECT * FROM unnest($1::bigint[], $2::text[]))`,
        [traces.map(({ spaceId }) => spaceId), traces.map(({ traceId }) => traceId)],
      )
    },
    async dropBefore(keep, beforeUs) {
      await pool.query('DELETE FROM span_body WHERE keep = $1 AND started_at < $2', [keep, beforeUs])
    },
  }
}
