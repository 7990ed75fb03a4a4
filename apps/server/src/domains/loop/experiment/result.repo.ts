import { type ExperimentFilters } from '@orrery/contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { experimentErrors } from './experiment.errors.ts'
import { experimentScore, experimentTurn } from './experiment.table.ts'

export interface ItemValue {
  itemId: string
  hash: string
  versionId: string
  /** From 0 to 1, over all turns and trials of the item; corrections count. */
  value: number
  isOffline: boolean
}
export interface RowsQuestion {
  baseline: string
  others: string[]
  filters: Map<string, ExperimentFilters>
  change?: { kind: 'improved' | 'regressed' | 'same'; evaluatorId: string } | undefined
  sort: 'position' | 'worst'
  page: number
  size: number
}
const FieldType = { score: 1, state: 4 } as const
const operators: Record<number, string> = { 1: '=', 2: '<>', 3: '>', 4: '>=', 5: '<', 6: '<=', 7: 'IN', 8: 'NOT IN' }
const given = sql`coalesce(s.corrected_normal, s.normal)`
const listOf = (ids: readonly string[]) =>
  sql.join(
    ids.map((id) => sql`${id}::bigint`),
    sql`, `,
  )

function compared(left: SQL, operator: number, value: string): SQL {
  const numbers = value.split(',').map(Number)
  if (!numbers.length || numbers.some((one) => !Number.isFinite(one)))
    throw experimentErrors.badFilter({ problem: 'value must be a number', problemZh: 'value 须为数字' })
  const sign = sql.raw(operators[operator] ?? '=')
  return operator >= 7
    ? sql`${left} ${sign} (${sql.join(
        numbers.map((one) => sql`${one}::float8`),
        sql`, `,
      )})`
    : sql`${left} ${sign} ${numbers[0]!}::float8`
}
/** Items of which a turn in this experiment meets the conditions. */
function filterSql(experimentId: string, { filter_conditions, logic_op }: ExperimentFilters): SQL {
  const tests = filter_conditions.map(({ field, operator = 1, value = '' }) => {
    const of = sql`SELECT FROM experiment_turn t LEFT JOIN experiment_score s ON s.turn_id = t.id
      WHERE t.experiment_id = ${experimentId} AND t.item_id = i.item_id`
    if (field?.field_type === FieldType.state)
      return sql`EXISTS (${of} AND ${compared(sql`t.state::float8`, operator, value)})`
    if (field?.field_type !== FieldType.score)
      throw experimentErrors.badFilter({
        problem: 'rows are filtered by score (1) or state (4)',
        problemZh: '数据仅支持按评分（1）或状态（4）筛选',
      })
    const key = /^\d{1,19}$/.test(field.filed_key ?? '') ? sql`AND s.evaluator_version_id = ${field.filed_key!}` : sql``
    return sql`EXISTS (${of} ${key} AND ${compared(sql`coalesce(s.corrected_score, s.score)`, operator, value)})`
  })
  if (!tests.length) return sql`true`
  return sql`(${sql.join(tests, logic_op === 2 ? sql` OR ` : sql` AND `)})`
}
const meanOf = (experimentId: string, evaluatorId: string) => sql`(SELECT avg(${given}) FROM experiment_score s
  JOIN experiment_turn t ON t.id = s.turn_id
  WHERE s.experiment_id = ${experimentId} AND s.evaluator_id = ${evaluatorId} AND t.item_id = i.item_id)`
const signs = { improved: sql`>`, regressed: sql`<`, same: sql`=` }

/** What is read of results. Everything is counted when it is asked for: nothing can be stale. */
export function createResultRepo(db: Db) {
  return {
    async values(ids: string[]): Promise<Map<string, ItemValue[]>> {
      if (!ids.length) return new Map()
      const { rows } = await db.execute<{
        e: string
        item: string
        hash: string
        v: string
        value: number
        off: boolean
      }>(sql`
        SELECT s.experiment_id AS e, t.item_id AS item, t.hash, s.evaluator_version_id AS v,
          avg(${given}) AS value, bool_or(s.is_offline) AS off
        FROM experiment_score s JOIN experiment_turn t ON t.id = s.turn_id
        WHERE s.experiment_id IN (${listOf(ids)}) AND ${given} IS NOT NULL
        GROUP BY 1, 2, 3, 4`)
      const all = rows.map((row) => ({
        experimentId: String(row.e),
        value: {
          itemId: String(row.item),
          hash: row.hash,
          versionId: String(row.v),
          value: row.value,
          isOffline: row.off,
        },
      }))
      const grouped = Map.groupBy(all, (one) => one.experimentId)
      return new Map(ids.map((id) => [id, (grouped.get(id) ?? []).map((one) => one.value)]))
    },
    /** Items with their content, and whether they are over. */
    async items(id: string): Promise<{ itemId: string; hash: string; isOver: boolean }[]> {
      const { rows } = await db.execute<{ item: string; hash: string; over: boolean }>(sql`
        SELECT item_id AS item, max(hash) AS hash, bool_and(state IN (1, 2, 4)) AS over
        FROM experiment_turn WHERE experiment_id = ${id} GROUP BY item_id`)
      return rows.map((row) => ({ itemId: String(row.item), hash: row.hash, isOver: row.over }))
    },
    /** What people and evaluators said of the same turns. */
    async corrected(id: string): Promise<{ versionId: string; judge: number; human: number }[]> {
      const { rows } = await db.execute<{ v: string; judge: number; human: number }>(sql`
        SELECT evaluator_version_id AS v, normal AS judge, corrected_normal AS human FROM experiment_score
        WHERE experiment_id = ${id} AND normal IS NOT NULL AND corrected_normal IS NOT NULL`)
      return rows.map((row) => ({ versionId: String(row.v), judge: row.judge, human: row.human }))
    },
    async judged(id: string): Promise<{ versionId: string; value: number }[]> {
      const { rows } = await db.execute<{ v: string; value: number }>(sql`
        SELECT s.evaluator_version_id AS v, avg(s.normal) AS value FROM experiment_score s
        JOIN experiment_turn t ON t.id = s.turn_id
        WHERE s.experiment_id = ${id} AND s.normal IS NOT NULL GROUP BY s.evaluator_version_id, t.item_id`)
      return rows.map((row) => ({ versionId: String(row.v), value: row.value }))
    },
    times: (id: string) =>
      db
        .select({ ms: experimentTurn.ms, cost: experimentTurn.cost })
        .from(experimentTurn)
        .where(and(eq(experimentTurn.experimentId, id), eq(experimentTurn.hasOutput, true))),
    async errors(id: string) {
      const { rows } = await db.execute<{ error: string; error_zh: string; n: number; items: string[] }>(sql`
        SELECT error, max(error_zh) AS error_zh, count(*)::int AS n,
          (array_agg(item_id::text ORDER BY pos))[1:20] AS items
        FROM experiment_turn WHERE experiment_id = ${id} AND state = 2 GROUP BY error ORDER BY n DESC LIMIT 50`)
      return rows
    },
    /** Scores as evaluators give them, for averages and distributions. */
    async rawFigures(ids: string[]) {
      if (!ids.length) return []
      const { rows } = await db.execute<{ e: string; v: string; score: number; n: number }>(sql`
        SELECT experiment_id AS e, evaluator_version_id AS v, coalesce(corrected_score, score) AS score, count(*)::int AS n
        FROM experiment_score WHERE experiment_id IN (${listOf(ids)}) AND coalesce(corrected_score, score) IS NOT NULL
        GROUP BY 1, 2, 3 ORDER BY 3`)
      return rows.map((row) => ({
        experimentId: String(row.e),
        versionId: String(row.v),
        score: row.score,
        count: row.n,
      }))
    },
    async page({ baseline, others, filters, change, sort, page, size }: RowsQuestion) {
      const conditions = [...filters].map(([id, one]) => filterSql(id, one))
      const other = others[0]
      if (change && other)
        conditions.push(
          sql`${meanOf(other, change.evaluatorId)} ${signs[change.kind]} ${meanOf(baseline, change.evaluatorId)}`,
        )
      const where = conditions.length ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``
      const items = sql`(SELECT item_id, min(pos) AS pos FROM experiment_turn WHERE experiment_id = ${baseline} GROUP BY item_id) i`
      const worst = sql`(SELECT avg(${given}) FROM experiment_score s JOIN experiment_turn t ON t.id = s.turn_id
        WHERE s.experiment_id = ${baseline} AND t.item_id = i.item_id) ASC NULLS FIRST,`
      const { rows } = await db.execute<{ item_id: string; place: string; all: number }>(sql`
        SELECT item_id, rank() OVER (ORDER BY pos, item_id) AS place, (count(*) OVER ())::int AS all FROM ${items} ${where}
        ORDER BY ${sort === 'worst' ? worst : sql``} pos, item_id LIMIT ${size} OFFSET ${(page - 1) * size}`)
      const total = rows[0]?.all ?? (page === 1 ? 0 : await countAll(items, where))
      return { items: rows.map((row) => ({ itemId: String(row.item_id), index: Number(row.place) })), total }
    },
    turns: (experimentIds: string[], itemIds: string[]) =>
      itemIds.length
        ? db
            .select()
            .from(experimentTurn)
            .where(and(inArray(experimentTurn.experimentId, experimentIds), inArray(experimentTurn.itemId, itemIds)))
            .orderBy(experimentTurn.pos, experimentTurn.itemId, experimentTurn.trial, experimentTurn.turn)
        : Promise.resolve([]),
    scores: (turnIds: string[]) =>
      turnIds.length
        ? db.select().from(experimentScore).where(inArray(experimentScore.turnId, turnIds))
        : Promise.resolve([]),
  }
  async function countAll(items: SQL, where: SQL): Promise<number> {
    const { rows } = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM ${items} ${where}`)
    return rows[0]!.n
  }
}
export type ResultRepo = ReturnType<typeof createResultRepo>
