import { NodeType } from '#node-type.ts'
import { boolField, listField, numberField, objectField, textField } from '../fields.ts'
import { nameOf, type RawNode } from '../parse.ts'
import { errorPort } from '../wire.ts'
import { type Issue, type Level, lineIssue, nodeIssue, reachableOf } from './issue.ts'

/** Checks that both ends and all ports are connected, that every node is reachable, and that there are no cycles. */
export function checkLines(level: Level, issues: Issue[]): void {
  const known = new Set(level.nodes.map((node) => node.id))
  if (level.parent) known.add(level.parent.id)
  const out = new Map<string, Set<string>>()
  const into = new Set<string>()
  for (const { source, target, sourcePort } of level.edges) {
    for (const id of [source, target]) {
      if (!known.has(id))
        issues.push(lineIssue(source, target, 'lineGone', `a line names node "${id}", which does not exist`))
    }
    into.add(target)
    const ports = out.get(source)
    if (ports) ports.add(sourcePort)
    else out.set(source, new Set([sourcePort]))
  }
  const reachable = reachableOf(level)
  const seen = new Set<string>()
  for (const node of level.nodes) {
    if (node.type === NodeType.Start || node.type === NodeType.End) {
      if (seen.has(node.type)) {
        issues.push(nodeIssue(node, 'secondOne', `node ${nameOf(node)} is a second start or end`))
        continue
      }
      seen.add(node.type)
    }
    checkEnds(node, out.get(node.id) ?? new Set(), into.has(node.id), reachable, issues)
  }
  checkParent(level, out, into, issues)
  checkCycles(level, issues)
}

function checkParent(level: Level, out: Map<string, Set<string>>, into: Set<string>, issues: Issue[]): void {
  const { parent } = level
  if (!parent || !level.nodes.length) return
  if (!out.has(parent.id))
    issues.push(nodeIssue(parent, 'bodyStart', `nothing inside node ${nameOf(parent)} is connected with its beginning`))
  const ends = level.nodes.some((node) => node.type === NodeType.Break || node.type === NodeType.Continue)
  if (!into.has(parent.id) && !ends)
    issues.push(nodeIssue(parent, 'bodyEnd', `nothing inside node ${nameOf(parent)} is connected with its end`))
}

function checkEnds(
  node: RawNode,
  out: ReadonlySet<string>,
  hasIncoming: boolean,
  reachable: ReadonlySet<string>,
  issues: Issue[],
): void {
  if (node.type === NodeType.Start) {
    if (!out.size) issues.push(nodeIssue(node, 'startOpen', 'node "start" not connected'))
    return
  }
  if (node.type === NodeType.End) {
    if (!hasIncoming) issues.push(nodeIssue(node, 'endOpen', 'node "end" not connected'))
    return
  }
  // A node without any line is not part of the workflow yet.
  if (!hasIncoming && !out.size) return
  if (!reachable.has(node.id))
    issues.push(nodeIssue(node, 'unreachable', `node ${nameOf(node)} cannot be reached from the start`))
  if (node.type === NodeType.Break || node.type === NodeType.Continue) return
  const ports = portsOf(node)
  if (!ports) {
    if (!out.size) issues.push(nodeIssue(node, 'deadEnd', `node ${nameOf(node)} not connected`))
    return
  }
  const open = ports.filter((port) => !out.has(port) && !(port === 'default' && out.has('')))
  if (open.length)
    issues.push(
      nodeIssue(
        node,
        'portOpen',
        open.map((port) => `node ${nameOf(node)}'s port "${port}" not connected`).join('; '),
        open,
      ),
    )
}

/** Ports that must be connected; undefined for nodes without ports. */
function portsOf({ type, inputs }: RawNode): string[] | undefined {
  const setting = objectField(inputs, 'settingOnError')
  const branches = numberField(setting, 'processType') === 3 && !boolField(objectField(inputs, 'batch'), 'batchEnable')
  const own = ownPorts(type, inputs)
  if (branches) return [...(own ?? ['default']), errorPort]
  return own
}

function ownPorts(type: string, inputs: RawNode['inputs']): string[] | undefined {
  const numbered = (list: unknown[]) => list.map((_, i) => `branch_${i}`)
  if (type === NodeType.If) return [...listField(inputs, 'branches').map((_, i) => (i ? `true_${i}` : 'true')), 'false']
  if (type === NodeType.Intent) return [...numbered(listField(inputs, 'intents')), 'default']
  if (type !== NodeType.Question || textField(inputs, 'answer_type') !== 'option') return undefined
  const dynamic = textField(inputs, 'option_type') === 'dynamic'
  return [...(dynamic ? ['branch_0'] : numbered(listField(inputs, 'options'))), 'default']
}

/** Reports every line of a cycle, from its target to its source. */
function checkCycles(level: Level, issues: Issue[]): void {
  const lines = level.edges.filter((edge) => edge.source !== level.parent?.id && edge.target !== level.parent?.id)
  const ring = ringsOf(
    level.nodes.map((node) => node.id),
    lines,
  )
  for (const { source, target } of lines) {
    if (ring.get(source) === undefined || ring.get(source) !== ring.get(target)) continue
    issues.push(lineIssue(target, source, 'ring', 'lines between nodes may not form a ring'))
  }
}

/** The nodes of cycles, each with the number of its cycle: its strongly connected component. */
function ringsOf(ids: string[], lines: readonly { source: string; target: string }[]): Map<string, number> {
  const forward = grouped(lines, 'source', 'target')
  const backward = grouped(lines, 'target', 'source')
  const order: string[] = []
  const seen = new Set<string>()
  for (const id of ids) walk(id, forward, seen, (item) => order.push(item))
  const ring = new Map<string, number>()
  const placed = new Set<string>()
  order.reverse().forEach((id, number) => {
    const members: string[] = []
    walk(id, backward, placed, (item) => members.push(item))
    const alone = members.length === 1 && !forward.get(id)?.includes(id)
    if (!alone) for (const member of members) ring.set(member, number)
  })
  return ring
}

function grouped(
  lines: readonly { source: string; target: string }[],
  by: 'source' | 'target',
  to: 'source' | 'target',
) {
  const map = new Map<string, string[]>()
  for (const line of lines) {
    const list = map.get(line[by])
    if (list) list.push(line[to])
    else map.set(line[by], [line[to]])
  }
  return map
}

/** Depth-first search without recursion; `leave` is called when all nodes after a node have been visited. */
function walk(from: string, next: ReadonlyMap<string, string[]>, seen: Set<string>, leave: (id: string) => void): void {
  if (seen.has(from)) return
  seen.add(from)
  const stack = [{ id: from, at: 0 }]
  while (stack.length) {
    const top = stack.at(-1)!
    const to = next.get(top.id)?.[top.at++]
    if (to === undefined) leave(stack.pop()!.id)
    else if (!seen.has(to)) {
      seen.add(to)
      stack.push({ id: to, at: 0 })
    }
  }
}
