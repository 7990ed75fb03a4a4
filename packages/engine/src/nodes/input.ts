import type { Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { textField } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import type { Outcome } from '#run/outcome.ts'
import { parseJson } from '#values/json.ts'
import { isObject, setOwn, type Values } from '#values/own.ts'
import { parseVariables, type Variable } from '#values/types.ts'
import { convertOutputs } from './convert-outputs.ts'
import type { NodeKind } from './node-kind.ts'

interface Config {
  schema: string
}

/** Shows a form to the person and waits for it. */
export const input: NodeKind<Config> = {
  type: NodeType.Input,
  needs: [],
  zeroInputs: false,
  nullOutputs: true,
  compile(scope) {
    const schema = textField(scope.node.inputs, 'outputSchema') || '[]'
    let fields: unknown
    try {
      fields = JSON.parse(schema)
    } catch {
      scope.fail('its form is not valid JSON', { fault: 'unknownSetting', names: ['form'] })
    }
    const outputs = parseVariables(fields)
    return { config: { schema }, outputs: outputs.length ? outputs : scope.outputs() }
  },
  run(task, config) {
    if (task.answer === undefined) return show(config)
    const given = readAnswer(task.answer)
    const missing = given && task.node.outputs.filter((output) => output.required && (given[output.name] ?? '') === '')
    if (given && !missing!.length) return convertOutputs(task.node.outputs, given)
    // In a conversation the form is shown again; a program gets an error.
    if (task.run.chat) return show(config)
    throw new EngineError(ErrorCode.engine.badParam, ...whatIsWrong(task, missing))
  },
}

const show = ({ schema }: Config): Outcome => ({
  output: {},
  interrupt: { type: 5, data: JSON.stringify({ content_type: 'form_schema', content: schema }) },
})

function whatIsWrong(task: Task, missing: Variable[] | undefined): [string, { zh: string; retryable: false }] {
  const names = (missing ?? task.node.outputs).map((item) => item.name).join(', ')
  const [en, zh] = missing
    ? [`the answer lacks the required ${names}`, `回答缺少必填项：${names}`]
    : [
        `the answer must be a JSON object with ${names || 'the fields of the form'}`,
        `回答须为 JSON 对象，包含${names ? `：${names}` : '表单中的各项'}`,
      ]
  return [en, { zh, retryable: false }]
}

/** Reads a JSON object, or lines `name: value` as people write them in a chat. */
function readAnswer(text: string): Values | undefined {
  try {
    const parsed = parseJson(text)
    if (isObject(parsed)) return parsed
  } catch {
    // Not JSON: try lines.
  }
  const out: Values = {}
  let found = false
  for (const line of text.split('\n')) {
    const at = line.search(/[:：]/)
    if (at <= 0) continue
    setOwn(out, line.slice(0, at).trim(), line.slice(at + 1).trim())
    found = true
  }
  return found ? out : undefined
}
