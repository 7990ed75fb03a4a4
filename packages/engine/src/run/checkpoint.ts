import type { Frame, RunState, Task } from '#model.ts'
import { setOwn, type Values } from '#values/own.ts'
import type { Checkpoint, SavedFrame, SavedNode } from './events.ts'
import { done, halted, idle, queued, running, skipped } from './state.ts'

/** The run as plain JSON. Inputs and outputs never change, so they are shared with the run; node states are copied. */
export function snapshot(run: RunState): Checkpoint {
  return {
    v: 1,
    runId: run.id,
    workflowId: run.plan.workflowId,
    version: run.plan.version,
    input: run.root.input,
    frame: saveFrame(run.root),
    interrupts: run.interrupts.slice(),
    usage: { ...run.usage },
    sequence: Object.fromEntries(run.sequence),
    steps: run.steps,
    size: run.size,
    files: Object.fromEntries(run.files),
  }
}

function saveFrame(frame: Frame): SavedFrame {
  const { graph } = frame
  const nodes: Record<string, SavedNode> = {}
  const needed = neededOutputs(frame)
  for (const node of graph.nodes) {
    const i = node.index
    const state = frame.state[i]!
    if (state === done) setOwn(nodes, node.id, saveDone(frame, i, needed.has(i)))
    else if (state === skipped) setOwn(nodes, node.id, { s: 's' } satisfies SavedNode)
    else if (state === running || state === halted) setOwn(nodes, node.id, saveTask(frame.tasks.get(i)!, state))
  }
  if (frame.emissions) {
    for (const [i, { sent }] of frame.emissions) {
      if (frame.state[i] === idle || frame.state[i] === queued)
        setOwn(nodes, graph.nodes[i]!.id, { s: 'e', c: [sent] } satisfies SavedNode)
    }
  }
  const saved: SavedFrame = { nodes }
  if (frame.index !== undefined) saved.n = frame.index
  if (frame.breaking) saved.b = true
  if (frame.result) saved.r = frame.result
  if (frame.owner && !frame.outer) {
    saved.workflow = { id: frame.plan.workflowId, version: frame.plan.version, input: frame.input }
  }
  return saved
}

/** Outputs that are still read. The others are left out, so that the checkpoints of long runs stay small. */
function neededOutputs(frame: Frame): Set<number> {
  const needed = new Set<number>(frame.graph.exports)
  for (const node of frame.graph.nodes) {
    if (frame.state[node.index]! < done) for (const read of node.reads) needed.add(read)
  }
  return needed
}

function saveDone(frame: Frame, i: number, needed: boolean): SavedNode {
  const saved: SavedNode = { s: 'd' }
  const port = frame.ports[i]
  if (needed) saved.o = frame.outputs[i]
  if (port !== undefined) saved.p = port
  return saved
}

function saveTask(task: Task, state: number): SavedNode {
  const saved: SavedNode = { s: state === halted ? 'w' : 'r', i: task.input as Values }
  if (task.attempt) saved.a = task.attempt
  if (task.state !== undefined) saved.x = structuredClone(task.state)
  if (task.answer !== undefined) saved.q = task.answer
  if (task.eventId !== undefined && state === halted) saved.e = task.eventId
  const emission = task.frame.emissions?.get(task.node.index)
  if (emission) saved.c = [emission.sent]
  if (task.usage) saved.u = task.usage
  if (task.children?.size) {
    saved.k = {}
    for (const [key, child] of task.children) saved.k[key] = saveFrame(child)
  }
  return saved
}
