import type { Texts } from '#lib/i18n.ts'
import { blocksOf, titleOf } from '../document/canvas.ts'
import { readCanvas } from '../document/canvas-text.ts'
import { findProblems } from './find-problems.ts'
import type { Problem } from './problem.ts'

export interface PlacedProblem extends Pick<Problem, 'id' | 'level' | 'isTodo' | 'nodeId' | 'message'> {
  nodeTitle: string
  /** Label of the fix, if the problem has one. */
  fixLabel?: string
}

/** Finds the problems of a saved canvas without opening it. */
export async function problemsOfSchema(schema: string, t: Texts<'workflow-node'>): Promise<PlacedProblem[]> {
  const canvas = readCanvas(schema)
  if (!canvas) return []
  const { validate } = await import('@orrery/engine/validate')
  const nodes = new Map(canvas.nodes.flatMap((node) => [node, ...blocksOf(node)]).map((node) => [node.id, node]))
  return findProblems(canvas, validate(canvas), t).map(({ id, level, isTodo, nodeId, message, fix }) => {
    const node = nodes.get(nodeId)
    return {
      id,
      level,
      nodeId,
      message,
      nodeTitle: node ? titleOf(node) : '',
      ...(isTodo ? { isTodo } : {}),
      ...(fix ? { fixLabel: fix.label } : {}),
    }
  })
}
