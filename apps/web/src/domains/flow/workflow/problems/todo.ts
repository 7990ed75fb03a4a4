import { gapsOf } from '@orrery/engine/describe'
import type { Issue } from '@orrery/engine/validate'
import { type Canvas, hasOnlyEnds } from '../document/canvas.ts'
import { indexOf } from '../document/canvas-index.ts'
import { isFieldUntouched, isUntouched } from '../nodes/untouched.ts'
import type { Problem } from './problem.ts'

/** Issues that a newly added node already has. */
const initialCodes = new Set<Issue['code']>([
  'unreachable',
  'deadEnd',
  'portOpen',
  'bodyStart',
  'bodyEnd',
  'emptyReference',
  'notChosen',
  'noVariable',
  'noDefaultData',
])

/** Whether an issue exists only because nobody has edited the node yet. */
export function isIssueTodo(canvas: Canvas, code: Issue['code'], nodeId: string): boolean {
  if (code === 'startOpen' || code === 'endOpen') return hasOnlyEnds(canvas)
  const node = indexOf(canvas).get(nodeId)?.node
  if (!node) return false
  const gaps = gapsOf(node)
  if (code === 'emptyReference' && gaps.length > 0) return gaps.every((gap) => isFieldUntouched(node, gap.field))
  return initialCodes.has(code) && isUntouched(node)
}

export const asTodo = (problem: Problem, isTodo: boolean): Problem => (isTodo ? { ...problem, isTodo } : problem)
