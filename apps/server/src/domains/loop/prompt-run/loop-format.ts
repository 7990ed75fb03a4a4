import type { LoopMessage, LoopReply, PromptMessage, PromptValue } from '@orrery/contract'
import { PromptMessageType, PromptPartType } from '@orrery/contract/shared/prompt-enums'
import type { RunResult } from './run.service.ts'

const types = {
  system: PromptMessageType.system,
  user: PromptMessageType.user,
  assistant: PromptMessageType.assistant,
  tool: PromptMessageType.tool,
  placeholder: PromptMessageType.placeholder,
} as const
type LoopPart = NonNullable<LoopMessage['parts']>[number]

/** Converts messages of the loop SDKs to our format. */
export const fromLoop = (message: LoopMessage): PromptMessage => ({
  message_type: types[message.role],
  ...(message.content !== undefined && { content: message.content }),
  ...(message.parts && { parts: message.parts.map(fromLoopPart) }),
  ...(message.tool_call_id !== undefined && { tool_call_id: message.tool_call_id }),
  ...(message.tool_calls && {
    tool_calls: message.tool_calls.map(({ id, function_call }) => ({ tool_call: { id, function_call } })),
  }),
})
function fromLoopPart(part: LoopPart): NonNullable<PromptMessage['parts']>[number] {
  if (part.type === 'image_url') {
    const url = typeof part.image_url === 'string' ? part.image_url : part.image_url?.url
    return { type: PromptPartType.image, image: { url } }
  }
  if (part.type === 'base64_data') {
    const [, mediaType = 'image/png', data = part.base64_data ?? ''] =
      /^data:([^;,]*);base64,(.*)$/s.exec(part.base64_data ?? '') ?? []
    return { type: PromptPartType.binary, binary_content: { mime_type: mediaType, data } }
  }
  if (part.type === 'multi_part_variable') return { type: PromptPartType.imageVariable, text: part.text }
  return { type: PromptPartType.text, text: part.text }
}

interface LoopValue {
  key: string
  value?: string | undefined
  placeholder_messages?: LoopMessage[] | undefined
  multi_part_values?: LoopPart[] | undefined
}
export const valueFromLoop = (given: LoopValue): PromptValue => ({
  key: given.key,
  ...(given.value !== undefined && { value: given.value }),
  ...(given.placeholder_messages && { placeholder_messages: given.placeholder_messages.map(fromLoop) }),
  ...(given.multi_part_values && { parts: given.multi_part_values.map(fromLoopPart) }),
})

/** Numbers must be numbers, and every call needs an index and id: the Go and Python clients accept nothing else. */
export const loopReply = (result: RunResult): LoopReply => ({
  message: {
    role: 'assistant',
    content: result.text,
    ...(result.reasoning && { reasoning_content: result.reasoning }),
    ...(result.toolCalls.length && { tool_calls: loopCalls(result) }),
  },
  finish_reason: result.finish,
  usage: { input_tokens: result.inputTokens, output_tokens: result.outputTokens },
})
const loopCalls = ({ toolCalls }: RunResult) =>
  toolCalls.map((call, index) => ({
    index,
    id: call.id || `call_${index}`,
    type: 'function' as const,
    function_call: { name: call.name, arguments: call.arguments },
  }))

/** The Go client reads lines of at most 64 KB; a character takes up to six bytes in JSON. */
const MOST_CHARS = 8000

/** Splits a text into pieces that fit on one line each, never inside a surrogate pair. */
export function slicesOf(text: string): string[] {
  const slices: string[] = []
  for (let from = 0; from < text.length || !slices.length;) {
    let to = from + MOST_CHARS
    if (/[\uDC00-\uDFFF]/.test(text[to] ?? '')) to += 1
    slices.push(text.slice(from, to))
    from = to
  }
  return slices
}

/** The end of a stream: tool calls, finish reason, usage. Long arguments are split, as in chat completions. */
export function lastPieces(result: RunResult): object[] {
  const { finish_reason, usage, message } = loopReply(result)
  const say = (calls: object[] | undefined, more: object = {}) => ({
    message: { role: 'assistant', content: '', ...(calls && { tool_calls: calls }) },
    ...more,
  })
  const calls = message.tool_calls ?? []
  const isShort = calls.reduce((sum, { function_call: call }) => sum + call.arguments.length, 0) <= MOST_CHARS
  const ended = { finish_reason, usage }
  if (isShort) return [say(calls.length ? calls : undefined, ended)]
  const pieces = calls.flatMap((call) =>
    slicesOf(call.function_call.arguments).map((args, at) =>
      say([{ ...call, function_call: { name: at ? '' : call.function_call.name, arguments: args } }]),
    ),
  )
  return [...pieces, say(undefined, ended)]
}

/** One event without anything else, because the JavaScript client parses every block. */
export const loopEvent = (data: object, event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`
