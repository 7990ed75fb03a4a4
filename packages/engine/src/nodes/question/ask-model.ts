import type { Task } from '#model.ts'
import type { ModelMessage, ModelReply, ModelRequest } from '#ports.ts'
import { callOf, need } from '#run/call.ts'
import type { Outcome } from '#run/outcome.ts'
import { spend } from '#run/usage.ts'
import { stableJson, valueText } from '#values/json.ts'
import { isObject, type Values } from '#values/own.ts'
import { render } from '#values/template.ts'
import { convertOutputs } from '../convert-outputs.ts'
import { extractJson } from '../llm/answer.ts'
import { objectSchema } from '../llm/json-schema.ts'
import type { ModelSetting } from '../llm/model-setting.ts'
import type { QuestionConfig, QuestionState } from './question-config.ts'

/** Sends a helper question to a model on behalf of a node. */
export async function askModel(
  task: Task,
  model: ModelSetting,
  messages: ModelMessage[],
  purpose: ModelRequest['purpose'],
  step: string,
  jsonSchema?: Values,
): Promise<ModelReply> {
  const request: ModelRequest = {
    modelId: model.modelId,
    modelName: model.modelName,
    messages,
    tools: [],
    responseFormat: jsonSchema ? 'json' : 'text',
    jsonSchema,
    params: model.params,
    purpose,
  }
  const reply = await need(task, 'model').chat(request, callOf(task, step))
  spend(task, reply.usage)
  return reply
}

/** The option that a free-text answer means, chosen by the model; -1 for none. */
export async function classifyOption(
  task: Task,
  config: QuestionConfig,
  state: QuestionState,
  answer: string,
): Promise<number> {
  const list = state.options.map((name, i) => `${i}: ${name}`).join('\n')
  const system = `A person was shown these options:\n${list}\n\nReply with the number of the option that the answer means, and nothing else. Reply -1 if it means none of them.`
  const messages: ModelMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: answer },
  ]
  const { text } = await askModel(task, config.model, messages, 'classify-option', `c${state.answers}`)
  const number = /-?\d+/.exec(text)
  const index = number ? Number(number[0]) : -1
  return index < state.options.length ? index : -1
}

/** Extracts the declared fields from the conversation, and the next question if some are missing. */
export async function extractAnswer(
  task: Task,
  config: QuestionConfig,
  state: QuestionState,
): Promise<{ outcome: Outcome; missing: string[]; next: string }> {
  const schema = objectSchema(config.fields)
  const own = render(config.system, task.input)
  const system = `${own ? `${own}\n\n` : ''}Draw the fields of this JSON Schema from the conversation:\n${stableJson(schema)}\n\nReply with one JSON object {"fields": {…}, "question": "…"}. Leave out fields that were not given. If a required field is missing, "question" asks the person for it; otherwise it is empty.`
  const talk = state.messages.map((message): ModelMessage => ({
    role: message.type === 'question' ? 'assistant' : 'user',
    content: valueText(message.content),
  }))
  const wanted = { type: 'object', properties: { fields: schema, question: { type: 'string' } }, required: ['fields'] }
  const messages: ModelMessage[] = [{ role: 'system', content: system }, ...talk]
  const reply = await askModel(task, config.model, messages, 'extract-answer', `x${state.answers}`, wanted)
  const parsed = extractJson(reply.text)
  const given = isObject(parsed) ? (isObject(parsed.fields) ? parsed.fields : parsed) : {}
  const outcome = convertOutputs(config.fields, given)
  const missing = config.fields
    .filter((field) => field.required && (outcome.output[field.name] ?? null) === null)
    .map((field) => field.name)
  const asked = isObject(parsed) && typeof parsed.question === 'string' ? parsed.question : ''
  return { outcome: { ...outcome, raw: reply.text }, missing, next: asked || render(config.question, task.input) }
}
