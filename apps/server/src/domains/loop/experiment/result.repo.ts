import { isId } from '@orrery/contract/shared/is-id'
import { type ExperimentFilters } from '@orrery/contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { NumberList } from '#kit/stats/stats.ts'
import type { Pairs } from './verdicts.ts'
import { experimentErrors } from './experiment.errors.ts'
import { experimentScore, experimentTurn, type FigureScore, type FigureTurn } from './experiment.table.ts'

export interface ItemValue {
  itemId: string
  hash: string
  versionId: string
  /** Mean normal score over all turns and trials of the item, with corrections. */
  value: number
  isOffline: boolean
}
/** Weight of an evaluator in the overall score. */
type Weight = { versionId: string; weight: number }
export interface ValueList extends NumberList {
  /** Number of values in each tenth of the range 0 to 1. */
  tenths: number[]
}
export const TENTHS = 10
/** A row as the database returns it. */
type Line<T> = { [K in keyof T]: T[K] } & { key: string }
type ComparedLine = { [K in keyof Pairs]: Pairs[K] } & { key: string; isOwn: boolean }
export type Progress = {
  turns: number
  goodTurns: number
  badTurns: number
  items: number
  goodItems: number
  badItems: number
  openItems: number
  targetIn: number
  targetOut: number
  judgeIn: number
  judgeOut: number
  cost: number
  judgeCost: number
  ms: number
  error: string
  errorZh: string
}
export type SingleScore = {
  itemId: string
  turnId: string
  versionId: string
  score: number | null
  normal: number | null
  value: string
}
const figureTurn = {
  id: experimentTurn.id,
  itemId: experimentTurn.itemId,
  turn: experimentTurn.turn,
  hash: experimentTurn.hash,
  state: experimentTurn.state,
  ms: experimentTurn.ms,
}
const figureScore = {
  turnId: experimentScore.turnId,
  evaluatorVersionId: experimentScore.evaluatorVersionId,
  status: experimentScore.status,
  normal: experimentScore.normal,
  correctedNormal: experimentScore.correctedNormal,
  ms: experimentScore.ms,
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
/** Items with at least one turn in this experiment that meets the conditions. */
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
    const key = isId(field.filed_key ?? '') ? sql`AND s.evaluator_version_id = ${field.filed_key!}` : sql``
    return sql`EXISTS (${of} ${key} AND ${compared(sql`coalesce(s.corrected_score, s.score)`, operator, value)})`
  })
  if (!tests.length) return sql`true`
  return sql`(${sql.join(tests, logic_op === 2 ? sql` OR ` : sql` AND `)})`
}
const meanOf = (experimentId: string, evaluatorId: string) => sql`(SELECT avg(${given}) FROM experiment_score s
  JOIN experiment_turn t ON t.id = s.turn_id
  WHERE s.experiment_id = ${experimentId} AND s.evaluator_id = ${evaluatorId} AND t.item_id = i.item_id)`
const signs = { improved: sql`>`, regressed: sql`<`, same: sql`=` }

/** Value of each item by evaluator: the mean over its turns and trials, with corrections. */
const itemValues = (ids: readonly string[]) => sql`
  SELECT s.experiment_id AS e, t.item_id AS item, max(t.hash) AS hash, max(s.evaluator_id) AS evaluator,
    s.evaluator_version_id AS v, avg(${given}) AS value, bool_or(s.is_offline) AS off
  FROM experiment_score s JOIN experiment_turn t ON t.id = s.turn_id
  WHERE s.experiment_id IN (${listOf(ids)}) AND ${given} IS NOT NULL
  GROUP BY s.experiment_id, t.item_id, s.evaluator_version_id`
/** Smaller differences are rounding errors. */
const SLACK = 1e-9

/** Queries for results. Everything is computed on request, so nothing can be stale. */
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
      }>(itemValues(ids))
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
    /**
     * Values of all items by evaluator version; key '' has the overall score. Includes the counts per tenth. Values are
     * comma-separated text, as in `compared`.
     */
    async lists(id: string, weights: readonly Weight[]): Promise<Map<string, ValueList>> {
      if (!weights.length) return new Map()
      const tenths = Array.from(
        { length: TENTHS },
        (_, at) =>
          sql`count(*) FILTER (WHERE least(${TENTHS - 1}::int, floor(value * ${TENTHS}::int)) = ${at}::int)::int`,
      )
      const { rows } = await db.execute<Line<ValueList>>(sql`
        WITH v AS MATERIALIZED (${itemValues([id])}),
        w (version, weight) AS (VALUES ${sql.join(
          weights.map(({ versionId, weight }) => sql`(${versionId}::bigint, ${weight}::float8)`),
          sql`, `,
        )}),
        one AS (
          SELECT v::text AS key, item, value FROM v
          UNION ALL
          SELECT '', item, sum(value * weight) / sum(weight) FROM v JOIN w ON version = v.v
          GROUP BY item HAVING sum(weight) > 0)
        SELECT key, count(*)::int AS count, string_agg(value::text, ',' ORDER BY item) AS list,
          ARRAY[${sql.join(tenths, sql`, `)}] AS tenths
        FROM one GROUP BY key`)
      return new Map(rows.map((row) => [row.key, row]))
    },
    /**
     * Values of items that the baseline and another experiment share with the same content, by experiment and evaluator
     * versions; and the values of each experiment alone. Values are comma-separated text, which a worker thread parses
     * without blocking the event loop.
     */
    async compared(baseline: string, others: string[]) {
      const { rows } = await db.execute<ComparedLine>(sql`
        WITH v AS MATERIALIZED (${itemValues([baseline, ...others])})
        SELECT e || '/' || v AS key, true AS "isOwn", count(*)::int AS count,
          string_agg(value::text, ',' ORDER BY item) AS before, '' AS after, 0 AS improved, 0 AS regressed, 0 AS same,
          false AS "isMixed"
        FROM v GROUP BY e, v
        UNION ALL
        SELECT b.e || '/' || a.v || '/' || b.v, false, count(*)::int,
          string_agg(a.value::text, ',' ORDER BY a.item), string_agg(b.value::text, ',' ORDER BY a.item),
          count(*) FILTER (WHERE b.value - a.value > ${SLACK})::int,
          count(*) FILTER (WHERE a.value - b.value > ${SLACK})::int,
          count(*) FILTER (WHERE abs(a.value - b.value) <= ${SLACK})::int, bool_or(a.off <> b.off)
        FROM v a JOIN v b ON a.item = b.item AND a.evaluator = b.evaluator AND a.hash = b.hash
        WHERE a.e = ${baseline} AND b.e <> ${baseline} GROUP BY b.e, a.v, b.v`)
      const byKey = (isOwn: boolean) =>
        new Map<string, Pairs>(rows.filter((row) => row.isOwn === isOwn).map((row) => [row.key, row]))
      return { own: byKey(true), pairs: byKey(false) }
    },
    /** Number of items that all experiments have with the same content, and number of items in any of them. */
    async sharedItems(ids: string[]): Promise<{ shared: number; all: number }> {
      const { rows } = await db.execute<{ shared: number; all: number }>(sql`
        SELECT count(*)::int AS all, count(*) FILTER (WHERE n = ${new Set(ids).size} AND least = most)::int AS shared FROM (
          SELECT item_id, count(DISTINCT experiment_id) AS n, min(hash) AS least, max(hash) AS most
          FROM experiment_turn WHERE experiment_id IN (${listOf(ids)}) GROUP BY item_id) i`)
      return rows[0]!
    },
    /** Number of finished items, with or without a result. */
    async over(id: string): Promise<number> {
      const { rows } = await db.execute<{ n: number }>(sql`
        SELECT count(*)::int AS n FROM (
          SELECT FROM experiment_turn WHERE experiment_id = ${id} GROUP BY item_id HAVING bool_and(state IN (1, 2, 4))) i`)
      return rows[0]!.n
    },
    /** Pairs of automatic score and correction for the same turns. */
    async corrected(id: string): Promise<{ versionId: string; judge: number; human: number }[]> {
      const { rows } = await db.execute<{ v: string; judge: number; human: number }>(sql`
        SELECT evaluator_version_id AS v, normal AS judge, corrected_normal AS human FROM experiment_score
        WHERE experiment_id = ${id} AND normal IS NOT NULL AND corrected_normal IS NOT NULL`)
      return rows.map((row) => ({ versionId: String(row.v), judge: row.judge, human: row.human }))
    },
    /** Automatic scores of each item, before corrections. */
    async judged(id: string, versionIds: string[]): Promise<Map<string, NumberList>> {
      if (!versionIds.length) return new Map()
      const { rows } = await db.execute<Line<NumberList>>(sql`
        SELECT v::text AS key, count(*)::int AS count, string_agg(value::text, ',') AS list FROM (
          SELECT s.evaluator_version_id AS v, avg(s.normal) AS value FROM experiment_score s
          JOIN experiment_turn t ON t.id = s.turn_id
          WHERE s.experiment_id = ${id} AND s.normal IS NOT NULL AND s.evaluator_version_id IN (${listOf(versionIds)})
          GROUP BY s.evaluator_version_id, t.item_id) i GROUP BY v`)
      return new Map(rows.map((row) => [row.key, row]))
    },
    /** Time and cost of the target for each turn. */
    async times(id: string): Promise<{ ms: NumberList; cost: NumberList }> {
      const { rows } = await db.execute<{ count: number; ms: string; cost: string }>(sql`
        SELECT count(*)::int AS count, coalesce(string_agg(ms::text, ','), '') AS ms,
          coalesce(string_agg(cost::text, ','), '') AS cost
        FROM experiment_turn WHERE experiment_id = ${id} AND has_output`)
      const { count, ms, cost } = rows[0]!
      return { ms: { count, list: ms }, cost: { count, list: cost } }
    },
    async errors(id: string) {
      const { rows } = await db.execute<{ error: string; error_zh: string; n: number; items: string[] }>(sql`
        SELECT error, max(error_zh) AS error_zh, count(*)::int AS n,
          (array_agg(item_id::text ORDER BY pos))[1:20] AS items
        FROM experiment_turn WHERE experiment_id = ${id} AND state = 2 GROUP BY error ORDER BY n DESC LIMIT 50`)
      return rows
    },
    /** Usage of experiments, and the progress of their rows. */
    async progress(ids: string[]): Promise<Map<string, Progress>> {
      if (!ids.length) return new Map()
      const { rows } = await db.execute<Progress & { e: string }>(sql`
        SELECT t.experiment_id::text AS e, count(*)::int AS turns, count(*) FILTER (WHERE t.state = 1)::int AS "goodTurns",
          count(*) FILTER (WHERE t.state = 2)::int AS "badTurns", count(DISTINCT t.item_id)::int AS items,
          (count(DISTINCT t.item_id) - count(DISTINCT t.item_id) FILTER (WHERE t.state IN (0, 2, 3, 4)))::int AS "goodItems",
          count(DISTINCT t.item_id) FILTER (WHERE t.state = 2)::int AS "badItems",
          count(DISTINCT t.item_id) FILTER (WHERE t.state IN (0, 3))::int AS "openItems",
          coalesce(sum(t.input_tokens), 0)::float8 AS "targetIn", coalesce(sum(t.output_tokens), 0)::float8 AS "targetOut",
          coalesce(sum(t.cost), 0)::float8 AS cost, coalesce(sum(t.ms), 0)::float8 AS ms,
          coalesce(max(s.i), 0)::float8 AS "judgeIn", coalesce(max(s.o), 0)::float8 AS "judgeOut",
          coalesce(max(s.c), 0)::float8 AS "judgeCost", coalesce(max(t.error) FILTER (WHERE t.state = 2), '') AS error,
          coalesce(max(t.error_zh) FILTER (WHERE t.state = 2), '') AS "errorZh"
        FROM experiment_turn t LEFT JOIN (
          SELECT experiment_id, sum(input_tokens) AS i, sum(output_tokens) AS o, sum(cost) AS c
          FROM experiment_score WHERE experiment_id IN (${listOf(ids)}) GROUP BY 1) s ON s.experiment_id = t.experiment_id
        WHERE t.experiment_id IN (${listOf(ids)}) GROUP BY 1`)
      return new Map(rows.map((row) => [row.e, row]))
    },
    /** Every single score of an experiment, for figures by tag and by option. */
    async allScores(id: string): Promise<SingleScore[]> {
      const { rows } = await db.execute<SingleScore>(sql`
        SELECT t.item_id::text AS "itemId", t.id::text AS "turnId", s.evaluator_version_id::text AS "versionId",
          coalesce(s.corrected_score, s.score) AS score, ${given} AS normal, s.value
        FROM experiment_score s JOIN experiment_turn t ON t.id = s.turn_id
        WHERE s.experiment_id = ${id} AND s.status = 1`)
      return rows
    },
    /** Tags and group names of the rows of a version. */
    async tags(datasetId: string, vn: number): Promise<Map<string, { tags: string[]; key: string }>> {
      const { rows } = await db.execute<{ id: string; tags: string[]; key: string }>(sql`
        SELECT item_id::text AS id, tags, item_key AS key FROM dataset_item
        WHERE dataset_id = ${datasetId} AND add_vn <= ${vn} AND (del_vn IS NULL OR del_vn > ${vn})`)
      return new Map(rows.map(({ id, tags, key }) => [id, { tags, key }]))
    },
    /** Items in dataset order, with their state. */
    async itemIds(id: string): Promise<{ itemId: string; state: number }[]> {
      const { rows } = await db.execute<{ id: string; state: number }>(sql`
        SELECT item_id::text AS id, CASE
            WHEN bool_or(state = 3 AND has_output) THEN 4 WHEN bool_or(state = 3) THEN 1 WHEN bool_or(state = 0) THEN 0
            WHEN bool_or(state = 4) THEN 5 WHEN bool_or(state = 2) THEN 3 ELSE 2 END AS state
        FROM experiment_turn WHERE experiment_id = ${id} GROUP BY item_id ORDER BY min(pos), item_id`)
      return rows.map((row) => ({ itemId: row.id, state: row.state }))
    },
    /** Raw scores, for averages and distributions. */
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
    /** Turns and scores for figures, without inputs and outputs. */
    async figureLines(id: string): Promise<{ turns: FigureTurn[]; scores: FigureScore[] }> {
      const [turns, scores] = await Promise.all([
        db
          .select(figureTurn)
          .from(experimentTurn)
          .where(eq(experimentTurn.experimentId, id))
          .orderBy(experimentTurn.pos, experimentTurn.itemId, experimentTurn.trial, experimentTurn.turn),
        db.select(figureScore).from(experimentScore).where(eq(experimentScore.experimentId, id)),
      ])
      return { turns, scores }
    },
  }
  async function countAll(items: SQL, where: SQL): Promise<number> {
    const { rows } = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM ${items} ${where}`)
    return rows[0]!.n
  }
}
export type ResultRepo = ReturnType<typeof createResultRepo>
