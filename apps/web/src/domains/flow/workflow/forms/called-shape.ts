import { literal, type Param, typeOnly, variable, type VariableShape, type VariableType } from '@orrery/engine/describe'
import type { NodeData } from '../document/canvas.ts'

const types = new Set<string>(['string', 'integer', 'float', 'boolean', 'object', 'list'])

/** Variables in the answer of a call; other entries are ignored. */
export function readShapes(list: readonly Record<string, unknown>[]): VariableShape[] {
  return list.flatMap((item) => {
    if (typeof item['name'] !== 'string' || !types.has(String(item['type']))) return []
    const shape = item as unknown as VariableShape
    return [
      variable(shape.name, typeOnly({ ...shape, type: shape.type as VariableType }), {
        ...(shape.required === undefined ? {} : { required: shape.required === true }),
        ...(shape.description ? { description: shape.description } : {}),
        ...(shape.defaultValue === undefined ? {} : { defaultValue: shape.defaultValue }),
      }),
    ]
  })
}

export interface Called {
  workflowId: string
  version: string
  spaceId: string
  /** The workflow answers with a text: its only output is `output`. */
  returnsText: boolean
  inputs: readonly VariableShape[]
  outputs: readonly VariableShape[]
}

/** Inputs and outputs of a workflow, as the server returns them. */
export const calledShapeOf = (detail: {
  end_type: number
  inputs: readonly Record<string, unknown>[]
  outputs: readonly Record<string, unknown>[]
}): Pick<Called, 'returnsText' | 'inputs' | 'outputs'> => ({
  returnsText: detail.end_type === 1,
  inputs: readShapes(detail.inputs),
  outputs: readShapes(detail.outputs),
})

/** Updates a node to call this workflow, with its inputs and outputs. Values that still fit are kept. */
export function withCalled(data: NodeData, called: Called): NodeData {
  const before = (Array.isArray(data.inputs?.['inputParameters']) ? data.inputs['inputParameters'] : []) as Param[]
  const { workflowId, version, spaceId, returnsText, inputs, outputs } = called
  return {
    ...data,
    inputs: {
      ...data.inputs,
      workflowId,
      workflowVersion: version,
      spaceId,
      type: returnsText ? 1 : 0,
      inputDefs: inputs,
      inputParameters: paramsForInputs(before, inputs),
    },
    outputs: returnsText ? [variable('output')] : [...outputs],
  }
}

/** One parameter per input. A value set earlier is kept if the name and type are the same. */
export function paramsForInputs(before: readonly Param[], inputs: readonly VariableShape[]): Param[] {
  return inputs.map((input) => {
    const known = before.find((other) => other?.name === input.name)
    const keeps = known && (known.input?.value?.type === 'ref' || known.input?.type === input.type)
    return keeps
      ? { ...known, input: { ...known.input, ...typeOnly(input) } }
      : { name: input.name, input: literal(typeOnly(input), input.defaultValue ?? '') }
  })
}

/** Whether the inputs and outputs of the node still match the workflow. */
export function isUpToDate(data: NodeData, called: Pick<Called, 'inputs' | 'outputs' | 'returnsText'>): boolean {
  const names = (list: unknown) =>
    (Array.isArray(list) ? (list as { name?: string }[]) : [])
      .map((item) => item?.name)
      .filter((name) => name !== 'errorBody' && name !== 'isSuccess')
      .join()
  const isBatch = (data.inputs?.['batch'] as { batchEnable?: boolean } | undefined)?.batchEnable === true
  const sameOutputs = isBatch || names(data.outputs) === (called.returnsText ? 'output' : names(called.outputs))
  return names(data.inputs?.['inputParameters']) === names(called.inputs) && sameOutputs
}
