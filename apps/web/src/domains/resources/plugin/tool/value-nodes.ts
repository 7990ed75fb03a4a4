import { ParameterType } from '@orrery/contract/shared/plugin-enums'
import { canHold, newNode, type ParamLine, type ParamNode, type ParamType } from './param-tree.ts'

type Values = Record<string, unknown>
const maxDepth = 12
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function typeOf(value: unknown): ParamType {
  if (Array.isArray(value)) return ParameterType.array
  if (isObject(value)) return ParameterType.object
  if (typeof value === 'boolean') return ParameterType.bool
  if (typeof value === 'number') return Number.isInteger(value) ? ParameterType.integer : ParameterType.number
  return ParameterType.string
}

/** A sample item of a list: the merged fields of its items, because each may leave out some. */
function itemOf(list: readonly unknown[]): unknown {
  const objects = list.filter(isObject)
  return objects.length ? Object.assign({}, ...objects.slice(0, 20)) : list[0]
}

/** A value that is not an object is declared as one field named data. */
const asObject = (value: unknown): Values => (isObject(value) ? value : { data: value })

function nodeOf(name: string, value: unknown, depth: number): ParamNode {
  const type = typeOf(value)
  const node = newNode({ name, type })
  if (depth >= maxDepth) return node
  if (type === ParameterType.object) node.children = fieldsOf(value as Values, depth + 1)
  if (type === ParameterType.array) {
    const item = itemOf(value as unknown[])
    node.item = typeOf(item)
    if (isObject(item)) node.children = fieldsOf(item, depth + 1)
  }
  return node
}
const fieldsOf = (value: Values, depth: number): ParamNode[] =>
  Object.entries(value)
    .slice(0, 200)
    .map(([name, item]) => nodeOf(name, item, depth))

/** The tree for a pasted or returned value. */
export const nodesOfValue = (value: unknown): ParamNode[] => fieldsOf(asObject(value), 0)

/** A new tree that preserves the descriptions and settings of fields in both trees. */
export function mergeNodes(before: readonly ParamNode[], seen: readonly ParamNode[]): ParamNode[] {
  const known = new Map(before.map((node) => [node.name, node]))
  return seen.map((node) => {
    const old = known.get(node.name)
    if (!old) return node
    return {
      ...node,
      key: old.key,
      desc: old.desc,
      isRequired: old.isRequired,
      rest: old.rest,
      children: mergeNodes(old.children, node.children),
    }
  })
}

export interface Undeclared {
  /** The key of the parent node; null at the top level. */
  parent: string | null
  path: string
  node: ParamNode
}
/** Returned fields that are not declared. A tool without declared fields returns all fields. */
export function findUndeclared(nodes: readonly ParamNode[], value: unknown): Undeclared[] {
  return nodes.length ? missingIn(nodes, asObject(value), null, '') : []
}

function missingIn(nodes: readonly ParamNode[], value: Values, parent: string | null, path: string): Undeclared[] {
  const known = new Map(nodes.map((node) => [node.name, node]))
  return Object.entries(value).flatMap(([name, item]) => {
    const at = path ? `${path}.${name}` : name
    const node = known.get(name)
    if (!node) return [{ parent, path: at, node: nodeOf(name, item, 0) }]
    // Containers without declared fields accept any content.
    if (!canHold(node) || node.children.length === 0) return []
    const inner = Array.isArray(item) ? itemOf(item) : item
    return isObject(inner) ? missingIn(node.children, inner, node.key, at) : []
  })
}

/** The lines of a tree with undeclared fields, which follow the declared fields of their parent. */
export function withUndeclared(
  lines: readonly ParamLine[],
  undeclared: readonly Undeclared[],
): (ParamLine | Undeclared)[] {
  const rows: (ParamLine | Undeclared)[] = undeclared.filter((item) => item.parent === null)
  const open: { key: string; level: number }[] = []
  const below = (key: string) => undeclared.filter((item) => item.parent === key)
  const placed: (ParamLine | Undeclared)[] = []
  const close = (level: number) => {
    while (open.length && open.at(-1)!.level >= level) placed.push(...below(open.pop()!.key))
  }
  for (const line of lines) {
    close(line.level)
    placed.push(line)
    if (line.isOpen) open.push({ key: line.node.key, level: line.level })
  }
  close(0)
  return [...placed, ...rows]
}
