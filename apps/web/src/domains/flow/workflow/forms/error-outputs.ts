import { fieldsOf, objectType, type ValueType, variable, type VariableShape } from '@orrery/engine/describe'
import type { NodeData } from '../document/canvas.ts'

const errorBody = variable('errorBody', objectType(variable('errorMessage'), variable('errorCode')), { readonly: true })
const isSuccess = variable('isSuccess', 'boolean', { readonly: true })
const own = new Set(['errorBody', 'isSuccess'])

/** Adds the outputs for success and error to a node that continues after a failure, otherwise removes them. */
export function withErrorOutputs(data: NodeData, isHandled: boolean): NodeData {
  const list = (Array.isArray(data.outputs) ? data.outputs : []) as VariableShape[]
  // Outputs with these names that people defined are kept.
  const plain = list.filter((item) => !own.has(item.name) || item.readonly !== true)
  const missing = [errorBody, isSuccess].filter((item) => !plain.some((other) => other.name === item.name))
  const outputs = isHandled ? [...plain, ...missing] : plain
  return outputs.length === list.length && outputs.every((output, i) => output.name === list[i]!.name)
    ? data
    : { ...data, outputs }
}

/** Whether the node continues after a failure, with default data or an error branch. */
export function isHandled(data: NodeData): boolean {
  const process = Number((data.inputs?.['settingOnError'] as { processType?: unknown } | undefined)?.processType)
  return process === 2 || process === 3
}

/** Initial JSON with an empty value for every output. */
export function emptyData(outputs: unknown): string {
  const list = (Array.isArray(outputs) ? outputs : []) as VariableShape[]
  return JSON.stringify(
    Object.fromEntries(list.filter((item) => !own.has(item.name)).map((item) => [item.name, emptyOf(item)])),
    null,
    2,
  )
}

function emptyOf(type: ValueType): unknown {
  switch (type.type) {
    case 'integer':
    case 'float':
      return 0
    case 'boolean':
      return false
    case 'list':
      return []
    case 'object':
      return Object.fromEntries(fieldsOf(type).map((field) => [field.name, emptyOf(field)]))
    default:
      return ''
  }
}
