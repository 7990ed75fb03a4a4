import type { Frame, Graph, Plan, RunState, Task } from '#model.ts'
import type { Values } from '#values/own.ts'
import { queued } from './state.ts'

export interface FrameOptions {
  graph: Graph
  plan: Plan
  path: string
  depth: number
  outer?: Frame | undefined
  owner?: Task | undefined
  key?: string
  index?: number | undefined
  input?: Values
}

export function createFrame(run: RunState, options: FrameOptions): Frame {
  const { graph } = options
  const count = graph.nodes.length
  return {
    run,
    graph,
    plan: options.plan,
    path: options.path,
    outer: options.outer,
    owner: options.owner,
    key: options.key ?? '',
    index: options.index,
    depth: options.depth,
    state: Array<number>(count).fill(0),
    pending: graph.degree.slice(),
    active: graph.entry.slice(),
    outputs: Array<unknown>(count).fill(undefined),
    ports: Array<string | undefined>(count).fill(undefined),
    left: count,
    tasks: new Map(),
    emissions: undefined,
    cuts: undefined,
    input: options.input ?? {},
    result: undefined,
    failure: undefined,
    breaking: false,
    closed: false,
    pinned: undefined,
    edited: undefined,
  }
}

export function beginFrame(frame: Frame): void {
  for (const index of frame.graph.roots) enqueue(frame, index)
}

export function enqueue(frame: Frame, index: number): void {
  frame.state[index] = queued
  frame.run.queueFrames.push(frame)
  frame.run.queueNodes.push(index)
}
