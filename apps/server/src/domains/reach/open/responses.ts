import { isId } from '@orrery/contract'
import { wordsOf } from '@orrery/contract/shared/chat-card'
import type { Sse } from '#kit/sse.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { TurnDone } from '#domains/chat/conversation/shared/chat-events.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { createPieces } from '#domains/chat/conversation/shared/pieces.ts'
import type { OpenChat } from './open-chat.service.ts'
import { asText, isForCallers } from './open-view.ts'

export interface ResponseHead {
  botId: string
  createdAt: number
  previous: string | null
  metadata: Record<string, string>
  isKept: boolean
}
type Status = 'in_progress' | 'completed' | 'failed' | 'cancelled'
const statuses: Record<TurnDone['reason'], Status> = {
  done: 'completed',
  waiting: 'completed',
  failed: 'failed',
  stopped: 'cancelled',
}
const usageOf = ({ inputTokens = 0, outputTokens = 0 } = {}) => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens + outputTokens,
})
const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
type Answer = Pick<MessageRow, 'id' | 'content'>
const itemOf = ({ id, content }: Answer, status: 'in_progress' | 'completed') => ({
  id: `msg_${id}`,
  type: 'message',
  status,
  role: 'assistant',
  content: status === 'completed' ? [textPart(content)] : [],
})
/** Converts cards to text, since this protocol has no cards. */
const inText = (row: MessageRow): MessageRow => ({ ...row, content: wordsOf(row.content, row.contentType) })
const responseId = (chatId: string) => `resp_${chatId}`
export function chatIdOf(responseId: string): string | undefined {
  const [prefix, id = ''] = responseId.split('resp_')
  return prefix === '' && isId(id) ? id : undefined
}

/** The current state of a turn in the responses protocol. */
export function responseOf(
  chatId: string,
  head: ResponseHead,
  state: { status: Status; answers: Answer[]; done?: Pick<TurnDone, 'usage' | 'error'> },
) {
  const { status, answers, done } = state
  return {
    id: responseId(chatId),
    object: 'response',
    created_at: seconds(head.createdAt),
    status,
    error: done?.error ? { code: 'server_error', message: done.error.msg } : null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: head.botId,
    output: answers.map((row) => itemOf(row, 'completed')),
    parallel_tool_calls: true,
    previous_response_id: head.previous,
    store: head.isKept,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    text: { format: { type: 'text' } },
    usage: status === 'in_progress' ? null : usageOf(done?.usage),
    metadata: head.metadata,
  }
}
export async function wholeResponse(chat: OpenChat, head: ResponseHead) {
  const { done, messages } = await chat.whole()
  const answers = messages.filter(({ type }) => type === 'answer').map(inText)
  return responseOf(chat.chatId, head, { status: statuses[done.reason], answers, done })
}

/** Streams a turn in the responses protocol as numbered events. */
export function streamResponse(chat: OpenChat, head: ResponseHead, signal: AbortSignal) {
  return async (sse: Sse) => {
    let number = 0
    const send = (type: string, data: object) => {
      sse.send({ event: type, data: { type, ...data, sequence_number: number } })
      number += 1
    }
    const whole = (status: Status, answers: MessageRow[], done?: TurnDone) => ({
      response: responseOf(chat.chatId, head, { status, answers, done }),
    })
    const answers: MessageRow[] = []
    const places = new Map<string, number>()
    const at = (row: MessageRow) => ({
      item_id: `msg_${row.id}`,
      output_index: places.get(row.id)!,
      content_index: 0,
    })
    function begin(row: MessageRow) {
      if (places.has(row.id)) return
      places.set(row.id, places.size)
      send('response.output_item.added', { output_index: places.get(row.id), item: itemOf(row, 'in_progress') })
      send('response.content_part.added', { ...at(row), part: textPart('') })
    }
    const pieces = createPieces((row, content) => {
      if (!content) return
      begin(row)
      send('response.output_text.delta', { ...at(row), delta: content, logprobs: [] })
    })
    function finish(row: MessageRow) {
      pieces.flush()
      if (row.type !== 'answer' || !isForCallers(row) || !row.content) return
      begin(row)
      answers.push(inText(row))
      const text = wordsOf(row.content, row.contentType)
      send('response.output_text.done', { ...at(row), text, logprobs: [] })
      send('response.content_part.done', { ...at(row), part: textPart(text) })
      send('response.output_item.done', { output_index: places.get(row.id), item: itemOf(row, 'completed') })
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    send('response.created', whole('in_progress', []))
    send('response.in_progress', whole('in_progress', []))
    const leave = chat.live.listen((event) => {
      if (event.type === 'delta' && isForCallers(event.message)) return pieces.take(asText(event))
      if (event.type === 'finish' || event.type === 'message') return finish(event.message)
      if (event.type !== 'done') return
      pieces.flush()
      const status = statuses[event.reason]
      send(status === 'failed' ? 'response.failed' : 'response.completed', whole(status, answers, event))
      resolve()
    })
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    leave()
  }
}
