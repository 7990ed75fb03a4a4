import { type ClickHouse, quoted } from '#kit/clickhouse.ts'
import type { StoredValues, ValueKey, ValueSearch, ValueStore } from './value-store.ts'
import { MAX_FOUND, nameOf } from './value-store.ts'

const TABLE = 'orrery_span_values'
const DAY_US = 86_400_000_000
const AT_ONCE = 500
const create = `CREATE TABLE IF NOT EXISTS ${TABLE} (
  keep UInt16, day Date, started_at Int64, space_id Int64, trace_id String, span_id String,
  input String, output String, attributes String
) ENGINE = ReplacingMergeTree() PARTITION BY (keep, if(keep <= 30, day, toMonday(day))) ORDER BY (space_id, trace_id, span_id, started_at)`

interface Row {
  space_id: string
  trace_id: string
  span_id: string
  input: string
  output: string
  attributes: string
}
const dayOf = (us: number) => new Date(Math.floor(us / DAY_US) * 86_400_000).toISOString().slice(0, 10)
/** Ids come from our own database and are numbers, so they cannot inject SQL. */
const spaceOf = (id: string) => BigInt(id).toString()
const list = (texts: readonly string[]) => texts.map(quoted).join(', ')

/** Values of spans in ClickHouse. Duplicate rows are merged later; until then a query returns the first. */
export function createClickHouseValues(clickhouse: ClickHouse): ValueStore {
  let made: Promise<void> | undefined
  /** Creates the table on first use, so that a server that was unavailable at startup gets it later. */
  async function ready(): Promise<ClickHouse> {
    made ??= clickhouse.run(create)
    await made.catch((cause: unknown) => {
      made = undefined
      throw cause
    })
    return clickhouse
  }
  async function getSome(keys: readonly ValueKey[]): Promise<Row[]> {
    const where = [...Map.groupBy(keys, ({ spaceId }) => spaceId)].map(([spaceId, own]) => {
      const [traces, spans] = [own.map(({ traceId }) => traceId), own.map(({ spanId }) => spanId)]
      return `(space_id = ${spaceOf(spaceId)} AND trace_id IN (${list([...new Set(traces)])}) AND span_id IN (${list([...new Set(spans)])}))`
    })
    return (await ready()).select<Row>(
      `SELECT space_id, trace_id, span_id, input, output, attributes FROM ${TABLE} WHERE ${where.join(' OR ')}
       LIMIT 1 BY space_id, trace_id, span_id, started_at`,
    )
  }
  return {
    async put(rows: readonly StoredValues[]) {
      if (!rows.length) return
      await (
        await ready()
      ).insert(
        TABLE,
        rows.map((row) => ({
          keep: row.keep,
          day: dayOf(row.startedAt),
          started_at: row.startedAt,
          space_id: row.spaceId,
          trace_id: row.traceId,
          span_id: row.spanId,
          input: row.input,
          output: row.output,
          attributes: JSON.stringify(row.attributes),
        })),
      )
    },
    async get(keys) {
      const found = new Map<string, { input: string; output: string; attributes: Record<string, unknown> }>()
      const wanted = new Set(keys.map(nameOf))
      for (let at = 0; at < keys.length; at += AT_ONCE)
        for (const row of await getSome(keys.slice(at, at + AT_ONCE))) {
          const name = nameOf({ spaceId: row.space_id, traceId: row.trace_id, spanId: row.span_id })
          if (!wanted.has(name)) continue
          const attributes = JSON.parse(row.attributes) as Record<string, unknown>
          found.set(name, { input: row.input, output: row.output, attributes })
        }
      return found
    },
    async find({ spaceId, from, to, fields, test }: ValueSearch) {
      const has = (field: string) => {
        if (test === 'exists') return `${field} NOT IN ('', '0')`
        if ('texts' in test) return `${field} IN (${list(test.texts)})`
        const words = test.words.map((word) => `positionCaseInsensitiveUTF8(${field}, ${quoted(word)}) > 0`)
        return `(${words.join(' AND ')})`
      }
      const rows = await (
        await ready()
      ).select<Pick<Row, 'trace_id' | 'span_id'>>(
        `SELECT trace_id, span_id FROM ${TABLE}
         WHERE day BETWEEN '${dayOf(from)}' AND '${dayOf(to)}' AND space_id = ${spaceOf(spaceId)}
           AND started_at BETWEEN ${Math.floor(from)} AND ${Math.ceil(to)} AND (${fields.map(has).join(' OR ')})
         ORDER BY started_at DESC LIMIT 1 BY trace_id, span_id LIMIT ${MAX_FOUND}`,
      )
      return rows.map((row) => ({ spaceId, traceId: row.trace_id, spanId: row.span_id }))
    },
    async forget(traces) {
      if (!traces.length) return
      const where = [...Map.groupBy(traces, ({ spaceId }) => spaceId)].map(
        ([spaceId, own]) =>
          `(space_id = ${spaceOf(spaceId)} AND trace_id IN (${list(own.map(({ traceId }) => traceId))}))`,
      )
      await (await ready()).run(`ALTER TABLE ${TABLE} DELETE WHERE ${where.join(' OR ')}`)
    },
    async dropBefore(keep, beforeUs) {
      const parts = await (
        await ready()
      ).select<{ partition: string }>(
        `SELECT DISTINCT partition FROM system.parts WHERE active AND database = currentDatabase() AND table = '${TABLE}'`,
      )
      for (const { partition } of parts) {
        const [, kept, day] = /^\((\d+),'(\d{4}-\d\d-\d\d)'\)$/.exec(partition.replaceAll(String.raw`\'`, "'")) ?? []
        const width = keep <= 30 ? DAY_US : 7 * DAY_US
        if (Number(kept) !== keep || !day || Date.parse(day) * 1000 + width > beforeUs) continue
        await clickhouse.run(`ALTER TABLE ${TABLE} DROP PARTITION ${partition.replaceAll(String.raw`\'`, "'")}`)
      }
    },
  }
}
