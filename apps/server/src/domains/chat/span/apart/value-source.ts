import { sql } from 'drizzle-orm'
import { ClickHouseError } from '#kit/clickhouse.ts'
import type { Log } from '#kit/log.ts'
import type { Bodied, ValueSource } from '../shared/value-source.ts'
import { valueErrors } from '../span.errors.ts'
import { span } from '../span.table.ts'
import { MAX_FOUND, nameOf, type ValueStore } from './value-store.ts'

/** Reads values that the mover has moved out of the database. */
export function createValueSource({ store, log }: { store: ValueStore; log: Log }): ValueSource {
  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof ClickHouseError)) throw cause
      log.warn({ err: cause }, 'values of spans could not be read')
      throw valueErrors.away()
    }
  }
  return {
    async fill<T extends Bodied>(spans: T[]): Promise<T[]> {
      if (!spans.length) return spans
      const found = await reach(() => store.get(spans))
      return spans.map((one) => ({ ...one, ...found.get(nameOf(one)) }))
    },
    async condition(spaceId, range, test) {
      const keys = await reach(() => store.find({ spaceId, ...range, ...test }))
      if (keys.length >= MAX_FOUND) throw valueErrors.tooMany({ max: MAX_FOUND })
      const [traces, spans] = [keys.map(({ traceId }) => traceId), keys.map(({ spanId }) => spanId)]
      return sql`(${span.traceId}, ${span.spanId}) IN (SELECT * FROM unnest(${sql.param(traces)}::text[], ${sql.param(spans)}::text[]))`
    },
  }
}
