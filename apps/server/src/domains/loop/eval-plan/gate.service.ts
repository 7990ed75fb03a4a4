import type { ShownGate } from '@orrery/contract'
import { ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import { experiment, type ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { Batches } from './batch.service.ts'
import { evalPlanErrors } from './eval-plan.errors.ts'
import { evalGate, type GateRow, type PlanRow } from './eval-plan.table.ts'
import type { PlanService } from './plan.service.ts'

export interface GateDeps {
  db: Db
  plans: Pick<PlanService, 'find' | 'get'>
  batches: Pick<Batches, 'start'>
  results: Pick<Results, 'itemIds' | 'weighted' | 'parts'>
  clock: Clock
  /** Current version of the draft of a bot. */
  draftVersion(botId: string): Promise<string>
}
const SHOWN = 20
const MAX_NAMED_ROWS = 5
const MAX_ROW_TEXT = 80

/** Publish gates: a plan that must pass on exactly the draft that is being published. */
export function createGates({ db, plans, batches, results, clock, draftVersion }: GateDeps) {
  const of = async (botId: string): Promise<GateRow | undefined> =>
    (await db.select().from(evalGate).where(eq(evalGate.botId, botId)))[0]
  async function lastRun(plan: PlanRow, botId: string, version: string): Promise<ExperimentRow | undefined> {
    const [row] = await db
      .select()
      .from(experiment)
      .where(
        and(
          eq(experiment.planId, plan.id),
          sql`EXISTS (SELECT FROM eval_target_version v WHERE v.id = ${experiment.targetVersionId}
            AND v.snapshot ->> 'botId' = ${botId} AND v.snapshot ->> 'version' = ${version}
            AND (v.snapshot ->> 'isDraft')::boolean)`,
        ),
      )
      .orderBy(desc(experiment.id))
      .limit(1)
    return row
  }
  async function evaluateGate(gate: GateRow, version: string): Promise<ShownGate | undefined> {
    const plan = await plans.find(gate.planId)
    if (!plan) return undefined
    const base = { bot_id: gate.botId, plan_id: plan.id, plan_name: plan.name, least_share: gate.leastShare }
    const run = await lastRun(plan, gate.botId, version)
    if (!run) return { ...base, state: 'never', experiment_id: '0', failing_rows: [] }
    if (run.status < ExperimentStatus.success)
      return { ...base, state: 'running', experiment_id: run.id, failing_rows: [] }
    const ids = (await results.itemIds(run.id)).map(({ itemId }) => itemId)
    const scores = (await results.weighted([run])).get(run.id)!
    // A row without a score does not pass.
    const failing = ids.flatMap((itemId, at) => {
      const score = scores.get(itemId)
      return score === undefined || score < run.pass ? [{ itemId, index: at + 1, score }] : []
    })
    const share = ids.length ? 1 - failing.length / ids.length : 0
    const shown = failing.slice(0, SHOWN)
    const { turns } = await results.parts(
      run,
      shown.map(({ itemId }) => itemId),
    )
    return {
      ...base,
      state: share >= gate.leastShare && run.status !== ExperimentStatus.terminated ? 'passed' : 'failed',
      experiment_id: run.id,
      share,
      failing_rows: shown.map(({ itemId, index, score }) => {
        const input = turns.find((turn) => turn.itemId === itemId)?.input ?? {}
        const text = (input.input ?? Object.values(input)[0] ?? '').slice(0, MAX_ROW_TEXT)
        return { item_id: itemId, index, ...(score !== undefined && { score }), text }
      }),
    }
  }
  return {
    async get(botId: string): Promise<ShownGate | undefined> {
      const gate = await of(botId)
      return gate && evaluateGate(gate, await draftVersion(botId))
    },
    async set(spaceId: string, userId: string, botId: string, planId: string | undefined, leastShare: number) {
      if (!planId) return void (await db.delete(evalGate).where(eq(evalGate.botId, botId)))
      const { target } = await plans.get(spaceId, planId)
      // A plan for another target could never pass.
      if (target?.type !== TargetType.bot || target.sourceId !== botId) throw evalPlanErrors.otherBot()
      const row = { planId, leastShare, createdBy: userId, createdAt: clock.now() }
      await db
        .insert(evalGate)
        .values({ botId, ...row })
        .onConflictDoUpdate({ target: evalGate.botId, set: row })
    },
    async run(userId: string, botId: string): Promise<string> {
      const gate = await of(botId)
      const plan = gate && (await plans.find(gate.planId))
      if (!plan?.target) throw errors.notFound({ what: 'plan' })
      const draft: PlanRow = { ...plan, target: { ...plan.target, state: 1 } }
      const { rows } = await batches.start(plan.spaceId, userId, [{ plan: draft, times: 1, runtime: '' }], 2)
      return rows[0]!.id
    },
    /** Which of these plans gate a bot. */
    async gated(planIds: string[]): Promise<Set<string>> {
      if (!planIds.length) return new Set()
      const rows = await db.select({ id: evalGate.planId }).from(evalGate).where(inArray(evalGate.planId, planIds))
      return new Set(rows.map(({ id }) => id))
    },
    /** Throws unless the gate has passed; the error names the failing rows. */
    async require(botId: string, version: string): Promise<void> {
      const gate = await of(botId)
      const shown = gate && (await evaluateGate(gate, version))
      if (!shown || shown.state === 'passed') return
      const rows = shown.failing_rows.slice(0, MAX_NAMED_ROWS)
      const list = rows.map(({ index, text }) => `${index} “${text}”`).join('; ')
      const problems = {
        never: ['It has not been run on this draft. Run it first', '尚未在当前草稿上运行，请先运行'],
        running: ['It is still running. Wait until it has ended', '仍在运行，请等待结束'],
        failed: [`Rows that fail: ${list}`, `未通过的数据：${list}`],
      } as const
      const [problem, problemZh] = problems[shown.state]
      throw evalPlanErrors.notPassed({ plan: shown.plan_name, problem, problemZh }, { gate: shown })
    },
  }
}
export type Gates = ReturnType<typeof createGates>
