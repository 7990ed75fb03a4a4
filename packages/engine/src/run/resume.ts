import type { Frame, Plan, RunState, Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError, toEngineError } from '#errors.ts'
import type { Values } from '#values/own.ts'
import { callOf, pathOf } from './call.ts'
import { createEmission } from './emission.ts'
import type { Checkpoint, SavedFrame, SavedNode } from './events.ts'
import { createFrame, enqueue } from './frame.ts'
import { endFrame, failRun } from './schedule.ts'
import { createRun, launch, type Run, type RunOptions } from './start.ts'
import { done, halted, idle, running, skipped } from './state.ts'
import { armTimer, attempt, createTask } from './task.ts'

export interface ResumeOptions extends Omit<RunOptions, 'runId'> {
  /** Answer to the first waiting interrupt; without it the run only continues what was running. */
  answer?: { eventId: string; data: string }
}

/** Continues a run from a checkpoint, in this process or any other, with the same plan. */
export function resume(plan: Plan, checkpoint: Checkpoint, options: ResumeOptions): Run {
  checkAnswer(checkpoint, options.answer)
  const { state, run } = createRun(plan, { ...options, runId: checkpoint.runId }, checkpoint.input)
  state.steps = checkpoint.steps
  state.size = checkpoint.size
  state.usage = { ...checkpoint.usage }
  state.sequence = new Map(Object.entries(checkpoint.sequence ?? {}))
  state.interrupts = checkpoint.interrupts.slice()
  for (const [url, name] of Object.entries(checkpoint.files)) state.files.set(url, name)
  const work: (() => void)[] = []
  // Called workflows may have to be loaded; nothing runs before all of them are available.
  state.paused = true
  const begin = () => {
    state.paused = false
    try {
      if (!options.signal?.aborted) for (const found of work) if (state.status === 'running') found()
    } catch (thrown) {
      return failRun(state, toEngineError(thrown))
    }
    launch(state, options.signal)
  }
  const loaded = restoreFrame(state.root, checkpoint.frame, work, options.answer)
  if (loaded) loaded.then(begin, (thrown: unknown) => failRun(state, toEngineError(thrown)))
  else begin()
  return run
}

function checkAnswer(checkpoint: Checkpoint, answer: ResumeOptions['answer']): void {
  if (!answer) return
  const [first] = checkpoint.interrupts
  if (!first)
    throw new EngineError(ErrorCode.engine.badParam, 'this run is not waiting for an answer', {
      zh: '此运行当前不在等待回答',
    })
  if (first.id !== answer.eventId) {
    throw new EngineError(
      ErrorCode.engine.badParam,
      `event ${answer.eventId} cannot be answered now; the first waiting event is ${first.id}`,
      { zh: `现在不能回答 ${answer.eventId}，须先回答 ${first.id}` },
    )
  }
}

type Later = Promise<void> | undefined

function restoreFrame(frame: Frame, saved: SavedFrame, work: (() => void)[], answer: ResumeOptions['answer']): Later {
  const { graph } = frame
  if (saved.b) frame.breaking = true
  if (saved.r) frame.result = saved.r
  const later: Promise<void>[] = []
  for (const [id, item] of Object.entries(saved.nodes)) {
    const i = graph.index.get(id)
    if (i === undefined)
      throw new EngineError(
        ErrorCode.engine.executeFail,
        `the checkpoint names node ${id}, which the workflow does not have`,
        { zh: `保存的运行状态中有节点 ${id}，工作流中没有该节点` },
      )
    if (item.s === 'd' || item.s === 's') restoreSettled(frame, i, item)
    else if (item.c) (frame.emissions ??= new Map()).set(i, createEmission(item.c[0]))
    if (item.s === 'r' || item.s === 'w') {
      const wait = restoreTask(frame, i, item, work, answer)
      if (wait) later.push(wait)
    }
  }
  work.push(() => {
    if (frame.closed) return
    graph.nodes.forEach((_, i) => {
      if (frame.state[i] === idle && frame.pending[i] === 0) enqueue(frame, i)
    })
    if (frame.left === 0) endFrame(frame)
  })
  return later.length ? Promise.all(later).then(() => {}) : undefined
}

function restoreSettled(frame: Frame, i: number, saved: SavedNode): void {
  const node = frame.graph.nodes[i]!
  const finished = saved.s === 'd'
  frame.state[i] = finished ? done : skipped
  frame.outputs[i] = saved.o
  frame.ports[i] = saved.p
  frame.left--
  for (const edge of node.edges) {
    if (finished && (edge.port === undefined || edge.port === saved.p)) frame.active[edge.to]!++
    frame.pending[edge.to]!--
  }
  for (const to of node.dataTo) frame.pending[to]!--
}

function restoreTask(
  frame: Frame,
  i: number,
  saved: SavedNode,
  work: (() => void)[],
  answer: ResumeOptions['answer'],
): Later {
  const node = frame.graph.nodes[i]!
  const task = createTask(frame, node)
  task.attempt = saved.a ?? 0
  task.input = (saved.i ?? {}) as Values
  task.state = structuredClone(saved.x)
  task.answer = saved.q
  task.usage = saved.u
  frame.tasks.set(i, task)
  if (saved.s === 'w') {
    frame.state[i] = halted
    task.eventId = saved.e
    if (answer && saved.e === answer.eventId) work.push(() => answerTask(task, answer.data))
    return undefined
  }
  frame.state[i] = running
  const later: Promise<void>[] = []
  for (const [key, child] of Object.entries(saved.k ?? {})) {
    const wait = restoreChild(task, key, child, work, answer)
    if (wait) later.push(wait)
  }
  // A node with graphs of its own continues them; every other node repeats its attempt under the same key.
  if (node.kind.childDone && saved.k) work.push(() => armTimer(task))
  else work.push(() => attempt(task))
  return later.length ? Promise.all(later).then(() => {}) : undefined
}

function answerTask(task: Task, data: string): void {
  const { run, frame, node } = task
  run.interrupts = run.interrupts.filter((interrupt) => interrupt.id !== task.eventId)
  task.eventId = undefined
  task.answer = data
  frame.state[node.index] = running
  attempt(task)
}

function restoreChild(
  task: Task,
  key: string,
  saved: SavedFrame,
  work: (() => void)[],
  answer: ResumeOptions['answer'],
): Later {
  const { frame, run, node } = task
  const mark = task.attempt ? `~${task.attempt}` : ''
  const open = (plan: Plan, workflow: SavedFrame['workflow']): Later => {
    const child = createFrame(run, {
      graph: workflow ? plan.root : node.body!,
      plan,
      path: workflow ? `${pathOf(task)}${mark}${key && `@${key}`}/` : `${pathOf(task)}${mark}#${saved.n}/`,
      depth: workflow ? frame.depth + 1 : frame.depth,
      outer: workflow ? undefined : frame,
      owner: task,
      key,
      index: saved.n,
      input: workflow?.input ?? {},
    })
    ;(task.children ??= new Map()).set(key, child)
    return restoreFrame(child, saved, work, answer)
  }
  if (!saved.workflow) return open(frame.plan, undefined)
  return loadPlan(run, task, saved.workflow).then((plan) => open(plan, saved.workflow))
}

async function loadPlan(run: RunState, task: Task, workflow: NonNullable<SavedFrame['workflow']>): Promise<Plan> {
  const plan = await run.ports.workflows?.load({ workflowId: workflow.id, version: workflow.version }, callOf(task))
  if (!plan)
    throw new EngineError(
      ErrorCode.engine.notFound,
      `workflow ${workflow.id} ${workflow.version} is not available any more`,
      { zh: `工作流 ${workflow.id} ${workflow.version} 已不可用` },
    )
  return plan
}
