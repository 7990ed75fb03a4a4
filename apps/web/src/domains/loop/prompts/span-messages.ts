import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import type { Message } from './detail.ts'

const types: Record<string, Message['message_type']> = {
  system: PromptMessageType.system,
  user: PromptMessageType.user,
  assistant: PromptMessageType.assistant,
}
interface Step {
  kind: string
  input: string
}

/** What a model was asked in a trace, as the messages of a prompt; undefined when no model was. */
export function messagesOfTrace(steps: readonly Step[]): Message[] | undefined {
  const asked = steps.find(({ kind }) => kind === 'model')
  return asked && messagesOf(asked.input)
}

function messagesOf(input: string): Message[] {
  const said = listIn(parsed(input))
  const messages = said.flatMap((one) => {
    const { role, content } = (one ?? {}) as { role?: unknown; content?: unknown }
    const type = types[String(role)]
    const text = typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content)
    return type && text ? [{ message_type: type, content: text }] : []
  })
  return messages.length ? messages : [{ message_type: PromptMessageType.user, content: input }]
}
function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const { messages } = (typeof value === 'object' && value !== null ? value : {}) as { messages?: unknown }
  return Array.isArray(messages) ? messages : []
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
