import { wordsOf } from '@orrery/contract/shared/chat-card'
import type { Sse } from '#kit/sse.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { createPieces } from '#domains/chat/conversation/shared/pieces.ts'
import type { OpenChat } from './open-chat.service.ts'
import { asText, isForCallers } from './open-view.ts'

export interface Completion {
  botId: string
  createdAt: number
  includeUsage: boolean
}
const usage = ({ inputTokens = 0, outputTokens = 0 } = {}) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
})
const head = ({ botId, createdAt }: Completion, chatId: string, object: string) => ({
  id: `chatcmpl-${chatId}`,
  object,
  created: seconds(createdAt),
  model: botId,
})
/** Joins the answers of one turn into one text. */
const ANSWER_SEPARATOR = '\n\n'

/** Answers a turn in the chat-completions protocol, as a whole. */
export async function completion(chat: OpenChat, about: Completion) {
  const { done, messages } = await chat.whole()
  const answers = messages.filter(({ type }) => type === 'answer')
  const content = answers.map((answer) => wordsOf(answer.content, answer.contentType)).join(ANSWER_SEPARATOR)
  const thoughts = answers.map((answer) => answer.reasoning).join('')
  return {
    done,
    body: {
      ...head(about, chat.chatId, 'chat.completion'),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null, ...(thoughts && { reasoning_content: thoughts }) },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: usage(done.usage),
    },
  }
}

/** Streams a turn in the chat-completions protocol. */
export function streamCompletion(chat: OpenChat, about: Completion, signal: AbortSignal) {
  return async (sse: Sse) => {
    const first = head(about, chat.chatId, 'chat.completion.chunk')
    const send = (delta: object, finish: string | null = null) =>
      sse.send({ data: { ...first, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] } })
    const seen = new Set<string>()
    const pieces = createPieces((message, content, reasoning) => {
      const gap = content && seen.size && !seen.has(message.id) ? ANSWER_SEPARATOR : ''
      if (content) seen.add(message.id)
      send({ ...(content && { content: gap + content }), ...(reasoning && { reasoning_content: reasoning }) })
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    send({ role: 'assistant', content: '' })
    const leave = chat.live.listen((event) => {
      if (event.type === 'delta' && isForCallers(event.message)) return pieces.take(asText(event))
      if (event.type !== 'done') return
      pieces.flush()
      if (event.error) sse.send({ data: { error: { message: event.error.msg, code: String(event.error.code) } } })
      else send({}, 'stop')
      if (about.includeUsage) sse.send({ data: { ...first, choices: [], usage: usage(event.usage) } })
      sse.send({ data: '[DONE]' })
      resolve()
    })
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    leave()
  }
}
