import type { ApiParameter } from '@orrery/contract'
import { DefaultSource, ParameterLocation, ParameterType } from '@orrery/contract/shared/plugin-enums'

export type ParamType = ApiParameter['type']
/** A parameter while it is edited. The item type of a list is part of it, and the fields of items are its children. */
export interface ParamNode {
  key: string
  name: string
  desc: string
  type: ParamType
  /** The type of the items of a list. */
  item?: ParamType
  /** Items that are lists themselves, stored unchanged. */
  rawItem?: ApiParameter
  isRequired: boolean
  location?: ApiParameter['location']
  children: ParamNode[]
  /** All other properties, unchanged. */
  rest: Pick<
    ApiParameter,
    'global_default' | 'global_disable' | 'local_default' | 'local_disable' | 'default_param_source' | 'variable_ref'
  > &
    Pick<ApiParameter, 'assist_type'>
}
const ITEM = '[Array Item]'
const plainRest: ParamNode['rest'] = {
  global_default: '',
  global_disable: false,
  local_default: '',
  local_disable: false,
  default_param_source: DefaultSource.input,
  variable_ref: '',
}
let count = 0
export const newNode = (more: Partial<ParamNode> = {}): ParamNode => ({
  key: `p${++count}`,
  name: '',
  desc: '',
  type: ParameterType.string,
  isRequired: false,
  children: [],
  rest: plainRest,
  ...more,
})

/** Whether a node can have children. */
export const canHold = (node: ParamNode): boolean =>
  node.type === ParameterType.object || (node.type === ParameterType.array && node.item === ParameterType.object)

export const toNodes = (params: readonly ApiParameter[]): ParamNode[] => params.map(toNode)

function toNode(parameter: ApiParameter): ParamNode {
  const { id: _, name, desc, type, sub_type, is_required, location, sub_parameters, ...rest } = parameter
  const node = newNode({ name, desc, type, isRequired: is_required, rest: { ...plainRest, ...rest } })
  if (location !== undefined) node.location = location
  if (type === ParameterType.object) node.children = toNodes(sub_parameters)
  if (type !== ParameterType.array) return node
  const [only] = sub_parameters
  const isNamed = sub_parameters.length === 1 && only!.name === ITEM
  node.item = isNamed ? only!.type : (sub_type ?? (sub_parameters.length ? ParameterType.object : ParameterType.string))
  if (node.item === ParameterType.object) node.children = toNodes(isNamed ? only!.sub_parameters : sub_parameters)
  if (node.item === ParameterType.array && isNamed) node.rawItem = only!
  return node
}

export const fromNodes = (nodes: readonly ParamNode[]): ApiParameter[] => nodes.map(fromNode)

function fromNode(node: ParamNode): ApiParameter {
  const base: ApiParameter = {
    ...plainRest,
    ...node.rest,
    name: node.name.trim(),
    desc: node.desc,
    type: node.type,
    is_required: node.isRequired,
    sub_parameters: [],
    ...(node.location !== undefined && { location: node.location }),
  }
  if (node.type === ParameterType.object) return { ...base, sub_parameters: fromNodes(node.children) }
  if (node.type !== ParameterType.array) return base
  const item = node.item ?? ParameterType.string
  const inner: ApiParameter = node.rawItem ?? {
    ...plainRest,
    name: ITEM,
    desc: '',
    type: item,
    is_required: false,
    sub_parameters: item === ParameterType.object ? fromNodes(node.children) : [],
  }
  return { ...base, sub_type: item, sub_parameters: [inner] }
}

/** A copy of the tree with one node changed. */
export function changeNode(nodes: readonly ParamNode[], key: string, change: Partial<ParamNode>): ParamNode[] {
  return nodes.map((node) => {
    if (node.key === key) return { ...node, ...change }
    return node.children.length ? { ...node, children: changeNode(node.children, key, change) } : node
  })
}

/** Changes the type, and removes the children if the new type cannot have any. */
export function retype(type: ParamType, item?: ParamType): Partial<ParamNode> {
  const holds = type === ParameterType.object || item === ParameterType.object
  return {
    type,
    item: type === ParameterType.array ? (item ?? ParameterType.string) : undefined,
    rawItem: undefined,
    ...(!holds && { children: [] }),
  }
}

export function removeNode(nodes: readonly ParamNode[], key: string): ParamNode[] {
  return nodes
    .filter((node) => node.key !== key)
    .map((node) => (node.children.length ? { ...node, children: removeNode(node.children, key) } : node))
}

/** Appends a node to the children of `parent`, or to the top level if it is null. */
export function addNode(nodes: readonly ParamNode[], parent: string | null, added: ParamNode): ParamNode[] {
  if (parent === null) return [...nodes, added]
  return nodes.map((node) =>
    node.key === parent
      ? { ...node, children: [...node.children, added] }
      : { ...node, children: addBelow(node.children, parent, added) },
  )
}
const addBelow = (nodes: readonly ParamNode[], parent: string, added: ParamNode): ParamNode[] =>
  nodes.length ? addNode(nodes, parent, added) : []

/** Moves a node one position up (-1) or down (1) among its siblings. */
export function moveNode(nodes: readonly ParamNode[], key: string, by: -1 | 1): ParamNode[] {
  const at = nodes.findIndex((node) => node.key === key)
  if (at < 0) return nodes.map((node) => ({ ...node, children: moveNode(node.children, key, by) }))
  const to = at + by
  if (to < 0 || to >= nodes.length) return [...nodes]
  const moved = [...nodes]
  ;[moved[at], moved[to]] = [moved[to]!, moved[at]!]
  return moved
}

export interface ParamLine {
  node: ParamNode
  level: number
  /** Undefined if the node has no children. */
  isOpen: boolean | undefined
}
export function linesOf(nodes: readonly ParamNode[], folded: ReadonlySet<string>, level = 0): ParamLine[] {
  return nodes.flatMap((node) => {
    const isOpen = node.children.length ? !folded.has(node.key) : undefined
    return [{ node, level, isOpen }, ...(isOpen ? linesOf(node.children, folded, level + 1) : [])]
  })
}

export type ParamFault = 'empty' | 'same'
/** Names that the server would refuse: empty ones, and duplicates in the same location. */
export function faultsOf(nodes: readonly ParamNode[], found = new Map<string, ParamFault>()): Map<string, ParamFault> {
  const seen = new Set<string>()
  for (const node of nodes) {
    const place = `${node.location ?? 0} ${node.name.trim()}`
    if (!node.name.trim()) found.set(node.key, 'empty')
    else if (seen.has(place)) found.set(node.key, 'same')
    seen.add(place)
    faultsOf(node.children, found)
  }
  return found
}

export const countOf = (nodes: readonly ParamNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + countOf(node.children), 0)
export const requiredOf = (nodes: readonly ParamNode[]): number =>
  nodes.reduce((sum, node) => sum + Number(node.isRequired) + requiredOf(node.children), 0)

/** Adds the names in braces of a path as required parameters, and removes path parameters without such a name. */
export function withPathNodes(path: string, nodes: readonly ParamNode[]): ParamNode[] {
  const named = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!)
  const placed = new Set(nodes.filter((node) => node.location === ParameterLocation.path).map((node) => node.name))
  const missing = named.filter((name) => !placed.has(name))
  return [
    ...missing.map((name) => newNode({ name, location: ParameterLocation.path, isRequired: true })),
    ...nodes.filter((node) => node.location !== ParameterLocation.path || named.includes(node.name)),
  ]
}
