import {
  PromptEnv,
  ReleaseStepStatus as Step,
  ReleaseTaskStatus as Status,
  type ReleaseStep,
  releaseSteps,
} from '@orrery/contract/shared/prompt-enums'
import { eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { ReleaseService, Slot } from '#domains/resources/prompt/release.service.ts'
import { shareOf, withPlan } from './gray-plan.ts'
import { releaseTaskErrors } from './prompt-release.errors.ts'
import { createTaskRepo } from './prompt-release.repo.ts'
import type { ReleaseGate } from './release-gate.ts'
import type { TaskChecks } from './task-checks.ts'
import {
  promptReleaseTask,
  type GrayStage,
  type TaskCheck,
  type TaskConfig,
  type TaskItem,
  type TaskRow,
  type TaskEvent,
  type TaskStep,
} from './prompt-release.table.ts'

export interface TaskDeps {
  db: Db
  newId: NewId
  clock: Clock
  prompts: PromptService
  drafts: Pick<DraftService, 'version'>
  releases: ReleaseService
  check: TaskChecks
  gate: ReleaseGate
  audit: Pick<AuditService, 'record'>
  /** Queues a notice in the transaction of the change; it is sent after the commit. */
  notify(task: TaskRow, event: TaskEvent, tx: Tx): Promise<void>
  /** Wakes the sender of queued notices. */
  wake(): Promise<void>
}
export interface NewTask extends Slot {
  spaceId: string
  items: { promptId: string; version: string }[]
  config: TaskConfig
  /** Whether to start with a gray release; its share comes from the config or from the plan of the space. */
  isGray: boolean
  comment: string
}
/** Who acts, and whether they are an owner or admin of the space. */
export interface Actor {
  userId: string
  mayApprove: boolean
}
type Act = 'prompt.approve' | 'prompt.reject' | 'prompt.escape' | 'prompt.skip' | 'prompt.guard'

/**
 * Releases in steps. Each step is one transaction that changes both the task and the served version, so a process that
 * dies never leaves a task between two steps.
 */
export function createTaskService(deps: TaskDeps) {
  const { db, newId, clock, prompts, drafts, releases, check, gate, audit, notify, wake } = deps
  const repo = createTaskRepo(db)
  const slotOf = ({ env, lane, label }: Slot): Slot => ({ env, lane, label })

  const isBlocked = (checks: TaskCheck[]) => checks.some(({ result }) => result === 'fail')
  const ended = (step: TaskStep | undefined, status: number, more: Partial<TaskStep> = {}): TaskStep => ({
    ...step,
    status,
    ...more,
    endedAt: clock.now(),
  })
  function after(task: TaskRow): ReleaseStep {
    const order = releaseSteps.filter((step) => task.steps[step])
    return order[order.indexOf(task.step) + 1]!
  }
  /** Moves to the next step and performs it. */
  async function advance(task: TaskRow, userId: string, tx: Tx): Promise<TaskRow> {
    const step = after(task)
    const begun: TaskStep = { status: Step.inProgress, by: userId, startedAt: clock.now() }
    const moved = { ...task, step, steps: { ...task.steps, [step]: begun } }
    if (step === 'approve') {
      if (task.config.escape)
        return advance({ ...moved, steps: { ...moved.steps, approve: ended(begun, Step.skipped) } }, userId, tx)
      return {
        ...moved,
        status: Status.pendingApproval,
        steps: { ...moved.steps, approve: { ...begun, status: Step.pendingApproval } },
      }
    }
    if (step === 'canary') {
      const stage = { at: 0, since: clock.now(), bad: 0 }
      const steps = { ...moved.steps, canary: { ...begun, stage } }
      return { ...moved, steps, status: Status.gray, items: await serve(moved, task.config.gray, tx) }
    }
    const items = await serve(moved, undefined, tx)
    return { ...moved, status: Status.finished, items, steps: { ...moved.steps, full: ended(begun, Step.finished) } }
  }
  /** Serves all versions of the task, or none, in one transaction. */
  async function serve(task: TaskRow, gray: TaskConfig['gray'], tx: Tx): Promise<TaskItem[]> {
    const items: TaskItem[] = []
    for (const item of task.items) {
      const { promptId, version } = item
      const before = await releases.online(promptId, slotOf(task), tx)
      const releaseId =
        !gray && item.releaseId
          ? await releases.releaseToAll(item.releaseId, task.releasedBy, tx)
          : await releases.release(promptId, task.releasedBy, version, slotOf(task), gray, tx)
      items.push({ ...item, releaseId, preVersion: before?.version ?? '' })
    }
    return items
  }
  async function note(action: Act, task: TaskRow, userId: string, detail: object, tx: Tx) {
    const { head } = await prompts.get(task.promptId)
    const versions = task.items.map(({ version }) => version).join(', ')
    await audit.record(
      {
        actorId: userId,
        spaceId: task.spaceId,
        action,
        target: task.promptId,
        detail: { name: head.name, version: versions, ...detail },
      },
      tx,
    )
  }
  /** Changes a task under a row lock. */
  async function change(id: string, work: (task: TaskRow, tx: Tx) => Promise<TaskRow>): Promise<TaskRow> {
    const changed = await db.transaction(async (tx) => {
      const [task] = await tx.select().from(promptReleaseTask).where(eq(promptReleaseTask.id, id)).for('update')
      if (!task) throw errors.notFound({ what: 'promptReleaseTask' })
      const { id: _, ...next } = await work(task, tx)
      const set = { ...next, updatedAt: clock.now() }
      await tx.update(promptReleaseTask).set(set).where(eq(promptReleaseTask.id, id))
      await announce(task.status, { ...set, id }, tx)
      return { ...set, id }
    })
    await prompts.changed(changed.spaceId)
    await wake()
    return changed
  }
  /** Queues the notices for a change of status. */
  async function announce(before: number, task: TaskRow, tx: Tx): Promise<void> {
    if (task.status === before) return
    if (before === Status.pendingApproval && task.status !== Status.rejected && task.status !== Status.cancelled)
      await notify(task, 'approved', tx)
    const events: Partial<Record<number, TaskEvent>> = {
      [Status.pendingApproval]: 'pending_approval',
      [Status.rejected]: 'rejected',
      [Status.finished]: 'finished',
      [Status.rolledBack]: task.steps.canary?.problem ? 'stopped_by_guard' : 'rolled_back',
    }
    const event = events[task.status]
    if (event) await notify(task, event, tx)
  }
  const requireStep = (task: TaskRow, step: string, status: number) => {
    if (task.step !== step || task.steps[task.step]?.status !== status)
      throw releaseTaskErrors.badStep({ step: task.step })
  }
  const requireOwn = (task: TaskRow, { userId, mayApprove }: Actor) => {
    if (task.releasedBy !== userId && !mayApprove) throw releaseTaskErrors.notYours()
  }
  const requireComment = (comment: string) => {
    if (!comment.trim()) throw releaseTaskErrors.needsComment()
  }
  async function requireApprover(task: TaskRow, { userId, mayApprove }: Actor): Promise<void> {
    if (!mayApprove) throw errors.noAccess()
    if (task.releasedBy === userId) throw releaseTaskErrors.ownRelease()
    for (const { promptId, version } of task.items)
      if ((await drafts.version(promptId, version)).createdBy === userId)
        throw releaseTaskErrors.ownVersion({ version })
  }
  async function checked(task: TaskRow, userId: string, tx: Tx): Promise<TaskRow> {
    const plain = await check(task)
    const isFit = !isBlocked(plain)
    const known = task.steps.check?.gate
    // Start the gate, which costs model calls, only if all other checks pass.
    const runs = !isFit ? [] : known && !(await gate.isOutdated(task, known)) ? known : await gate.begin(task)
    const judged = await gate.look(runs)
    const checks = [...plain, ...judged]
    const withStep = (step: TaskStep) => ({ ...task, checks, steps: { ...task.steps, check: { ...step, gate: runs } } })
    if (judged.some(({ result }) => result === 'wait'))
      return { ...withStep({ ...task.steps.check, status: Step.inProgress, by: userId }), status: Status.inProgress }
    const next = withStep(ended(task.steps.check, isBlocked(checks) ? Step.failed : Step.finished, { by: userId }))
    return isBlocked(checks) ? { ...next, status: Status.inProgress } : advance(next, userId, tx)
  }

  return {
    async create(given: NewTask, actor: Actor): Promise<TaskRow> {
      const ids = given.items.map(({ promptId }) => promptId)
      const twice = ids.find((id, at) => ids.indexOf(id) !== at)
      if (twice) throw releaseTaskErrors.twice({ id: twice })
      for (const { promptId, version } of given.items) await drafts.version(promptId, version)
      const { approval, protectedLabels, grayPlan, guard } = await releases.settings(given.spaceId)
      const config = withPlan(given.config, given.isGray, grayPlan, guard)
      const isProtected = protectedLabels.includes(given.label) && !actor.mayApprove
      const needsApproval = (approval && given.env === PromptEnv.production) || isProtected
      const { escape } = given.config
      if (escape !== undefined) {
        requireComment(escape)
        if (!actor.mayApprove) throw releaseTaskErrors.notYours()
      }
      const waiting: TaskStep = { status: Step.pendingStart }
      const now = clock.now()
      const task: TaskRow = {
        id: newId(),
        spaceId: given.spaceId,
        promptId: ids[0]!,
        items: given.items.map((item) => ({ ...item, preVersion: '', releaseId: '' })),
        ...slotOf(given),
        config,
        comment: given.comment,
        checks: [],
        steps: {
          check: { status: Step.inProgress, by: actor.userId, startedAt: now },
          ...(needsApproval && { approve: waiting }),
          ...(config.gray && { canary: waiting }),
          full: waiting,
        },
        step: 'check',
        status: Status.inProgress,
        releasedBy: actor.userId,
        cancelledBy: null,
        undoneBy: null,
        createdAt: now,
        updatedAt: now,
      }
      const made = await db.transaction(async (tx) => {
        const next = await checked(task, actor.userId, tx)
        await tx.insert(promptReleaseTask).values(next)
        await announce(Status.pendingStart, next, tx)
        if (needsApproval && escape) await note('prompt.escape', next, actor.userId, { reason: escape }, tx)
        return next
      })
      await prompts.changed(given.spaceId)
      await wake()
      return made
    },
    async get(id: string): Promise<TaskRow> {
      const found = await repo.find(id)
      if (!found) throw errors.notFound({ what: 'promptReleaseTask' })
      return found
    },
    find: repo.find,
    list: repo.list,
    mayApprove: async (task: TaskRow, actor: Actor): Promise<boolean> =>
      task.status === Status.pendingApproval &&
      (await requireApprover(task, actor).then(
        () => true,
        () => false,
      )),
    approve: (id: string, actor: Actor, step: string, comment: string) =>
      change(id, async (task, tx) => {
        requireStep(task, step, Step.pendingApproval)
        await requireApprover(task, actor)
        const approval = { by: actor.userId, passed: true, comment, at: clock.now() }
        await note('prompt.approve', task, actor.userId, { reason: comment }, tx)
        const approved = ended(task.steps.approve, Step.approved, { approval })
        return advance(
          { ...task, status: Status.approved, steps: { ...task.steps, approve: approved } },
          actor.userId,
          tx,
        )
      }),
    reject: (id: string, actor: Actor, step: string, comment: string) =>
      change(id, async (task, tx) => {
        requireStep(task, step, Step.pendingApproval)
        await requireApprover(task, actor)
        requireComment(comment)
        const approval = { by: actor.userId, passed: false, comment, at: clock.now() }
        await note('prompt.reject', task, actor.userId, { reason: comment }, tx)
        const steps = { ...task.steps, approve: ended(task.steps.approve, Step.rejected, { approval }) }
        return { ...task, status: Status.rejected, steps }
      }),
    /** Ends the gray release and serves the version to everybody. */
    finish: (id: string, actor: Actor, step: string) =>
      change(id, async (task, tx) => {
        requireOwn(task, actor)
        if (step !== 'canary') throw releaseTaskErrors.badStep({ step: task.step })
        requireStep(task, step, Step.inProgress)
        const steps = { ...task.steps, canary: ended(task.steps.canary, Step.finished) }
        return advance({ ...task, steps }, actor.userId, tx)
      }),
    retry: (id: string, actor: Actor, step: string) =>
      change(id, async (task, tx) => {
        requireOwn(task, actor)
        requireStep(task, step, Step.failed)
        // Judge again from the start, because rows or judge may have changed.
        const { gate: _, ...again } = task.steps.check!
        return checked({ ...task, steps: { ...task.steps, check: again } }, actor.userId, tx)
      }),
    judged: repo.judged,
    /** Continues the check once both versions are judged. */
    judge: (id: string) =>
      change(id, async (task, tx) =>
        task.step === 'check' && task.steps.check?.status === Step.inProgress
          ? checked(task, task.releasedBy, tx)
          : task,
      ),
    /** Skips the gray release. */
    skip: (id: string, actor: Actor, step: string, comment: string) =>
      change(id, async (task, tx) => {
        if (!actor.mayApprove) throw releaseTaskErrors.notYours()
        if (step !== 'canary') throw releaseTaskErrors.badStep({ step: task.step })
        requireStep(task, step, Step.inProgress)
        requireComment(comment)
        await note('prompt.skip', task, actor.userId, { reason: comment }, tx)
        const canary = ended(task.steps.canary, Step.skipped, { skippedBy: actor.userId, comment })
        return advance({ ...task, steps: { ...task.steps, canary } }, actor.userId, tx)
      }),
    growing: repo.growing,
    /** Stores the figures of the guard, and moves to the next share if it is due. */
    noteStage: (id: string, seen: GrayStage, next: 'stay' | 'grow' | 'all') =>
      change(id, async (task, tx) => {
        const { canary } = task.steps
        // A person may have ended the gray release meanwhile.
        if (task.status !== Status.gray || canary?.stage?.at !== seen.at) return task
        const stage = next === 'grow' ? { at: seen.at + 1, since: clock.now(), bad: 0 } : seen
        const noted = { ...task, steps: { ...task.steps, canary: { ...canary, stage } } }
        if (next === 'stay') return noted
        if (next === 'all') {
          const steps = { ...noted.steps, canary: ended(noted.steps.canary, Step.finished) }
          return advance({ ...noted, steps }, task.releasedBy, tx)
        }
        const gray = shareOf(task.config.plan![stage.at]!.share)
        for (const { releaseId } of task.items) await releases.changeGray(releaseId, gray, tx)
        return noted
      }),
    /** Ends a gray release because the new version is worse, and stores the reason. */
    stopByGuard: (id: string, seen: GrayStage, problem: { en: string; zh: string }) =>
      change(id, async (task, tx) => {
        const { canary } = task.steps
        if (task.status !== Status.gray || canary?.stage?.at !== seen.at) return task
        for (const { releaseId } of task.items) await releases.stopGray(releaseId, task.releasedBy, tx)
        await note('prompt.guard', task, task.releasedBy, { reason: problem.en }, tx)
        const steps = { ...task.steps, canary: ended(canary, Step.failed, { stage: seen, problem }) }
        return { ...task, status: Status.rolledBack, steps }
      }),
    async cancel(id: string, actor: Actor): Promise<void> {
      const { steps: left } = await change(id, async (task) => {
        requireOwn(task, actor)
        const open: number[] = [
          Status.pendingStart,
          Status.inProgress,
          Status.pendingApproval,
          Status.approved,
          Status.rejected,
        ]
        if (!open.includes(task.status)) throw releaseTaskErrors.notCancellable()
        const steps = { ...task.steps, [task.step]: ended(task.steps[task.step], Step.cancelled) }
        return { ...task, status: Status.cancelled, steps, cancelledBy: actor.userId }
      })
      await gate.stop(left.check?.gate ?? [])
    },
    /** Rolls back a released or gray version, unless a newer release replaced it. */
    rollback: (id: string, actor: Actor) =>
      change(id, async (task, tx) => {
        requireOwn(task, actor)
        const isGray = task.status === Status.gray
        if (!isGray && task.status !== Status.finished) throw releaseTaskErrors.notUndone()
        for (const { promptId, version, releaseId } of task.items) {
          if (isGray) {
            await releases.stopGray(releaseId, actor.userId, tx)
            continue
          }
          const served = await releases.online(promptId, slotOf(task), tx)
          if (served?.id !== releaseId) throw releaseTaskErrors.superseded({ version })
          await releases.rollback(promptId, actor.userId, version, slotOf(task), tx)
        }
        const steps = { ...task.steps, [task.step]: ended(task.steps[task.step], Step.rolledBack) }
        return { ...task, status: Status.rolledBack, steps, undoneBy: actor.userId }
      }),
  }
}
export type TaskService = ReturnType<typeof createTaskService>
