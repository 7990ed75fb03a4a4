import { BotMode } from '@orrery/contract'
import { CHECKUP_LIMITS, type CheckupScene, CheckupStatus } from '@orrery/contract/shared/checkup-enums'
import { ExperimentStatus, RetryMode, TargetState, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { Batches } from '#domains/loop/eval-plan/batch.service.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { ExperimentService, Caller } from '#domains/loop/experiment/experiment.service.ts'
import { experiment, type ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { CaseService } from './case.service.ts'
import { checkupErrors } from './checkup.errors.ts'
import { type CheckupQuestionRow, checkup, type CheckupHead, type CheckupRowRow, Stage } from './checkup.table.ts'
import type { CheckupEvaluators } from './evaluators.service.ts'
import type { Facts } from './facts.service.ts'
import { knownChunks } from './makers/knowledge.ts'
import { makeSkills } from './makers/make-skills.ts'
import { type CheckupRows, chosenRows } from './rows.service.ts'
import { type CheckKey, checkKeys, checks } from './shared/checks.ts'

export interface CheckupDeps {
  db: Db
  targets: Pick<EvalTargets, 'freeze' | 'version'>
  experiments: Pick<ExperimentService, 'ofBatch' | 'kill' | 'retry' | 'remove'>
  batches: Pick<Batches, 'begin'>
  models: Pick<ModelService, 'resolve'>
  cases: Pick<CaseService, 'isOff' | 'reader'>
  facts: Facts
  rows: CheckupRows
  evaluators: CheckupEvaluators
  nameOf(userId: string): Promise<string>
  /** The version of the last commit of a bot. */
  commitOf(botId: string): Promise<string | undefined>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const POLICY = 2
const ITEMS = 5
const EVALUATORS = 3
export const sampledTools = JSON.stringify({ tools: 'sampled' })
const open = [ExperimentStatus.pending, ExperimentStatus.processing]
const isOpen = (row: ExperimentRow | undefined) => row !== undefined && (open as number[]).includes(row.status)

export interface FoundCheckup {
  head: CheckupHead
  experiment: ExperimentRow | undefined
}
export function statusOf({ head, experiment: row }: FoundCheckup): number {
  if (head.stage === Stage.failed) return CheckupStatus.error
  if (head.stage === Stage.stopped) return CheckupStatus.terminated
  switch (row?.status) {
    case ExperimentStatus.processing:
      return CheckupStatus.processing
    case ExperimentStatus.success:
    case ExperimentStatus.failed:
      return CheckupStatus.completed
    case ExperimentStatus.terminated:
      return CheckupStatus.terminated
    case ExperimentStatus.systemTerminated:
      return CheckupStatus.error
    default:
      return CheckupStatus.creating
  }
}
export const isRunning = (found: FoundCheckup): boolean => statusOf(found) <= CheckupStatus.processing

/** Check-ups: freezes the draft, creates missing questions and runs them as an experiment. */
export function createCheckups(deps: CheckupDeps) {
  const { db, targets, experiments, batches, models, cases, facts, rows, clock, newId, log } = deps

  async function found(heads: CheckupHead[]): Promise<FoundCheckup[]> {
    const ids = heads.map(({ id }) => id)
    const all = ids.length ? await db.select().from(experiment).where(inArray(experiment.batchId, ids)) : []
    return heads.map((head) => ({ head, experiment: all.find(({ batchId }) => batchId === head.id) }))
  }
  const one = async (head: CheckupHead): Promise<FoundCheckup> => (await found([head]))[0]!
  async function get(spaceId: string, id: string, botId?: string): Promise<FoundCheckup> {
    const [head] = await db
      .select()
      .from(checkup)
      .where(and(eq(checkup.id, id), eq(checkup.spaceId, spaceId)))
    if (!head || (botId !== undefined && head.botId !== botId)) throw errors.notFound({ what: 'check-up' })
    return one(head)
  }
  /** Waiting or running check-ups of a bot or of a space. */
  async function running(by: { botId: string } | { spaceId: string }, tx: Tx): Promise<FoundCheckup[]> {
    const mine = 'botId' in by ? eq(checkup.botId, by.botId) : eq(checkup.spaceId, by.spaceId)
    const heads = await tx
      .select()
      .from(checkup)
      .where(
        and(
          mine,
          sql`(${checkup.stage} = ${Stage.creating} OR ${checkup.stage} = ${Stage.begun} AND EXISTS (
            SELECT FROM experiment e WHERE e.batch_id = ${checkup.id} AND e.status IN (2, 3)))`,
        ),
      )
    return found(heads)
  }
  const toAskedRow = ({ itemId, module, subDivision, skill, skillName, checks: list, questions }: CheckupRowRow) =>
    ({
      itemId,
      module,
      subDivision,
      skill,
      skillName,
      checks: list,
      turns: questions.length,
    }) satisfies CheckupQuestionRow

  async function begin(head: CheckupHead): Promise<CheckupQuestionRow[]> {
    const { spaceId, botId, createdBy: userId } = head
    const { version } = await targets.version(spaceId, head.targetVersionId)
    const { snapshot } = version
    if (snapshot.kind !== 'bot') throw errors.internal()
    const bot = { spaceId, botId, name: snapshot.name, config: snapshot.config }
    const skills = makeSkills(await facts.of(bot, userId, knownChunks(await rows.of(botId))))
    const synced = await rows.sync(spaceId, botId, userId, skills)
    const asked = chosenRows(
      synced.rows.filter(({ isDropped }) => !isDropped),
      head.scene,
    ).map(toAskedRow)
    if (!asked.length) throw checkupErrors.nothingToAsk()
    const model = await models.resolve(undefined, spaceId)
    const budget = Number((await cases.reader())('speed/whole', 'en')[0])
    const used = checkKeys.filter(
      (key) =>
        (key === 'latency' || asked.some((row) => row.checks.some((one) => one.key === key))) &&
        !(checks[key].needsModel && model.isOffline),
    )
    const contentOf = (key: CheckKey) =>
      key === 'latency'
        ? { kind: 'metric' as const, metric: 'latency_ms' as const, worst: budget }
        : checks[key].content
    const versions = await deps.evaluators(
      spaceId,
      userId,
      used.map((key) => ({ key, content: contentOf(key) })),
    )
    const onlyOf = (key: CheckKey) =>
      key === 'latency'
        ? asked.map(({ itemId }) => itemId)
        : asked.flatMap((row) =>
            row.checks
              .filter((check) => check.key === key)
              .map(({ turn = row.turns }) => (row.turns > 1 ? `${row.itemId}/${turn}` : row.itemId)),
          )
    const request = {
      space_id: spaceId,
      name: `Check-up: ${snapshot.name}`.slice(0, 80),
      desc: '',
      eval_set_id: synced.datasetId,
      eval_set_version_id: undefined,
      TargetID: undefined,
      TargetVersionID: head.targetVersionId,
      create_eval_target_param: undefined,
      evaluator_version_ids: [...versions.values()],
      target_field_mapping: { from_eval_set: [{ field_name: 'input', from_field_name: 'input' }] },
      evaluator_field_mapping: used.map((key) => ({
        evaluator_version_id: versions.get(key)!,
        from_eval_set: checks[key].fromSet,
        from_target: checks[key].fromTarget,
      })),
      item_concur_num: ITEMS,
      evaluators_concur_num: EVALUATORS,
      item_retry_num: 1,
      trial_num: 1,
      weights: Object.fromEntries(used.map((key) => [versions.get(key)!, key === 'latency' ? 0 : 1])),
    }
    const members = new Map(
      used.map((key) => [versions.get(key)!, { wireType: checks[key].wireType, only: onlyOf(key) }]),
    )
    const batch = { id: head.id, spaceId, policy: POLICY, createdBy: userId, createdAt: head.createdAt } as const
    await batches.begin(batch, [{ request, origin: { members, itemIds: asked.map(({ itemId }) => itemId) } }])
    return asked
  }
  async function work(id: string, fence: number): Promise<void> {
    const mine = and(eq(checkup.id, id), eq(checkup.fence, fence), eq(checkup.stage, Stage.creating))
    const [head] = await db.select().from(checkup).where(mine)
    if (!head) return
    try {
      const asked = await begin(head)
      const done = await db
        .update(checkup)
        .set({ stage: Stage.begun, rows: asked, leaseUntil: 0 })
        .where(mine)
        .returning({ id: checkup.id })
      // The check-up was stopped while its questions were created: stop its experiment too.
      if (!done.length) await end(head)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      log.info({ err: cause, checkup: id }, 'a check-up could not begin')
      const set = { problem: cause.text('en'), problemZh: cause.text('zh-CN'), stage: Stage.failed, leaseUntil: 0 }
      await db.update(checkup).set(set).where(mine)
    }
  }
  async function end({ id, spaceId, createdBy }: CheckupHead): Promise<void> {
    for (const row of await experiments.ofBatch(spaceId, [id]))
      if (isOpen(row)) await experiments.kill(spaceId, { userId: createdBy, canManageAll: true }, row.id)
  }
  const held = createLeasedWork({
    name: 'checkup',
    store: createLeaseStore(db, checkup, sql`stage = 1`),
    jobs: deps.jobs,
    clock,
    log,
    work,
  })
  /** Deletes the oldest check-ups of a bot beyond the limit. */
  async function deleteExcess(botId: string, who: Caller): Promise<void> {
    const old = await db
      .select()
      .from(checkup)
      .where(eq(checkup.botId, botId))
      .orderBy(desc(checkup.id))
      .offset(CHECKUP_LIMITS.kept)
      .limit(CHECKUP_LIMITS.kept)
    for (const head of old) await deleteCheckup(head, who)
  }
  async function deleteCheckup(head: CheckupHead, who: Caller): Promise<void> {
    const ids = (await experiments.ofBatch(head.spaceId, [head.id])).map(({ id }) => id)
    await experiments.remove(head.spaceId, { ...who, canManageAll: true }, ids)
    await db.delete(checkup).where(eq(checkup.id, head.id))
  }

  return {
    get,
    found,
    run: held.run,
    start: held.start,
    frozen: async (head: CheckupHead) => (await targets.version(head.spaceId, head.targetVersionId)).version,
    /** Newest first. */
    async list(botId: string, scene: CheckupScene | undefined, offset: number, limit: number): Promise<FoundCheckup[]> {
      const heads = await db
        .select()
        .from(checkup)
        .where(and(eq(checkup.botId, botId), scene ? eq(checkup.scene, scene) : undefined))
        .orderBy(desc(checkup.id))
        .offset(offset)
        .limit(limit)
      return found(heads)
    },
    /** Scores and versions of all stored check-ups, without their rows. */
    heads: (botId: string) =>
      db
        .select({
          id: checkup.id,
          scene: checkup.scene,
          version: checkup.version,
          commitVersion: checkup.commitVersion,
          score: checkup.score,
          createdAt: checkup.createdAt,
        })
        .from(checkup)
        .where(eq(checkup.botId, botId))
        .orderBy(desc(checkup.id))
        .limit(CHECKUP_LIMITS.kept),
    /** The last completed check-up of the same scene before this one. */
    async before({ id, botId, scene }: CheckupHead): Promise<FoundCheckup | undefined> {
      const [last] = await db
        .select({ head: checkup, experiment })
        .from(checkup)
        .innerJoin(experiment, eq(experiment.batchId, checkup.id))
        .where(
          and(
            eq(checkup.botId, botId),
            eq(checkup.scene, scene),
            lt(checkup.id, id),
            eq(checkup.stage, Stage.begun),
            inArray(experiment.status, [ExperimentStatus.success, ExperimentStatus.failed]),
          ),
        )
        .orderBy(desc(checkup.id))
        .limit(1)
      return last
    },
    /** When the last finished check-up of a bot started and ended. */
    async lastTimes(botId: string): Promise<{ id: string; startedAt: number; endedAt: number } | undefined> {
      const [last] = await db
        .select({ id: experiment.id, startedAt: experiment.startedAt, endedAt: experiment.endedAt })
        .from(checkup)
        .innerJoin(experiment, eq(experiment.batchId, checkup.id))
        .where(and(eq(checkup.botId, botId), gt(experiment.endedAt, 0)))
        .orderBy(desc(checkup.id))
        .limit(1)
      return last
    },
    saveScore: (id: string, score: number | null) => db.update(checkup).set({ score }).where(eq(checkup.id, id)),
    async submit(
      spaceId: string,
      userId: string,
      botId: string,
      scene: CheckupScene,
      isReal: boolean,
    ): Promise<string> {
      if (await cases.isOff(spaceId)) throw checkupErrors.disabled()
      const param = { sourceId: botId, type: TargetType.bot, state: TargetState.draft }
      const { version: frozen } = await targets.freeze(spaceId, userId, {
        ...param,
        ...(!isReal && { runtime: sampledTools }),
      })
      if (frozen.snapshot.kind !== 'bot') throw errors.internal()
      if (frozen.snapshot.config.bot_mode === BotMode.workflow) throw checkupErrors.workflowMode()
      const { version } = frozen.snapshot
      const commitVersion = (await deps.commitOf(botId)) === version ? version : ''
      const id = newId()
      const other = await db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`checkup/${spaceId}`}, 0))`)
        const [mine] = await running({ botId }, tx)
        if (mine) {
          const { head } = mine
          if (head.targetVersionId === frozen.id && head.scene === scene) return head.id
          throw checkupErrors.running({ name: await deps.nameOf(head.createdBy) })
        }
        if ((await running({ spaceId }, tx)).length >= CHECKUP_LIMITS.perSpace)
          throw checkupErrors.tooMany({ max: CHECKUP_LIMITS.perSpace })
        await tx.insert(checkup).values({
          id,
          spaceId,
          botId,
          scene,
          targetVersionId: frozen.id,
          version,
          commitVersion,
          isReal,
          stage: Stage.creating,
          createdBy: userId,
          createdAt: clock.now(),
        })
        return undefined
      })
      if (other) return other
      await held.enqueue(id)
      await deleteExcess(botId, { userId, canManageAll: true })
      return id
    },
    async kill({ head, experiment: row }: FoundCheckup, who: Caller): Promise<void> {
      if (head.stage === Stage.creating) {
        const [stopped] = await db
          .update(checkup)
          .set({ stage: Stage.stopped, leaseUntil: 0 })
          .where(and(eq(checkup.id, head.id), eq(checkup.stage, Stage.creating)))
          .returning({ id: checkup.id })
        if (stopped) return end(head)
      }
      if (!isOpen(row)) throw checkupErrors.notRunning()
      await experiments.kill(head.spaceId, who, row!.id)
    },
    /** Repeats only what has no result. A check-up that could not start begins again. */
    async retry(given: FoundCheckup): Promise<void> {
      const { head, experiment: row } = given
      if (isRunning(given)) throw checkupErrors.stillRuns()
      await db.update(checkup).set({ score: null }).where(eq(checkup.id, head.id))
      if (row) return void (await experiments.retry(head.spaceId, row.id, RetryMode.failed, []))
      const again = { stage: Stage.creating, problem: '', problemZh: '' }
      await db.update(checkup).set(again).where(eq(checkup.id, head.id))
      await held.enqueue(head.id)
    },
    async remove(given: FoundCheckup, who: Caller): Promise<void> {
      if (isRunning(given)) throw checkupErrors.stillRuns()
      await deleteCheckup(given.head, who)
    },
  }
}
export type Checkups = ReturnType<typeof createCheckups>
