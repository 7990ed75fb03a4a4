import { ExperimentStatus, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { and, desc, eq, gte, ilike, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { TargetOutput } from '#domains/loop/eval-target/shared/target-run.ts'
import {
  experiment,
  type ExperimentRow,
  experimentScore,
  experimentTurn,
  type NewScore,
  type TurnRow,
} from './experiment.table.ts'
import { endTurns, insertScores, insertTurns } from './turn-lines.ts'

/** Position of a row and trial, in the order of the dataset. */
export interface Place {
  pos: number
  itemId: string
  trial: number
}
export interface TurnResult {
  turnId: string
  state: TurnState
  input: Record<string, string>
  errorCode: number
  error: string
  errorZh: string
  scores: NewScore[]
  /** Stored outputs, which are written together with the scores. */
  outputs?: Record<string, string> | undefined
}
/** Filter for the runs of a plan. */
export interface PlanRuns {
  from?: number | undefined
  to?: number | undefined
  datasetIds?: string[] | undefined
  makers?: string[] | undefined
  description?: string | undefined
}
const open = [TurnState.queueing, TurnState.processing]
/** A free worker starts an experiment within this time. */
const QUICK_START_MS = 3000
const isOpen = sql`status IN (${ExperimentStatus.pending}, ${ExperimentStatus.processing}) AND NOT waits_outside`

export function createExperimentRepo(db: Db, clock: Clock) {
  const ofSpace = (spaceId: string, ids: string[]) => and(eq(experiment.spaceId, spaceId), inArray(experiment.id, ids))
  /** Locks the experiment for a write of its pass; false if another process took over or the experiment was deleted. */
  async function isMine(id: string, fence: number, tx: Tx): Promise<boolean> {
    const rows = await tx
      .select({ id: experiment.id })
      .from(experiment)
      .where(and(eq(experiment.id, id), eq(experiment.fence, fence)))
      .for('update')
    return rows.length > 0
  }
  /** The same check as an SQL condition, for single statements. */
  const held = (id: string, fence: number): SQL =>
    sql`(SELECT e.id FROM experiment e WHERE e.id = ${id} AND e.fence = ${fence} FOR UPDATE) IS NOT NULL`
  return {
    // Leases are shared out by space, so that a space with many experiments does not hold up the others.
    lease: createLeaseStore(db, experiment, isOpen, sql`space_id`),
    row: async (id: string) => (await db.select().from(experiment).where(eq(experiment.id, id)))[0],
    async many(spaceId: string, ids: string[]): Promise<ExperimentRow[]> {
      if (!ids.length) return []
      const rows = await db.select().from(experiment).where(ofSpace(spaceId, ids))
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    async list(where: SQL | undefined, page: number, size: number) {
      const of = db.select().from(experiment).where(where).orderBy(desc(experiment.id))
      const rows = await of.limit(size).offset((page - 1) * size)
      return { rows, total: await db.$count(experiment, where) }
    },
    /** Experiments of a plan, newest first. */
    async byPlan(spaceId: string, planId: string, by: PlanRuns, before: string | undefined, size: number) {
      const rows = await db
        .select()
        .from(experiment)
        .where(
          and(
            eq(experiment.spaceId, spaceId),
            eq(experiment.planId, planId),
            before ? lt(experiment.id, before) : undefined,
            by.from ? gte(experiment.createdAt, by.from) : undefined,
            by.to ? lte(experiment.createdAt, by.to) : undefined,
            by.datasetIds?.length ? inArray(experiment.datasetId, by.datasetIds) : undefined,
            by.makers?.length ? inArray(experiment.createdBy, by.makers) : undefined,
            by.description ? ilike(experiment.description, likeText(by.description)) : undefined,
          ),
        )
        .orderBy(desc(experiment.id))
        .limit(size + 1)
      return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : '' }
    },
    ofBatch: (spaceId: string, batchIds: string[]) =>
      batchIds.length
        ? db
            .select()
            .from(experiment)
            .where(and(eq(experiment.spaceId, spaceId), inArray(experiment.batchId, batchIds)))
            .orderBy(experiment.id)
        : Promise.resolve([]),
    /** Whether an experiment of another space has been waiting for a worker longer than usual. */
    async doOthersWait(spaceId: string): Promise<boolean> {
      const since = clock.now() - QUICK_START_MS
      const { rows } = await db.execute<{ waits: boolean }>(
        sql`SELECT EXISTS (SELECT FROM experiment WHERE ${isOpen} AND space_id <> ${spaceId}
          AND lease_until < ${since} AND updated_at < ${since}) AS waits`,
      )
      return rows[0]!.waits
    },
    countOpen: (spaceId: string, tx: Tx = db) => tx.$count(experiment, and(eq(experiment.spaceId, spaceId), isOpen)),
    isTaken: async (spaceId: string, name: string, except?: string, tx: Tx = db) =>
      (await tx.$count(
        experiment,
        and(
          eq(experiment.spaceId, spaceId),
          sql`lower(${experiment.name}) = lower(${name})`,
          except ? ne(experiment.id, except) : undefined,
        ),
      )) > 0,
    /** How many names start with the stem. */
    countNamed: (spaceId: string, stem: string) =>
      db.$count(
        experiment,
        and(eq(experiment.spaceId, spaceId), sql`starts_with(lower(${experiment.name}), lower(${stem}))`),
      ),
    insert: (row: typeof experiment.$inferInsert, tx: Tx) => tx.insert(experiment).values(row),
    /** Inserts a row for every turn of every item, once per trial, in a single statement. */
    insertTurns: (row: ExperimentRow, vn: number, newIdBase: () => string, tx: Tx, itemIds?: string[]) =>
      insertTurns(row, vn, newIdBase, tx, itemIds),
    /** The next unfinished rows. */
    async take(
      id: string,
      fence: number,
      after: Place | undefined,
      limit: number,
      { isPulled = false } = {},
    ): Promise<TurnRow[] | undefined> {
      // Skip turns whose output a program has not submitted yet.
      const brought = isPulled ? sql`AND has_output` : sql``
      return db.transaction(async (tx) => {
        if (!(await isMine(id, fence, tx))) return undefined
        const { rows } = await tx.execute<{ pos: number; item_id: string; trial: number }>(sql`
          SELECT DISTINCT pos, item_id, trial FROM experiment_turn
          WHERE experiment_id = ${id} AND state IN (${TurnState.queueing}, ${TurnState.processing}) ${brought}
            ${after ? sql`AND (pos, item_id, trial) > (${after.pos}::float8, ${after.itemId}::bigint, ${after.trial})` : sql``}
          ORDER BY pos, item_id, trial LIMIT ${limit}`)
        if (!rows.length) return []
        const items = sql.param(rows.map((row) => row.item_id))
        const trials = sql.param(rows.map((row) => row.trial))
        const within = sql`${experimentTurn.experimentId} = ${id} AND (${experimentTurn.itemId}, ${experimentTurn.trial}) IN (
          SELECT * FROM unnest(${items}::bigint[], ${trials}::int[])) ${brought}`
        return tx
          .select()
          .from(experimentTurn)
          .where(within)
          .orderBy(experimentTurn.pos, experimentTurn.itemId, experimentTurn.trial, experimentTurn.turn)
      })
    },
    scoresOf: (turnIds: string[]) =>
      turnIds.length
        ? db
            .select()
            .from(experimentScore)
            .where(sql`${experimentScore.turnId} = ANY (${sql.param(turnIds)}::bigint[])`)
        : Promise.resolve([]),
    /** Marks turns as processing, for display only. */
    mark: (id: string, fence: number, turnIds: string[]) =>
      db
        .update(experimentTurn)
        .set({ state: TurnState.processing })
        .where(
          and(
            sql`${experimentTurn.id} = ANY (${sql.param(turnIds)}::bigint[])`,
            eq(experimentTurn.state, TurnState.queueing),
            held(id, fence),
          ),
        ),
    /** Stores the output of the target before it is scored. One statement, because it runs once for each turn. */
    async saveOutput(id: string, fence: number, turnId: string, input: Record<string, string>, given: TargetOutput) {
      const { rowCount } = await db
        .update(experimentTurn)
        .set({ hasOutput: true, input, ...given, updatedAt: clock.now() })
        .where(and(eq(experimentTurn.id, turnId), held(id, fence)))
      return rowCount === 1
    },
    write: (id: string, fence: number, results: TurnResult[]) =>
      db.transaction(async (tx) => {
        if (!(await isMine(id, fence, tx))) return false
        await insertScores(
          results.flatMap((one) => one.scores),
          tx,
        )
        await endTurns(results, clock.now(), tx)
        return true
      }),
    async begin(id: string, fence: number): Promise<void> {
      await db
        .update(experiment)
        .set({
          status: ExperimentStatus.processing,
          isClean: false,
          startedAt: sql`CASE WHEN ${experiment.startedAt} = 0 THEN ${clock.now()} ELSE ${experiment.startedAt} END`,
        })
        .where(and(eq(experiment.id, id), eq(experiment.fence, fence), eq(experiment.status, ExperimentStatus.pending)))
    },
    status: async (id: string) =>
      (await db.select({ status: experiment.status }).from(experiment).where(eq(experiment.id, id)))[0]?.status,
    /** Marks unfinished turns as terminated. */
    endOpenTurns: (id: string, tx: Tx) =>
      tx
        .update(experimentTurn)
        .set({ state: TurnState.terminal, updatedAt: clock.now() })
        .where(and(eq(experimentTurn.experimentId, id), inArray(experimentTurn.state, open))),
    counts: async (ids: string[]) => (ids.length ? countsOf(db, ids) : []),
  }
}
export type ExperimentRepo = ReturnType<typeof createExperimentRepo>

export interface Counts {
  experimentId: string
  waiting: number
  success: number
  failed: number
  processing: number
  terminated: number
  inputTokens: number
  outputTokens: number
  cost: number
}
export async function countsOf(db: Db, ids: string[]): Promise<Counts[]> {
  const list = sql.join(
    ids.map((id) => sql`${id}::bigint`),
    sql`, `,
  )
  const { rows } = await db.execute<Record<keyof Counts, string | number>>(sql`
    SELECT t.experiment_id AS "experimentId",
      count(*) FILTER (WHERE state = 0)::int AS waiting, count(*) FILTER (WHERE state = 1)::int AS success,
      count(*) FILTER (WHERE state = 2)::int AS failed, count(*) FILTER (WHERE state = 3)::int AS processing,
      count(*) FILTER (WHERE state = 4)::int AS terminated,
      (coalesce(sum(t.input_tokens), 0) + coalesce(max(s.input_tokens), 0))::float8 AS "inputTokens",
      (coalesce(sum(t.output_tokens), 0) + coalesce(max(s.output_tokens), 0))::float8 AS "outputTokens",
      coalesce(sum(t.cost), 0) + coalesce(max(s.cost), 0) AS cost
    FROM experiment_turn t LEFT JOIN (
      SELECT experiment_id, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost
      FROM experiment_score WHERE experiment_id IN (${list}) GROUP BY experiment_id) s ON s.experiment_id = t.experiment_id
    WHERE t.experiment_id IN (${list}) GROUP BY t.experiment_id`)
  return rows.map((row) => ({ ...row, experimentId: String(row.experimentId), cost: Number(row.cost) })) as Counts[]
}
