import { NodeType } from '#node-type.ts'
import { isObject, type Values } from '#values/own.ts'
import { listField, objectField, textField } from '../fields.ts'
import { field } from '../fields.ts'

/** Why nodes cannot be extracted or expanded. `code` is for programs, `message` for people who read English. */
export interface EditProblem {
  code: string
  nodeId: string
  message: string
}
/** Name and type of an input or output of a workflow, as canvases store them. */
export type CanvasVariable = Values & { name: string; type: string }

export const START = '100001'
export const END = '900001'
const composite = new Set<string>([NodeType.Loop, NodeType.Batch])
export const isComposite = (node: Values): boolean => composite.has(textField(node, 'type'))
export const idOf = (node: unknown): string => textField(node, 'id')
export const nodesOf = (holder: Values, key: 'nodes' | 'blocks'): Values[] => listField(holder, key).filter(isObject)
export const edgesOf = (holder: Values): Values[] => listField(holder, 'edges').filter(isObject)
export const sourceOf = (edge: Values) => textField(edge, 'sourceNodeID')
export const targetOf = (edge: Values) => textField(edge, 'targetNodeID')
export const sourcePort = (edge: Values) => textField(edge, 'sourcePortID')
export const targetPort = (edge: Values) => textField(edge, 'targetPortID')

export function line(source: string, target: string, from = '', to = ''): Values {
  return {
    sourceNodeID: source,
    targetNodeID: target,
    ...(from && { sourcePortID: from }),
    ...(to && { targetPortID: to }),
  }
}

export function positionOf(node: Values): { x: number; y: number } {
  const place = objectField(objectField(node, 'meta'), 'position')
  return { x: Number(field(place, 'x') ?? 0) || 0, y: Number(field(place, 'y') ?? 0) || 0 }
}
export const placed = (node: Values, x: number, y: number): Values => ({
  ...node,
  meta: { ...objectField(node, 'meta'), position: { x, y } },
})

/** The declared output at a path, with its type. Like references, the path descends into lists. */
export function declaredOutput(node: Values | undefined, path: readonly string[]): Values | undefined {
  let found = listField(objectField(node, 'data'), 'outputs')
    .map(asVariable)
    .find((item) => item.name === path[0])
  for (const name of path.slice(1)) {
    const schema: unknown = found && field(found, 'schema')
    const fields = Array.isArray(schema) ? schema : listField(schema, 'schema')
    found = fields.map(asVariable).find((item) => item.name === name)
  }
  return found
}
const asVariable = (raw: unknown): Values => {
  const input = objectField(raw, 'input')
  return input ? { name: textField(raw, 'name'), ...typeOf(input) } : isObject(raw) ? raw : {}
}

/** Only the parts that describe the type: `{type, schema, assistType}`. */
export function typeOf(raw: Values): Values & { type: string } {
  const schema = field(raw, 'schema')
  const assist = field(raw, 'assistType')
  return {
    type: textField(raw, 'type') || 'string',
    ...(schema === undefined ? {} : { schema }),
    ...(assist === undefined ? {} : { assistType: assist }),
  }
}

/** Ids of all nodes, including those inside loops. */
export function idsOf(nodes: readonly Values[], into = new Set<string>()): Set<string> {
  for (const node of nodes) {
    into.add(idOf(node))
    idsOf(nodesOf(node, 'blocks'), into)
  }
  return into
}
export function freeId(taken: Set<string>): string {
  let number = 100_002
  while (taken.has(String(number))) number += 1
  taken.add(String(number))
  return String(number)
}

/** Creates unique names that are valid for parameters. */
export function createNames() {
  const taken = new Set<string>()
  return (input: string): string => {
    const base = input.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_') || 'value'
    let name = base
    for (let n = 2; taken.has(name); n += 1) name = `${base}_${n}`
    taken.add(name)
    return name
  }
}
