import { CanvasError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { isObject, type Values } from '#values/own.ts'
import { field, listField, objectField, textField } from './fields.ts'
import { endId, startId } from './parse.ts'

interface Place {
  node: Values
  parent: Values | undefined
}

/**
 * A canvas that holds one node of another canvas between a start and an end. If the node is inside a loop or batch,
 * that is included, since some nodes only work there; everything else is left out, even if it is broken.
 */
export function canvasAround(source: unknown, nodeId: string): Values {
  const place = find(listField(readCanvas(source), 'nodes'), nodeId, undefined)
  if (!place) throw new CanvasError(`there is no node ${nodeId} to run`, nodeId)
  const { node, parent } = place
  const type = textField(node, 'type')
  const begin = type === NodeType.Start ? node : { id: startId, type: NodeType.Start, data: { outputs: [] } }
  const finish = type === NodeType.End ? node : { id: endId, type: NodeType.End, data: { inputs: {} } }
  if (type === NodeType.Start || type === NodeType.End) return { nodes: [begin, finish], edges: [line(startId, endId)] }
  const middle = parent ? wrap(parent, node) : node
  const id = textField(middle, 'id')
  return { nodes: [begin, middle, finish], edges: [line(startId, id), line(id, endId)] }
}

const line = (sourceNodeID: string, targetNodeID: string) => ({ sourceNodeID, targetNodeID })

function readCanvas(source: unknown): unknown {
  if (typeof source !== 'string') return source
  try {
    return JSON.parse(source)
  } catch {
    throw new CanvasError('the canvas is not valid JSON', undefined, { fault: 'notCanvas' })
  }
}

function find(nodes: readonly unknown[], nodeId: string, parent: Values | undefined): Place | undefined {
  for (const node of nodes) {
    if (!isObject(node)) continue
    if (textField(node, 'id') === nodeId) return { node, parent }
    const inside = parent ? undefined : find(listField(node, 'blocks'), nodeId, node)
    if (inside) return inside
  }
  return undefined
}

/** The loop or batch with only this node inside: lists and variables keep their names, outputs are dropped. */
function wrap(parent: Values, node: Values): Values {
  const inputs = objectField(objectField(parent, 'data'), 'inputs')
  const [id, inner] = [textField(parent, 'id'), textField(node, 'id')]
  const kept = {
    inputParameters: field(inputs, 'inputParameters'),
    variableParameters: field(inputs, 'variableParameters'),
  }
  return {
    id,
    type: textField(parent, 'type'),
    data: { inputs: { loopType: 'array', ...kept }, outputs: [] },
    blocks: [node],
    edges: [line(id, inner), line(inner, id)],
  }
}
