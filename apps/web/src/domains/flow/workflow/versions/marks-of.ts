import type { Texts } from '#lib/i18n.ts'
import { type Canvas, edgesOf, isFixed } from '../document/canvas.ts'
import type { DiffMarks, EdgeEnds, NodeDiffMark } from '../document/canvas-overlays.tsx'
import type { CanvasDiff } from './canvas-diff.ts'

/** Converts a comparison to marks for cards and edges. */
export function marksOf(diff: CanvasDiff, t: Texts<'workflow-run'>): DiffMarks {
  const nodes = new Map(
    diff.nodes.map(({ id, change, fields }): [string, NodeDiffMark] => [
      id,
      {
        kind: change,
        text: change === 'changed' ? t('diff.fields', { count: fields.length }) : t(`diff.${change}`),
      },
    ]),
  )
  // Without the target port, which never distinguishes two edges.
  const keyOf = ({ source, target, sourcePort, parentId = '' }: EdgeEnds) =>
    `${parentId}/${source}:${sourcePort}>${target}`
  const edges = new Map(diff.edges.map(({ key, change }) => [key.replace(/:[^:>]*$/, ''), change]))
  return { node: (id) => nodes.get(id), edge: (ends) => edges.get(keyOf(ends)), isOn: true }
}

/** Only changed nodes with the edges between them, and start and end for orientation. */
export function onlyChanges(canvas: Canvas, diff: CanvasDiff): Canvas {
  const changed = new Set(diff.nodes.map((node) => node.id))
  const nodes = canvas.nodes.filter(
    (node) => changed.has(node.id) || isFixed(node) || node.blocks?.some((inner) => changed.has(inner.id)),
  )
  const ids = new Set(nodes.map((node) => node.id))
  return {
    ...canvas,
    nodes,
    edges: edgesOf(canvas).filter((edge) => ids.has(edge.sourceNodeID) && ids.has(edge.targetNodeID)),
    groups: [],
  }
}
