import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { field } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { convert, createSink } from '#values/convert.ts'
import { parseJson } from '#values/json.ts'
import { anyType } from '#values/types.ts'
import type { NodeKind } from './node-kind.ts'

const plain = { needs: [], zeroInputs: true, nullOutputs: true } as const

/** A value as JSON text. */
export const toJson: NodeKind<undefined> = {
  ...plain,
  type: NodeType.ToJSON,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: undefined }),
  run(task) {
    try {
      return { output: { output: JSON.stringify(task.input.input ?? null) } }
    } catch (thrown) {
      throw new EngineError(ErrorCode.engine.operationFail, 'the value is nested too deep to become JSON', {
        cause: thrown,
        retryable: false,
      })
    }
  },
}

/** JSON text as the declared value; fields that do not fit become null. */
export const fromJson: NodeKind<undefined> = {
  ...plain,
  type: NodeType.FromJSON,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: undefined }),
  run(task) {
    const text = task.input.input
    const type = task.node.outputs.find((output) => output.name === 'output')?.type ?? anyType
    const sink = createSink()
    let parsed: unknown
    try {
      parsed = typeof text === 'string' ? parseJson(text) : text
    } catch {
      const warning = {
        path: 'input',
        type: 'json',
        message: 'the input is not valid JSON',
        code: ErrorCode.engine.outputParse,
      }
      return { output: { output: null }, warnings: [warning] }
    }
    return { output: { output: convert(parsed, type, 'output', sink) }, warnings: sink.warnings }
  },
}
