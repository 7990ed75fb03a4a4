import { NodeType } from '@orrery/engine/node-type'
import { type Canvas, isComment } from './canvas.ts'
import { edgesIn, indexOf } from './canvas-index.ts'
import { edgeKey } from './canvas-index.ts'
import { edgeOf, levelOfLine, type Line } from './edits/edge-edits.ts'
import { innerEnd, innerStart, sourcePortsOf } from './ports.ts'

/** The reason why two nodes cannot be connected; its text is `refused.<reason>`. */
export type Refusal =
  | 'missing'
  | 'self'
  | 'comment'
  | 'intoStart'
  | 'outOfEnd'
  | 'endsRound'
  | 'noPort'
  | 'border'
  | 'straightThrough'
  | 'twice'
  | 'cycle'

/** Returns null if the edge is allowed. `except` is an edge that is being moved and is ignored. */
export function refusalOf(canvas: Canvas, line: Line, except?: string): Refusal | null {
  const index = indexOf(canvas)
  const source = index.get(line.source)
  const target = index.get(line.target)
  if (!source || !target) return 'missing'
  if (isComment(source.node) || isComment(target.node)) return 'comment'
  const begins = innerStart.has(line.sourcePort ?? '')
  const ends = innerEnd.has(line.targetPort ?? '')
  if (begins && ends) return 'straightThrough'
  if (line.source === line.target) return 'self'
  if (target.node.type === NodeType.Start) return 'intoStart'
  if (source.node.type === NodeType.End) return 'outOfEnd'
  if (source.node.type === NodeType.Break || source.node.type === NodeType.Continue) return 'endsRound'
  const level = levelOfLine(canvas, line)
  const sourceLevel = begins ? line.source : source.parent?.id
  const targetLevel = ends ? line.target : target.parent?.id
  if (sourceLevel !== targetLevel) return 'border'
  if (!begins && !sourcePortsOf(source.node).some((port) => port.id === (line.sourcePort ?? ''))) return 'noPort'
  const key = edgeKey(edgeOf(line), level)
  if (edgesIn(canvas).some((edge) => edge.id !== except && edgeKey(edge.edge, edge.parentId) === key)) return 'twice'
  return !begins && !ends && reaches(canvas, level, line.target, line.source, except) ? 'cycle' : null
}

/** Whether edges lead from one node to another. */
function reaches(canvas: Canvas, level: string | undefined, from: string, to: string, except?: string): boolean {
  const lines = edgesIn(canvas).filter((edge) => edge.parentId === level && edge.id !== except)
  const next = new Map<string, string[]>()
  for (const { edge } of lines) {
    // Edges from and to the loop itself mark the start and end of its iteration.
    if (edge.sourceNodeID === level || edge.targetNodeID === level) continue
    next.set(edge.sourceNodeID, [...(next.get(edge.sourceNodeID) ?? []), edge.targetNodeID])
  }
  const seen = new Set<string>()
  const stack = [from]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (id === to) return true
    if (seen.has(id)) continue
    seen.add(id)
    stack.push(...(next.get(id) ?? []))
  }
  return false
}
