import type { UseSource } from '@orrery/contract/shared/use-sources'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import { offlineModel } from './shared/model-catalog.ts'

export interface UseFigures {
  calls: number
  failed: number
  tokens_in: number
  tokens_out: number
  cost: number
}
export type UseShare = UseFigures & { id: string; name: string; kind: string }
interface Range {
  spaceId: string
  from: number
  to: number
  sources: readonly UseSource[] | undefined
}
const DAY_MS = 86_400_000
const SHOWN = 50
const none: UseFigures = { calls: 0, failed: 0, tokens_in: 0, tokens_out: 0, cost: 0 }
const sums = `sum(u.calls)::float8 AS calls, sum(u.failed)::float8 AS failed, sum(u.tokens_in)::float8 AS tokens_in,
  sum(u.tokens_out)::float8 AS tokens_out, sum(u.cost) AS cost`
const where = `u.space_id = $1 AND u.day BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR u.source = ANY($4))`
/** Groups of usage with their names. Names in the bin are included; the built-in model has no row. */
const groups = {
  models: { id: 'model_id', names: 'model', kind: `''` },
  resources: {
    id: 'resource_id',
    names: '(SELECT id, name, kind FROM resource UNION ALL SELECT id, name, kind FROM resource_bin)',
    kind: `coalesce(max(n.kind), '')`,
  },
  people: { id: 'user_id', names: 'app_user', kind: `''` },
} as const

/** Usage of the models of a space. */
export function createModelUsage({ pool, clock, settle }: { pool: pg.Pool; clock: Clock; settle(): Promise<void> }) {
  const valuesOf = ({ spaceId, from, to, sources }: Range) => [spaceId, from, to, sources ? [...sources] : null]
  async function total(range: Range): Promise<UseFigures> {
    const { rows } = await pool.query<UseFigures>(`SELECT ${sums} FROM model_use u WHERE ${where}`, valuesOf(range))
    return rows[0]?.calls ? rows[0] : none
  }
  async function shares(range: Range, by: keyof typeof groups): Promise<UseShare[]> {
    const { id, names, kind } = groups[by]
    const { rows } = await pool.query<UseShare>(
      `SELECT u.${id}::text AS id, coalesce(max(n.name), '') AS name, ${kind} AS kind, ${sums}
       FROM model_use u LEFT JOIN ${names} n ON n.id = u.${id} WHERE ${where}
       GROUP BY u.${id} ORDER BY sum(u.cost) DESC, sum(u.tokens_in + u.tokens_out) DESC LIMIT ${SHOWN}`,
      valuesOf(range),
    )
    return by === 'models'
      ? rows.map((row) => (row.id === offlineModel.id ? { ...row, name: offlineModel.name } : row))
      : rows
  }
  return {
    async read(spaceId: string, days: number, sources: readonly UseSource[] | undefined) {
      await settle()
      const today = Math.floor(clock.now() / DAY_MS)
      const range = { spaceId, from: today - days + 1, to: today, sources }
      const { rows } = await pool.query<UseFigures & { day: number; source: UseSource }>(
        `SELECT u.day, u.source, ${sums} FROM model_use u WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2`,
        valuesOf(range),
      )
      return {
        total: await total(range),
        before: await total({ ...range, from: range.from - days, to: range.from - 1 }),
        days: rows.map(({ day, ...row }) => ({ ...row, day: new Date(day * DAY_MS).toISOString().slice(0, 10) })),
        models: await shares(range, 'models'),
        resources: await shares(range, 'resources'),
        people: await shares(range, 'people'),
      }
    },
  }
}
