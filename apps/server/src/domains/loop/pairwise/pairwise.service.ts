import type { ShownPairwise } from '@orrery/contract'
import { ExperimentStatus } from '@orrery/contract/shared/evaluation-enums'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db } from '#kit/db.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { wilson } from '#kit/stats/intervals.ts'
import { mcNemar } from '#kit/stats/paired.ts'
import { faultOfCall, type Pass } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import { judgePair, type Pair } from './pair-judge.ts'
import { pairwiseErrors } from './pairwise.errors.ts'
import { type PairRow, pairwise, pairwiseRow, type PairwiseRow } from './pairwise.table.ts'

export interface PairwiseDeps {
  db: Db
  models: Pick<ModelService, 'resolve'>
  results: Pick<Results, 'rowsOf' | 'parts' | 'itemIds'>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const State = { waits: 1, runs: 2, done: 3, stopped: 4 } as const
const states = { 1: 'waiting', 2: 'running', 3: 'done', 4: 'stopped' } as const
const WINDOW = 3
const inputs = ['input', 'query', 'question']
const references = ['reference_output', 'reference', 'expected_output', 'ground_truth']

/** Pairwise comparisons as held work: judged rows stay judged when a process dies. */
export function createPairwise({ db, models, results, jobs, newId, clock, log }: PairwiseDeps) {
  const find = async (id: string) => (await db.select().from(pairwise).where(eq(pairwise.id, id)))[0]
  async function get(spaceId: string, id: string): Promise<PairwiseRow> {
    const row = await find(id)
    if (row?.spaceId !== spaceId) throw errors.notFound({ what: 'comparison report' })
    return row
  }
  /** Rows that both experiments have with the same content and an output. */
  async function shared(rows: ExperimentRow[]): Promise<string[]> {
    const { rows: found } = await db.execute<{ id: string }>(sql`
      SELECT a.item_id::text AS id FROM experiment_turn a JOIN experiment_turn b
        ON b.item_id = a.item_id AND b.hash = a.hash AND b.turn = a.turn AND b.trial = a.trial AND b.has_output
      WHERE a.experiment_id = ${rows[0]!.id} AND b.experiment_id = ${rows[1]!.id} AND a.has_output
        AND a.turn = 0 AND a.trial = 0 ORDER BY a.pos, a.item_id`)
    return found.map(({ id }) => id)
  }
  async function pairsOf(row: PairwiseRow, itemIds: string[]): Promise<Map<string, Pair>> {
    const [first, second] = await results.rowsOf(row.spaceId, [row.firstId, row.secondId])
    const [a, b] = await Promise.all([results.parts(first!, itemIds), results.parts(second!, itemIds)])
    const outputOf = (parts: typeof a, itemId: string) =>
      parts.turns
        .filter((turn) => turn.itemId === itemId && turn.trial === 0)
        .map((turn) => turn.outputs.actual_output ?? '')
        .join('\n\n')
    return new Map(
      itemIds.map((itemId) => {
        const values = a.contents.get(itemId)?.[0] ?? {}
        const named = (names: string[]) => {
          const field = names.flatMap((name) => a.fields.find((one) => one.name === name) ?? [])[0]
          return field ? (values[field.key]?.text ?? '') : ''
        }
        const turn = a.turns.find((one) => one.itemId === itemId)
        const input = turn?.input.input ?? named(inputs)
        return [
          itemId,
          { input, reference: named(references), first: outputOf(a, itemId), second: outputOf(b, itemId) },
        ] as const
      }),
    )
  }
  type Done = Pick<PairRow, 'itemId'> & Partial<PairRow>
  async function openPass(id: string, fence: number): Promise<Pass<PairRow, Done> | undefined> {
    const row = await find(id)
    if (!row) return undefined
    const mine = and(eq(pairwise.id, id), eq(pairwise.fence, fence))
    await db.update(pairwise).set({ state: State.runs }).where(mine)
    const model = await models.resolve(row.modelId || undefined, row.spaceId)
    const missing = await db
      .select()
      .from(pairwiseRow)
      .where(and(eq(pairwiseRow.pairwiseId, id), isNull(pairwiseRow.forward), eq(pairwiseRow.error, '')))
      .orderBy(asc(pairwiseRow.nth))
    let pairs = new Map<string, Pair>()
    return {
      window: WINDOW,
      retries: 2,
      async next(limit) {
        const some = missing.splice(0, limit)
        pairs = new Map([
          ...pairs,
          ...(await pairsOf(
            row,
            some.map(({ itemId }) => itemId),
          )),
        ])
        return some
      },
      async work({ itemId }, signal) {
        const pair = pairs.get(itemId)!
        pairs.delete(itemId)
        const given = await judgePair(model, row.question, pair, { userId: row.createdBy }, signal).catch(
          (cause: unknown) => {
            pairs.set(itemId, pair)
            throw cause
          },
        )
        return { itemId, ...given }
      },
      failed({ itemId }, cause) {
        const known = cause instanceof AppError ? cause : errors.internal()
        return { itemId, error: known.text('en'), errorZh: known.text('zh-CN') }
      },
      faultOf: faultOfCall,
      write: (list) =>
        db.transaction(async (tx) => {
          const [held] = await tx.select({ id: pairwise.id }).from(pairwise).where(mine).for('update')
          if (!held) return false
          for (const { itemId, ...set } of list)
            await tx
              .update(pairwiseRow)
              .set(set)
              .where(and(eq(pairwiseRow.pairwiseId, id), eq(pairwiseRow.itemId, itemId)))
          return true
        }),
      isCancelled: async () => !(await find(id)),
    }
  }
  const sweep = createSweep({
    name: 'pairwise',
    store: createLeaseStore(db, pairwise, sql`state IN (1, 2)`),
    jobs,
    clock,
    log,
    open: openPass,
    async finish(id, fence, outcome) {
      const cause = outcome.end === 'stopped' ? outcome.cause : undefined
      const problem = cause instanceof AppError ? cause : cause ? errors.internal() : undefined
      await db
        .update(pairwise)
        .set({
          state: problem ? State.stopped : State.done,
          problem: problem?.text('en') ?? '',
          problemZh: problem?.text('zh-CN') ?? '',
          leaseUntil: 0,
        })
        .where(and(eq(pairwise.id, id), eq(pairwise.fence, fence)))
    },
  })
  async function shown(row: PairwiseRow, locale: Locale): Promise<ShownPairwise> {
    const rows = await db
      .select()
      .from(pairwiseRow)
      .where(eq(pairwiseRow.pairwiseId, row.id))
      .orderBy(asc(pairwiseRow.nth))
    const isZh = locale === 'zh-CN'
    const judged = rows.filter(({ forward }) => forward !== null)
    // An output that wins in one order only counts as a tie.
    const winnerOf = ({ forward, backward }: PairRow) => (forward === backward ? forward : 0)
    const count = (winner: number) => judged.filter((one) => winnerOf(one) === winner).length
    const [ties, losses, wins] = [count(0), count(1), count(2)]
    const decided = wins + losses
    const split = judged.filter(({ forward, backward }) => forward !== backward).length
    const winners = ['tie', 'first', 'second'] as const
    return {
      id: row.id,
      experiment_ids: [row.firstId, row.secondId],
      question: row.question,
      model_id: row.modelId,
      state: states[row.state],
      problem: isZh ? row.problemZh : row.problem,
      rows: rows.length,
      judged: judged.length,
      failed: rows.filter(({ error }) => error).length,
      wins,
      losses,
      ties,
      ...(decided && { win_rate: wins / decided, interval: wilson(wins, decided), p: mcNemar(wins, losses) }),
      ...(judged.length && { contradictions: split / judged.length }),
      is_offline: judged.some(({ isOffline }) => isOffline),
      cost: rows.reduce((sum, { cost }) => sum + cost, 0),
      results: rows.map((one) => ({
        item_id: one.itemId,
        index: one.nth,
        winner: one.forward === null ? ('none' as const) : winners[winnerOf(one)!],
        reason: one.reason,
        error: isZh ? one.errorZh : one.error,
      })),
    }
  }
  const of = (firstId: string, secondId: string) => and(eq(pairwise.firstId, firstId), eq(pairwise.secondId, secondId))
  return {
    get,
    shown,
    run: sweep.run,
    startWork: sweep.start,
    async last(spaceId: string, firstId: string, secondId: string): Promise<PairwiseRow | undefined> {
      await results.rowsOf(spaceId, [firstId, secondId])
      const [row] = await db.select().from(pairwise).where(of(firstId, secondId)).orderBy(desc(pairwise.id)).limit(1)
      return row
    },
    async start(spaceId: string, userId: string, ids: string[], question: string, modelId: string) {
      if (ids[0] === ids[1]) throw pairwiseErrors.sameTwice()
      const rows = await results.rowsOf(spaceId, ids)
      for (const { name, status } of rows)
        if (status < ExperimentStatus.success) throw pairwiseErrors.notEnded({ name })
      await models.resolve(modelId || undefined, spaceId)
      const itemIds = await shared(rows)
      if (!itemIds.length) throw pairwiseErrors.notSame()
      const [firstId, secondId] = ids as [string, string]
      const row = { id: newId(), spaceId, firstId, secondId, question, modelId, state: State.waits }
      await db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pairwise/${firstId}/${secondId}`}, 0))`)
        if (await tx.$count(pairwise, and(of(firstId, secondId), inArray(pairwise.state, [1, 2]))))
          throw pairwiseErrors.running()
        await tx.insert(pairwise).values({ ...row, createdBy: userId, createdAt: clock.now() })
        const lines = itemIds.map((itemId, at) => ({ pairwiseId: row.id, itemId, nth: at + 1 }))
        for (let at = 0; at < lines.length; at += 1000) await tx.insert(pairwiseRow).values(lines.slice(at, at + 1000))
      })
      await sweep.enqueue(row.id)
      return (await find(row.id))!
    },
  }
}
export type PairwiseService = ReturnType<typeof createPairwise>
