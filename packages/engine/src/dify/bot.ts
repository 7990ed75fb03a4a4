import { boolField, field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { isObject, type Values } from '#values/own.ts'
import type { DifyNote } from './scope.ts'

/** A chat, agent or text app as a bot. */
export interface DifyBot {
  persona: string
  opening: string
  questions: string[]
  suggestsReplies: boolean
  /** Values that people fill in before the conversation starts; they become variables of the bot. */
  variables: { name: string; description: string; defaultValue: string }[]
  temperature?: number
  topP?: number
  maxTokens?: number
  historyRounds?: number
}

export function botOf(config: Values, notes: DifyNote[]): DifyBot {
  const note = (en: string, zh: string) => void notes.push({ nodeId: '', title: '', en, zh })
  const model = objectField(config, 'model')
  const params = objectField(model, 'completion_params')
  const name = textField(model, 'name')
  if (name)
    note(
      `The original model was ${name}. Choose another one if the default doesn't fit`,
      `原模型为 ${name}，如默认模型不合适请另选`,
    )
  for (const tool of listField(objectField(config, 'agent_mode'), 'tools').filter(isObject)) {
    const label = textField(tool, 'tool_label') || textField(tool, 'tool_name')
    if (label && field(tool, 'enabled') !== false)
      note(`The tool "${label}" is not in the file. Add your own`, `文件中没有工具「${label}」，请添加你的工具`)
  }
  const sets = listField(objectField(objectField(config, 'dataset_configs'), 'datasets'), 'datasets')
  if (sets.length) note('Knowledge bases are not in the file. Add your own', '文件中不包含知识库，请添加你的知识库')
  const numbers = {
    temperature: numberField(params, 'temperature'),
    topP: numberField(params, 'top_p'),
    maxTokens: numberField(params, 'max_tokens'),
  }
  return {
    persona: personaOf(config),
    opening: textField(config, 'opening_statement'),
    questions: listField(config, 'suggested_questions').map(String).filter(Boolean),
    suggestsReplies: boolField(objectField(config, 'suggested_questions_after_answer'), 'enabled'),
    variables: listField(config, 'user_input_form').filter(isObject).flatMap(variablesOf),
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
  }
}

/** The persona: a plain prompt is one text, an advanced one a list of messages. */
function personaOf(config: Values): string {
  const advanced = listField(objectField(config, 'chat_prompt_config'), 'prompt')
    .map((item) => textField(item, 'text'))
    .filter(Boolean)
  return textField(config, 'prompt_type') === 'advanced' && advanced.length
    ? advanced.join('\n\n')
    : textField(config, 'pre_prompt')
}

/** The variables of a form entry, which is an object with one key that names its kind. */
const variablesOf = (entry: Values) =>
  Object.values(entry)
    .filter(isObject)
    .map((item) => ({
      name: textField(item, 'variable').replaceAll(/\W/g, '_'),
      description: textField(item, 'label'),
      defaultValue: textField(item, 'default'),
    }))
    .filter((item) => item.name)
