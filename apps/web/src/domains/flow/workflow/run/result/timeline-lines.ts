import { describe } from '@orrery/engine/describe'
import { typeOfKey } from '@orrery/engine/node-type'
import type { RunStateName } from '#ui/run-state.tsx'
import { toneGround } from '../../nodes/tones.ts'
import { type Canvas, type CanvasNode, isComment, titleOf } from '../../document/canvas.ts'
import { findNode } from '../../document/canvas-index.ts'
import { stateOf } from '../run-states.ts'
import { placeOf, roundOf } from '../node-facts.ts'
import type { RunSnapshot, Step } from '../run-model.ts'
import { orderSteps } from '../trace-steps.ts'

/** One row of the timeline. */
export interface Line {
  path: string
  nodeId: string
  title: string
  type: string
  /** Shown after the title: the round. */
  note: string
  state: RunStateName
  offset: number
  ms: number
  level: number
  /** Whether the node is on this canvas, not in a called workflow. */
  isOwn: boolean
  /** Whether the following rows are steps inside it. */
  hasInner: boolean
  ground: string
}

const groundOf = (type: string): string => toneGround[describe(type)?.tone ?? 'code']

/** Rows for the steps in chronological order, then for nodes that were not reached. `round` formats a round. */
export function linesOf(run: RunSnapshot, canvas: Canvas, round: (at: number) => string, now: number): Line[] {
  const steps = orderSteps(run.steps)
  const elapsed = now - run.startedAt
  const lines = steps.map((step, at) => lineOf(step, steps[at + 1], run, canvas, round, elapsed))
  const seen = new Set(lines.filter((line) => line.isOwn).map((line) => line.nodeId))
  const rest = run.kind === 'node' ? [] : canvas.nodes.filter((node) => !seen.has(node.id) && !isComment(node))
  return [...lines, ...rest.flatMap((node) => restOf(node, run))]
}

function lineOf(
  step: Step,
  next: Step | undefined,
  run: RunSnapshot,
  canvas: Canvas,
  round: (at: number) => string,
  elapsed: number,
): Line {
  const isOwn = placeOf(step.path) !== null
  const node = isOwn ? findNode(canvas, step.nodeId) : undefined
  const type = node?.type ?? typeOfKey(step.type) ?? ''
  return {
    path: step.path,
    nodeId: step.nodeId,
    title: (node && titleOf(node)) || step.title,
    type,
    note: noteOf(roundOf(step.path), round),
    state: step.state,
    offset: step.offset,
    ms: step.state === 'running' && run.phase === 'running' ? Math.max(0, elapsed - step.offset) : step.ms,
    level: step.depth,
    isOwn,
    hasInner: next !== undefined && next.depth > step.depth,
    ground: groundOf(type),
  }
}

const noteOf = (at: number | undefined, round: (at: number) => string): string =>
  at === undefined ? '' : round(at + 1)

function restOf(node: CanvasNode, run: RunSnapshot): Line[] {
  const state = stateOf(run, node.id)
  if (state === undefined) return []
  return [
    {
      path: node.id,
      nodeId: node.id,
      title: titleOf(node),
      type: node.type,
      note: '',
      state,
      offset: 0,
      ms: 0,
      level: 0,
      isOwn: true,
      hasInner: false,
      ground: groundOf(node.type),
    },
  ]
}

/** The most relevant step: the innermost failure, otherwise a waiting step, otherwise the last finished one. */
export function mainPath(lines: readonly Line[], run: RunSnapshot): string {
  const failed = lines.filter((line) => line.state === 'failed')
  const deepest = failed.toSorted((a, b) => b.level - a.level)[0]
  const waiting = lines.find((line) => run.questions.some((question) => question.node_id === line.nodeId))
  const last = lines.findLast((line) => line.state === 'done')
  return (deepest ?? waiting ?? last ?? lines[0])?.path ?? ''
}
