import { CanvasError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { boolField, field, listField, numberField, objectField, textField } from './fields.ts'
import { nameOf, type RawNode } from './parse.ts'

const batchable = new Set<string>([NodeType.LLM, NodeType.Api, NodeType.SubWorkflow, NodeType.Imageflow])
const innerSuffix = '_inner'

/** Rewrites a node in batch mode as a Batch node with the same id that contains the node itself as `<id>_inner`. */
export function rewriteBatchMode(node: RawNode): RawNode {
  const batch = objectField(node.inputs, 'batch')
  if (!batch || !boolField(batch, 'batchEnable') || !batchable.has(node.type)) return node
  const outputs = listField(node.data, 'outputs').filter((item) => !isErrorField(item))
  const [only] = outputs
  if (
    outputs.length !== 1 ||
    textField(only, 'type') !== 'list' ||
    textField(field(only, 'schema'), 'type') !== 'object'
  ) {
    throw new CanvasError(
      `node ${nameOf(node)} is in batch mode and must have exactly one output, a list of objects`,
      node.id,
      { fault: 'batchOutput' },
    )
  }
  const inner = innerNode(node, field(field(only, 'schema'), 'schema'))
  const literal = (content: number) => ({ type: 'integer', value: { type: 'literal', content } })
  const inputs = {
    batchSize: literal(numberField(batch, 'batchSize') || 100),
    concurrentSize: literal(numberField(batch, 'concurrentSize') || 10),
    inputParameters: listField(batch, 'inputLists'),
  }
  const ref = { type: 'ref', content: { source: 'block-output', blockID: inner.id, name: '' } }
  const output = { name: textField(only, 'name'), input: { ...(only as object), type: 'list', value: ref } }
  return {
    ...node,
    type: NodeType.Batch,
    inputs,
    data: { ...node.data, inputs, outputs: [output] },
    blocks: [inner],
    edges: [
      { source: node.id, target: inner.id, sourcePort: 'batch-function-inline-output', targetPort: '' },
      { source: inner.id, target: node.id, sourcePort: '', targetPort: 'batch-function-inline-input' },
    ],
  }
}

function innerNode(node: RawNode, fields: unknown): RawNode {
  const inputs = { ...node.inputs }
  for (const key of Object.keys(inputs)) if (key.toLowerCase() === 'batch') delete inputs[key]
  const data = { ...node.data, inputs, outputs: Array.isArray(fields) ? fields : [] }
  return { ...node, id: `${node.id}${innerSuffix}`, inputs, data }
}

const isErrorField = (value: unknown): boolean => ['errorBody', 'isSuccess'].includes(textField(value, 'name'))
