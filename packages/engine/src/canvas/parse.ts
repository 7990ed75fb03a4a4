import { CanvasError } from '#errors.ts'
import { isObject, type Values } from '#values/own.ts'
import { field, listField, objectField, textField } from './fields.ts'

export interface RawEdge {
  source: string
  target: string
  sourcePort: string
  targetPort: string
}

/** A node as stored, with the parts that every reader needs extracted. `data` keeps unknown fields. */
export interface RawNode {
  id: string
  type: string
  title: string
  icon: string
  data: Values
  inputs: Values
  blocks: RawNode[]
  edges: RawEdge[]
  raw: Values
}

export interface RawCanvas {
  nodes: RawNode[]
  edges: RawEdge[]
  raw: Values
}

export const startId = '100001'
export const endId = '900001'
const deepestBlocks = 8

/** Reads a canvas from JSON text or a parsed value. Refuses what is no canvas; its meaning is checked later. */
export function parseCanvas(source: unknown): RawCanvas {
  const raw = typeof source === 'string' ? parseText(source) : source
  if (!isObject(raw)) throw new CanvasError('the canvas is not a JSON object', undefined, { fault: 'notCanvas' })
  const nodes = field(raw, 'nodes')
  if (!Array.isArray(nodes)) throw new CanvasError('the canvas has no list of nodes', undefined, { fault: 'notCanvas' })
  const canvas = { nodes: parseNodes(nodes, 0), edges: parseEdges(listField(raw, 'edges'), 'the canvas'), raw }
  refuseRepeatedIds(canvas.nodes, new Set())
  return canvas
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CanvasError('the canvas is not valid JSON', undefined, { fault: 'notCanvas' })
  }
}

function parseNodes(list: unknown[], depth: number): RawNode[] {
  if (depth > deepestBlocks)
    throw new CanvasError('nested inner-workflow is not supported', undefined, { fault: 'nested' })
  return list.map((item, i) => {
    if (!isObject(item))
      throw new CanvasError(`node number ${i + 1} of the canvas is not an object`, undefined, { fault: 'notCanvas' })
    const id = textField(item, 'id')
    if (!id) throw new CanvasError(`node number ${i + 1} of the canvas has no id`, undefined, { fault: 'notCanvas' })
    const type = textField(item, 'type')
    if (!type) throw new CanvasError(`node ${id} has no type`, id, { fault: 'unknownType' })
    const data = objectField(item, 'data') ?? {}
    const meta = objectField(data, 'nodeMeta')
    return {
      id,
      type,
      title: textField(meta, 'title'),
      icon: textField(meta, 'icon'),
      data,
      inputs: objectField(data, 'inputs') ?? {},
      blocks: parseNodes(listField(item, 'blocks'), depth + 1),
      edges: parseEdges(listField(item, 'edges'), `node ${id}`),
      raw: item,
    }
  })
}

function parseEdges(list: unknown[], where: string): RawEdge[] {
  return list.map((item, i) => {
    const edge = {
      source: textField(item, 'sourceNodeID'),
      target: textField(item, 'targetNodeID'),
      sourcePort: textField(item, 'sourcePortID'),
      targetPort: textField(item, 'targetPortID'),
    }
    if (!edge.source || !edge.target)
      throw new CanvasError(`edge number ${i + 1} of ${where} lacks its source or target node`, undefined, {
        fault: 'notCanvas',
      })
    return edge
  })
}

function refuseRepeatedIds(nodes: RawNode[], seen: Set<string>): void {
  for (const node of nodes) {
    if (seen.has(node.id)) throw new CanvasError(`two nodes share the id ${node.id}`, node.id, { fault: 'sameId' })
    seen.add(node.id)
    refuseRepeatedIds(node.blocks, seen)
  }
}

/** The name of a node in messages: its title, if it has one, and always its id. */
export function nameOf(node: { id: string; title: string }): string {
  return node.title ? `"${node.title}" (${node.id})` : `"${node.id}"`
}
