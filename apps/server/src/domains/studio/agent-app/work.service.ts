import { APP_PLAN_LIMITS, type AppPlan, PROJECT_LIMITS, StepStatus, WorkStatus } from '@orrery/contract'
import { languageOf, scopeOf, stepsOfPlan, titleOfStep, type AppStep } from '@orrery/engine/app-plan'
import type { InterfaceFacts } from '@orrery/engine/interface'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentAppRepo } from './agent-app.repo.ts'
import type { StepRow, WorkRow } from './agent-app.table.ts'
import type { Asking, Spent } from './ask-json.ts'
import type { InterfaceSteps } from './interface-step.ts'
import type { PlanWriter } from './plan-writer.service.ts'
import type { BuildingWork, StepRunner } from './step-runner.ts'

export interface WorkDeps {
  repo: AgentAppRepo
  projects: Pick<ProjectService, 'create' | 'get'>
  writer: PlanWriter
  steps: StepRunner
  screens: InterfaceSteps
  facts(projectId: string): Promise<InterfaceFacts>
  bus: Bus
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface WorkWithSteps {
  work: WorkRow
  steps: StepRow[]
}
const TOPIC = 'agentWork'
const { planning, waiting, building, done, failed, stopped, undone } = WorkStatus
const MOST_LISTED = 50

/**
 * Builds apps: writes a plan, then executes one step after the other. Each step is stored with the id of what it
 * creates before it is executed, so that another process can continue after a crash without creating anything twice.
 */
export function createAgentWorks(deps: WorkDeps) {
  const { repo, clock, writer } = deps
  const running = new Map<string, AbortController>()
  deps.bus.subscribe(TOPIC, (id) => running.get(id)?.abort())
  const leased = createLeasedWork({ ...deps, name: 'agent-work', store: repo.leases, work })

  async function get(id: string): Promise<WorkRow> {
    const row = await repo.work(id)
    if (!row) throw errors.notFound({ what: 'task' })
    return row
  }
  /** Counts what a model used, also if the work fails later. */
  const askingFor = (row: WorkRow, signal: AbortSignal, step?: StepRow): Asking => ({
    signal,
    async spend({ tokens, repairs }: Spent) {
      row.tokens += tokens
      row.repairs += repairs
      await repo.setWork(row.id, { tokens: row.tokens, repairs: row.repairs }, [planning, building, stopped])
      if (!step) return
      step.tokens += tokens
      step.repairs += repairs
      await repo.setStep(row.id, step.n, { tokens: step.tokens, repairs: step.repairs })
    },
  })
  async function addSteps(workId: string, steps: AppStep[]): Promise<StepRow[]> {
    const rows = steps.map((spec, n) => ({
      n,
      spec,
      scope: scopeOf(spec),
      title: titleOfStep(spec),
      madeId: deps.newId(),
    }))
    await repo.addSteps(workId, rows)
    return repo.steps(workId)
  }

  async function plan(row: WorkRow, fence: number, signal: AbortSignal): Promise<void> {
    const asking = askingFor(row, signal)
    const at = { updatedAt: clock.now(), leaseUntil: 0 }
    if (!row.projectId) {
      const written = await writer.plan(row, asking)
      await repo.setWork(row.id, { plan: written, status: waiting, ...at }, [planning], fence)
      return
    }
    const head = await deps.projects.get(row.projectId)
    const document = await deps.screens.document(row.projectId, row.userId, head.name)
    const steps = await writer.changes(row, document, await deps.facts(row.projectId), asking)
    const outside = row.pages.length ? steps.find((step) => !isConfinedTo(step, row.pages)) : undefined
    if (outside) throw agentAppErrors.outsideScope({ scope: row.pages.join(', '), path: scopeOf(outside) })
    await addSteps(row.id, steps)
    if (await repo.setWork(row.id, { status: building, updatedAt: clock.now() }, [planning], fence))
      await build({ ...row, projectId: row.projectId, status: building }, fence, signal)
  }
  /** The project of the work, created under the planned id if it does not exist yet. */
  async function projectFor(row: WorkRow): Promise<BuildingWork> {
    if (row.projectId) return { ...row, projectId: row.projectId }
    const id = row.plannedId
    const isThere = await deps.projects.get(id).then(
      () => true,
      () => false,
    )
    if (!isThere) {
      const { spaceId, userId, message } = row
      const name = (row.plan?.title ?? message).slice(0, PROJECT_LIMITS.name).trim()
      const { refusal } = await deps.projects.create({ id, spaceId, userId, name, description: message.slice(0, 300) })
      if (refusal) throw refusal
    }
    await repo.setWork(row.id, { projectId: id }, [building])
    return { ...row, projectId: id }
  }
  async function build(row: WorkRow, fence: number, signal: AbortSignal): Promise<void> {
    const target = await projectFor(row)
    const { name } = await deps.projects.get(target.projectId)
    const known = await repo.steps(row.id)
    const steps =
      known.length || !row.plan
        ? known
        : await addSteps(row.id, stepsOfPlan(row.plan, await writer.hasModel(row.spaceId)))
    for (const step of steps) {
      if (step.status === StepStatus.done) continue
      // The work was stopped, or another process has taken it over.
      if (!(await repo.setWork(row.id, { updatedAt: clock.now() }, [building], fence))) return
      await repo.setStep(row.id, step.n, { status: StepStatus.working })
      try {
        await deps.steps.run(target, step, name, askingFor(row, signal, step))
      } catch (cause) {
        await repo.setStep(row.id, step.n, { status: signal.aborted ? StepStatus.waiting : StepStatus.failed })
        throw cause
      }
      await repo.setStep(row.id, step.n, { status: StepStatus.done })
    }
    await repo.setWork(row.id, { status: done, updatedAt: clock.now(), leaseUntil: 0 }, [building], fence)
    await repo.trim(target.projectId)
  }
  async function work(id: string, fence: number): Promise<void> {
    const row = await repo.work(id)
    if (row?.fence !== fence) return
    const controller = new AbortController()
    running.set(id, controller)
    try {
      await (row.status === planning ? plan : build)(row, fence, controller.signal)
    } catch (cause) {
      if (controller.signal.aborted) return
      if (!(cause instanceof AppError)) deps.log.warn({ err: cause, workId: id }, 'an app could not be built')
      const [problem, problemZh] =
        cause instanceof AppError
          ? [cause.text('en'), cause.text('zh-CN')]
          : ['It could not be done. Try again', '操作未能完成，请重试']
      const change = { status: failed, problem: problem.slice(0, 1000), problemZh: problemZh.slice(0, 1000) }
      await repo.setWork(id, { ...change, updatedAt: clock.now(), leaseUntil: 0 }, [planning, building], fence)
    } finally {
      running.delete(id)
    }
  }
  async function begin(values: {
    spaceId: string
    userId: string
    projectId?: string
    message: string
    language?: 'en' | 'zh' | undefined
    pages?: string[]
  }): Promise<string> {
    const id = deps.newId()
    const now = clock.now()
    await repo.insertWork({
      id,
      spaceId: values.spaceId,
      projectId: values.projectId ?? null,
      plannedId: values.projectId ?? deps.newId(),
      userId: values.userId,
      message: values.message,
      language: values.language ?? languageOf(values.message),
      pages: values.pages ?? [],
      status: planning,
      createdAt: now,
      updatedAt: now,
    })
    await leased.enqueue(id)
    return id
  }

  return {
    run: leased.run,
    start: leased.start,
    get,
    withSteps: async (id: string): Promise<WorkWithSteps> => ({ work: await get(id), steps: await repo.steps(id) }),
    /** Starts planning an app from a description. */
    describe: begin,
    /** Starts a change of a project. One change at a time, since each builds on the result of the previous one. */
    async say(values: { spaceId: string; userId: string; projectId: string; message: string; pages: string[] }) {
      if (await repo.isBusy(values.projectId)) throw agentAppErrors.alreadyBuilding()
      return begin(values)
    },
    async list(projectId: string): Promise<WorkWithSteps[]> {
      const works = await repo.worksOf(projectId, MOST_LISTED)
      const steps = Map.groupBy(await repo.stepsOf(works.map(({ id }) => id)), ({ workId }) => workId)
      return works.map((row) => ({ work: row, steps: steps.get(row.id) ?? [] })).toReversed()
    },
    /** Writes the plan again with the answers of the person. */
    async answer(id: string, answers: Record<string, string>): Promise<void> {
      const row = await get(id)
      const change = { answers: { ...row.answers, ...answers }, status: planning, updatedAt: clock.now() }
      if (!(await repo.setWork(id, change, [waiting]))) throw agentAppErrors.notOpen()
      await leased.enqueue(id)
    },
    /** Builds the plan as edited by the person, or resumes work that was stopped or failed. */
    async build(id: string, given: AppPlan | undefined): Promise<void> {
      const row = await get(id)
      if (given && JSON.stringify(given).length > APP_PLAN_LIMITS.bytes)
        throw agentAppErrors.planTooLarge({ max: APP_PLAN_LIMITS.bytes })
      if (row.status === planning || (!row.plan && !row.projectId)) throw agentAppErrors.noPlan()
      const isFresh = row.status === waiting
      const change = {
        ...(isFresh && given && { plan: { ...given, questions: [] } }),
        status: building,
        problem: '',
        problemZh: '',
        updatedAt: clock.now(),
      }
      if (!(await repo.setWork(id, change, isFresh ? [waiting] : [failed, stopped]))) throw agentAppErrors.notOpen()
      await leased.enqueue(id)
    },
    async stop(id: string): Promise<void> {
      const change = { status: stopped, updatedAt: clock.now(), leaseUntil: 0 }
      if (!(await repo.setWork(id, change, [planning, waiting, building]))) throw agentAppErrors.notOpen()
      await deps.bus.publish(TOPIC, id)
    },
    /** Undoes one change, last step first. An app built from a description is deleted with its project instead. */
    async undo(id: string, userId: string): Promise<void> {
      const row = await get(id)
      if (!row.projectId || row.plan) throw agentAppErrors.cannotUndo()
      const steps = (await repo.steps(id)).filter(({ status }) => status === StepStatus.done)
      if (![done, failed, stopped].includes(row.status as never) || !steps.length) throw agentAppErrors.nothingToUndo()
      if (await repo.isFollowed(row)) throw agentAppErrors.cannotUndo()
      for (const step of steps.toReversed()) {
        await deps.steps.undo({ ...row, projectId: row.projectId }, step, userId)
        await repo.setStep(id, step.n, { status: StepStatus.undone })
      }
      await repo.setWork(id, { status: undone, updatedAt: clock.now() }, [done, failed, stopped])
    },
  }
}
export type AgentWorks = ReturnType<typeof createAgentWorks>

/** Whether a step changes only the pages that the person named. */
const isConfinedTo = (step: AppStep, pages: readonly string[]): boolean =>
  step.kind === 'draw'
    ? step.pages.every((page) => pages.includes(page))
    : (step.kind === 'rename' || step.kind === 'note' || step.kind === 'drop') && pages.includes(step.page)
