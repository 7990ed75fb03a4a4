import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { SpanRow } from './shared/trace-types.ts'

export const turnStep = pgTable(
  'turn_step',
  {
    traceId: id('trace_id').notNull(),
    spanId: id('span_id').notNull(),
    startedAt: millis('started_at').notNull(),
    step: json<SpanRow>()('step').notNull(),
  },
  (table) => [primaryKey({ columns: [table.traceId, table.spanId] })],
)
