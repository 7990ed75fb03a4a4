import { field, listField, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { valueText } from '#values/json.ts'
import { isObject } from '#values/own.ts'
import { parseTemplate, render, type Template } from '#values/template.ts'
import { literalParams } from './literal-params.ts'
import type { NodeKind } from './node-kind.ts'

type Config = { method: 'concat'; template: Template; joiner: string } | { method: 'split'; delimiters: string[] }

/** Joins texts with a template, or splits a text at delimiters. */
export const text: NodeKind<Config> = {
  type: NodeType.Text,
  needs: [],
  zeroInputs: true,
  nullOutputs: false,
  compile(scope) {
    const inputs = scope.inputs(field(scope.node.inputs, 'inputParameters'))
    const method = textField(scope.node.inputs, 'method')
    if (method === 'split') {
      const delimiters = delimitersOf(listField(scope.node.inputs, 'splitParams'))
      if (!inputs.some((input) => input.name === 'String'))
        scope.fail('splitting needs an input named "String"', { fault: 'notChosen', names: ['String'] })
      return { inputs, config: { method, delimiters } }
    }
    if (method !== 'concat') scope.fail(`unknown method "${method}"`, { fault: 'unknownSetting', names: ['method'] })
    const params = literalParams(listField(scope.node.inputs, 'concatParams'))
    const template = parseTemplate(valueText(params.get('concatResult')))
    return { inputs, config: { method: 'concat', template, joiner: valueText(params.get('arrayItemConcatChar')) } }
  },
  run(task, config) {
    if (config.method === 'concat') {
      const show = (value: unknown) =>
        Array.isArray(value) ? value.map(valueText).join(config.joiner) : valueText(value)
      return { output: { output: render(config.template, task.input, show) } }
    }
    return { output: { output: splitAll(valueText(task.input.String), config.delimiters) } }
  },
}

function delimitersOf(params: unknown[]): string[] {
  const raw = literalParams(params).get('delimiters')
  if (Array.isArray(raw)) return raw.map(valueText)
  const input = objectField(
    params.find((param) => isObject(param) && textField(param, 'name') === 'delimiters'),
    'input',
  )
  return input && typeof raw === 'string' && raw ? [raw] : []
}

/** Splits at each delimiter in turn; empty pieces are preserved. */
function splitAll(whole: string, delimiters: readonly string[]): string[] {
  let pieces = [whole]
  // An empty delimiter splits nothing.
  for (const delimiter of delimiters) if (delimiter) pieces = pieces.flatMap((piece) => piece.split(delimiter))
  return pieces
}
