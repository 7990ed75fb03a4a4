import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import type { Message, ModelSettings, Tool } from './detail.ts'

const types: Record<string, Message['message_type']> = {
  system: PromptMessageType.system,
  developer: PromptMessageType.system,
  user: PromptMessageType.user,
  assistant: PromptMessageType.assistant,
}
interface Step {
  kind: string
  input: string
  model_id: string
  model_name: string
  attributes: Record<string, unknown>
}
/** The initial content of a prompt. */
export interface PromptDraft {
  messages: Message[]
  model?: ModelSettings
  tools: Tool[]
}
type Raw = Record<string, unknown>
const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts the model call of a trace to a prompt: messages, model and tools; undefined if no model was called. */
export function draftOfTrace(steps: readonly Step[]): PromptDraft | undefined {
  const asked = steps.find(({ kind }) => kind === 'model')
  if (!asked) return undefined
  const value = parsed(asked.input)
  const given = isRecord(value) ? value : {}
  return { messages: messagesOf(asked.input, value), model: modelOf(asked, given), tools: toolsOf(given['tools']) }
}

function messagesOf(input: string, value: unknown): Message[] {
  const list = Array.isArray(value)
    ? value
    : isRecord(value) && Array.isArray(value['messages'])
      ? value['messages']
      : []
  const system = isRecord(value) ? textOf(value['system']) : ''
  const messages = (list as unknown[]).flatMap((one): Message[] => {
    const inner = isRecord(one) && isRecord(one['message']) ? one['message'] : one
    if (!isRecord(inner)) return []
    const type = types[String(inner['role'])]
    const text = textOf(inner['parts'] ?? inner['content'])
    return type && text ? [{ message_type: type, content: text }] : []
  })
  if (!messages.length) return [{ message_type: PromptMessageType.user, content: input }]
  return system ? [{ message_type: PromptMessageType.system, content: system }, ...messages] : messages
}
/** The text of a message that consists of parts. If a part has no text, the raw content is returned. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content)) return JSON.stringify(content)
  const words = content.map((part: unknown) => {
    const text = isRecord(part) ? (part['text'] ?? part['content']) : part
    return typeof text === 'string' ? text : undefined
  })
  return words.every((one) => one !== undefined) ? words.join('\n') : JSON.stringify(content)
}

/** The model that was called, with its parameters. Models of other systems have only a name. */
function modelOf({ model_id: id, model_name: name, attributes }: Step, given: Raw): ModelSettings {
  const told = isRecord(given['parameters']) ? given['parameters'] : {}
  const number = (own: string, attribute: string) => {
    const value = told[own] ?? attributes[`gen_ai.request.${attribute}`]
    return typeof value === 'number' ? value : undefined
  }
  const settings = {
    temperature: number('temperature', 'temperature'),
    top_p: number('topP', 'top_p'),
    top_k: number('topK', 'top_k'),
    max_tokens: number('maxTokens', 'max_tokens'),
  }
  const known = Object.entries(settings).filter(([, value]) => value !== undefined)
  return { ...(/^\d+$/.test(id) && id !== '0' && { id }), ...(name && { name }), ...Object.fromEntries(known) }
}

/** Parses tools in the formats of bots and of programs. Tools with a name that prompts do not allow are left out. */
function toolsOf(value: unknown): Tool[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one): Tool[] => {
    const tool = isRecord(one) && isRecord(one['function']) ? one['function'] : one
    if (!isRecord(tool) || typeof tool['name'] !== 'string' || !/^[\w-]{1,64}$/.test(tool['name'])) return []
    const { name, description, parameters } = tool
    return [
      {
        tool_def: {
          type: 1,
          function: {
            name,
            description: typeof description === 'string' ? description.slice(0, 4000) : '',
            parameters: typeof parameters === 'string' ? parameters : JSON.stringify(parameters ?? { type: 'object' }),
          },
        },
      },
    ]
  })
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
