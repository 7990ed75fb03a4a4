import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { convert, createSink, missing, type Warning, warningText, warningTextZh } from '#values/convert.ts'
import { getOwn, isObject, setOwn, type Values } from '#values/own.ts'
import type { Variable } from '#values/types.ts'
import type { NodeKind } from './node-kind.ts'

/** Outputs the declared inputs of the workflow: defaults filled in, types converted, required ones checked. */
export const start: NodeKind<undefined> = {
  type: NodeType.Start,
  needs: [],
  zeroInputs: false,
  nullOutputs: true,
  compile: () => ({ config: undefined }),
  showInput: (task) => task.frame.input,
  run(task) {
    const { frame, node, run } = task
    return readInputs(node.outputs, frame.input, run.failFast, run.files)
  },
}

/** Reads the declared inputs; throws an error that names what is missing or does not fit. */
export function readInputs(
  declared: readonly Variable[],
  given: Values,
  failFast: boolean,
  files?: Map<string, string>,
): { output: Values; warnings: Warning[] } {
  const sink = createSink(files, true)
  const output: Values = {}
  for (const variable of declared) {
    const own = getOwn(given, variable.name)
    const value = isGiven(own, variable) ? own : defaultOf(variable)
    if (value === undefined || value === null) {
      if (variable.required) throw missing(variable.name)
      continue
    }
    setOwn(output, variable.name, convert(value, variable.type, variable.name, sink))
  }
  if (failFast && sink.warnings.length) {
    throw new EngineError(ErrorCode.engine.badParam, `invalid parameter: ${warningText(sink.warnings)}`, {
      zh: warningTextZh(sink.warnings),
      retryable: false,
    })
  }
  return { output, warnings: sink.warnings }
}

/** Whether a value replaces the default. An empty text is no value for types other than text. */
function isGiven(value: unknown, { type, defaultValue }: Variable): boolean {
  if (value === undefined || value === null) return false
  const textual = type.kind === 'string' || type.kind === 'time' || type.kind === 'file' || type.kind === 'any'
  if (value === '') return textual && isNothing(defaultValue)
  if (isNothing(defaultValue)) return true
  if (type.kind === 'list') return !(Array.isArray(value) && value.length === 0) && value !== '[]'
  if (type.kind === 'object') return !(isObject(value) && Object.keys(value).length === 0) && value !== '{}'
  return true
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''
const defaultOf = ({ defaultValue }: Variable): unknown => (isNothing(defaultValue) ? undefined : defaultValue)
