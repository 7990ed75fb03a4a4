import type { CanvasFault } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import type { RawEdge, RawNode } from '../parse.ts'

/** The kind of problem, for callers that show their own texts. */
export type IssueCode =
  | CanvasFault
  | 'startOpen'
  | 'unreachable'
  | 'deadEnd'
  | 'portOpen'
  | 'ring'
  | 'lineGone'
  | 'bodyStart'
  | 'bodyEnd'
  | 'subChanged'
  | 'inputMissing'
  | 'variableChanged'
  | 'variableGone'
  | 'misfit'
  | 'parameterName'

export interface Issue {
  /** 1 a node, 2 a line. */
  type: 1 | 2
  nodeId: string
  path: { start: string; end: string } | undefined
  message: string
  code: IssueCode
  /** The names that the message mentions: ports, a parameter, a variable or a referenced node. */
  names: readonly string[]
}

/** One graph: the canvas itself, or the inside of a loop or batch. */
export interface Level {
  nodes: RawNode[]
  edges: RawEdge[]
  parent: RawNode | undefined
  outer: Level | undefined
}

export const nodeIssue = (
  node: { id: string },
  code: IssueCode,
  message: string,
  names: readonly string[] = [],
): Issue => ({ type: 1, nodeId: node.id, path: undefined, message, code, names })

export const lineIssue = (start: string, end: string, code: IssueCode, message: string): Issue => ({
  type: 2,
  nodeId: '',
  path: { start, end },
  message,
  code,
  names: [],
})

/** Nodes that can be reached from the start; the body of a loop or batch starts at its parent. */
export function reachableOf(level: Level): Set<string> {
  const next = new Map<string, string[]>()
  for (const { source, target } of level.edges) {
    const list = next.get(source)
    if (list) list.push(target)
    else next.set(source, [target])
  }
  const first = level.parent?.id ?? level.nodes.find((node) => node.type === NodeType.Start)?.id
  const seen = new Set(first === undefined ? [] : [first])
  for (const id of seen) for (const to of next.get(id) ?? []) seen.add(to)
  return seen
}
