import type { Attributes, OtlpEvent, OtlpSpan } from '../otlp-types.ts'
import { pick, pickText } from './pick.ts'

/** Rebuilds lists flattened into attribute names, such as `llm.input_messages.0.message.content`. */
function unflatten(attributes: Attributes, prefix: string): Attributes[] {
  const found: Attributes[] = []
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(prefix)) continue
    const match = /^(\d{1,3})\.(.+)$/.exec(key.slice(prefix.length))
    if (!match) continue
    const path = match[2]!.replace(/^message\./, '')
    ;(found[Number(match[1])] ??= {})[path] = value
  }
  return found.filter(Boolean)
}
const flatName = /\.\d/
const isFlat = (attributes: Attributes): boolean => {
  for (const key in attributes) if (flatName.test(key)) return true
  return false
}
const flattened = (attributes: Attributes, prefixes: readonly string[]): string => {
  for (const prefix of prefixes) {
    const messages = unflatten(attributes, prefix)
    if (messages.length) return JSON.stringify(messages)
  }
  return ''
}

/** Messages sent as events, one message per event. */
function fromEvents(events: readonly OtlpEvent[], names: RegExp, contentKeys: readonly string[]): string {
  if (!events.length) return ''
  const messages = events
    .filter(({ name }) => names.test(name))
    .map(({ name, attributes }) => {
      const whole = pick(attributes, contentKeys)
      if (whole !== undefined) return parsed(whole)
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]
      return role ? { role, ...attributes } : attributes
    })
  if (!messages.length) return ''
  return JSON.stringify(messages.length === 1 && Array.isArray(messages[0]) ? messages[0] : messages)
}
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

export function inputOf({ attributes, events }: OtlpSpan): string {
  const own = pickText(attributes, ['cozeloop.input'])
  if (own) return own
  const messages = pick(attributes, ['gen_ai.input.messages'])
  if (messages !== undefined) {
    const system = pick(attributes, ['gen_ai.system_instructions'])
    const tools = pick(attributes, ['gen_ai.tool.definitions'])
    if (system === undefined && tools === undefined) return pickText(attributes, ['gen_ai.input.messages'])
    return JSON.stringify({
      ...(system !== undefined && { system: parsed(system) }),
      messages: parsed(messages),
      ...(tools !== undefined && { tools: parsed(tools) }),
    })
  }
  return (
    fromEvents(events, /^gen_ai\.(system|user|assistant|tool)\.message$/, []) ||
    fromEvents(events, /^gen_ai\.content\.prompt$/, ['gen_ai.prompt']) ||
    (isFlat(attributes) && flattened(attributes, ['gen_ai.prompt.', 'llm.input_messages.', 'llm.prompts.'])) ||
    pickText(attributes, [
      'input.value',
      'ai.prompt.messages',
      'ai.prompt',
      'ai.toolCall.args',
      'ai.value',
      'traceloop.entity.input',
      'gen_ai.tool.call.arguments',
      'spring.ai.tool.call.arguments',
      'gen_ai.prompt',
    ])
  )
}
export function outputOf({ attributes, events }: OtlpSpan): string {
  return (
    pickText(attributes, ['cozeloop.output', 'gen_ai.output.messages']) ||
    fromEvents(events, /^gen_ai\.choice$/, []) ||
    fromEvents(events, /^gen_ai\.content\.completion$/, ['gen_ai.completion']) ||
    (isFlat(attributes) &&
      flattened(attributes, ['gen_ai.completion.', 'llm.output_messages.', 'retrieval.documents.'])) ||
    pickText(attributes, [
      'output.value',
      'ai.response.text',
      'ai.response.toolCalls',
      'ai.response.object',
      'ai.toolCall.result',
      'traceloop.entity.output',
      'gen_ai.tool.call.result',
      'spring.ai.tool.call.result',
      'gen_ai.completion',
    ])
  )
}
