import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { field } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { convert, createSink } from '#values/convert.ts'
import { parseJson } from '#values/json.ts'
import { isObject } from '#values/own.ts'
import { anyType, type TypeInfo } from '#values/types.ts'
import type { NodeKind } from './node-kind.ts'

const plain = { needs: [], zeroInputs: true, nullOutputs: true } as const

/** Converts a value to JSON text. */
export const toJson: NodeKind<undefined> = {
  ...plain,
  type: NodeType.ToJSON,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: undefined }),
  run(task) {
    try {
      return { output: { output: JSON.stringify(task.input.input ?? null) } }
    } catch (thrown) {
      throw new EngineError(ErrorCode.engine.operationFail, 'the value is nested too deep to become JSON', {
        zh: '值的嵌套过深，无法转换为 JSON',
        cause: thrown,
        retryable: false,
      })
    }
  },
}

/**
 * Parses JSON text into the declared type. The node fails if the text is not JSON or its root has another type; single
 * fields of another type become null.
 */
export const fromJson: NodeKind<undefined> = {
  ...plain,
  type: NodeType.FromJSON,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: undefined }),
  run(task) {
    const type = task.node.outputs.find((output) => output.name === 'output')?.type ?? anyType
    const parsed = readInput(task.input.input)
    if (!fitsRoot(parsed, type))
      throw refused(
        `the JSON is ${article(rootOf(parsed))}, but the output is declared as ${article(type.kind)}`,
        `JSON 的类型为 ${rootOf(parsed)}，而输出声明为 ${type.kind}`,
      )
    const sink = createSink()
    const output = convert(parsed, type, 'output', sink)
    if (sink.warnings.some(({ path }) => path === 'output'))
      throw refused(
        `the JSON ${JSON.stringify(parsed)} cannot be read as ${article(type.kind)}`,
        `JSON ${JSON.stringify(parsed)} 无法读取为 ${type.kind}`,
      )
    return { output: { output }, warnings: sink.warnings }
  },
}

function readInput(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    throw refused('the input is not valid JSON', '输入不是有效的 JSON')
  }
}

const refused = (message: string, zh: string) =>
  new EngineError(ErrorCode.engine.outputParse, message, { zh, retryable: false })
const article = (kind: string): string => `${/^[aio]/.test(kind) ? 'an' : 'a'} ${kind}`
const rootOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)

/** Lists and objects must match the declared type; texts, numbers and booleans are converted. Null fits every type. */
function fitsRoot(value: unknown, { kind }: TypeInfo): boolean {
  if (value === null || value === undefined || kind === 'any') return true
  if (kind === 'list') return Array.isArray(value)
  if (kind === 'object') return isObject(value)
  return typeof value !== 'object'
}
