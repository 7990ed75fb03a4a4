import { field, objectField, textField } from '#canvas/fields.ts'
import { convert, createSink } from '#values/convert.ts'
import { parseType } from '#values/types.ts'

/** Reads settings from a list of parameters with fixed values, each converted to its declared type if it fits. */
export function literalParams(params: readonly unknown[]): Map<string, unknown> {
  const out = new Map<string, unknown>()
  for (const param of params) {
    const input = objectField(param, 'input')
    const content = field(objectField(input, 'value'), 'content')
    const sink = createSink()
    const value = convert(content, parseType(input), '', sink)
    out.set(textField(param, 'name'), sink.warnings.length ? content : value)
  }
  return out
}
