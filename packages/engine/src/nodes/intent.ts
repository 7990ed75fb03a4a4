import { boolField, field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { valueText } from '#values/json.ts'
import { isObject } from '#values/own.ts'
import { parseTemplate, render, type Template } from '#values/template.ts'
import { extractJson } from './llm/answer.ts'
import { type ModelSetting, parseModel } from './llm/model-setting.ts'
import { historyOf } from './llm/prompt.ts'
import type { NodeKind } from './node-kind.ts'
import { askModel } from './question/ask-model.ts'
import type { ModelMessage } from '#ports.ts'

interface Config {
  intents: readonly string[]
  fast: boolean
  model: ModelSetting
  system: Template
  prompt: Template
  rounds: number
}

const template = (raw: unknown): Template =>
  parseTemplate(isObject(raw) ? valueText(field(objectField(raw, 'value'), 'content')) : valueText(raw))

/** Classifies what a person wants and takes the branch of that intent. */
export const intent: NodeKind<Config> = {
  type: NodeType.Intent,
  needs: ['model'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 60_000,
  effect: true,
  compile(scope) {
    const { inputs } = scope.node
    const llm = objectField(inputs, 'llmParam') ?? {}
    const intents = listField(inputs, 'intents').map((item) => textField(item, 'name'))
    if (!intents.length) scope.fail('no intents are given', { fault: 'notChosen', names: ['intents'] })
    const history = objectField(inputs, 'chatHistorySetting')
    return {
      inputs: scope.inputs(field(inputs, 'inputParameters')),
      ports: [...intents.map((_, i) => `branch_${i}`), 'default'],
      config: {
        intents,
        fast: textField(inputs, 'mode') === 'top_speed',
        model: parseModel(llm),
        system: template(field(llm, 'systemPrompt')),
        prompt: template(field(llm, 'prompt')),
        rounds: boolField(history, 'enableChatHistory') ? (numberField(history, 'chatHistoryRound') ?? 3) : 0,
      },
    }
  },
  portFor: (output) => portOf(Number(output.classificationId)),
  async run(task, config) {
    const own = config.fast ? '' : render(config.system, task.input)
    const messages: ModelMessage[] = [
      { role: 'system', content: `${instruction(config)}${own && `\n\n${own}`}` },
      ...(await historyOf(task, config.rounds)),
      { role: 'user', content: render(config.prompt, task.input) || valueText(task.input.query) },
    ]
    const schema = { type: 'object', properties: { classificationId: { type: 'integer' }, reason: { type: 'string' } } }
    const { text } = await askModel(task, config.model, messages, 'intent', 'm0', config.fast ? undefined : schema)
    const parsed = extractJson(text)
    const said = isObject(parsed) ? Number(parsed.classificationId) : Number(/\d+/.exec(text)?.[0])
    const classificationId = Number.isInteger(said) && said > 0 && said <= config.intents.length ? said : 0
    const reason = isObject(parsed) ? valueText(parsed.reason) : ''
    const output = config.fast ? { classificationId } : { classificationId, reason }
    return { output, port: portOf(classificationId), raw: text }
  },
}

const portOf = (id: number): string => (id > 0 ? `branch_${id - 1}` : 'default')

function instruction({ intents, fast }: Config): string {
  const list = intents.map((name, i) => `${i + 1}: ${name}`).join('\n')
  const reply = fast
    ? 'Reply with its number and nothing else.'
    : 'Reply with one JSON object {"classificationId": number, "reason": "why"}.'
  return `Say which of these intents the text expresses:\n0: none of these\n${list}\n\n${reply}`
}
