import type { PromptMessage, PromptReplyItem } from '@orrery/contract'
import { AppError, type Locale } from '#kit/errors.ts'
import type { Ctx } from '#kit/http/context.ts'
import type { ChatSink } from '#kit/models/chat-types.ts'
import type { Sse } from '#kit/sse.ts'
import type { RunResult } from './run.service.ts'

/** Previous messages and the new message. */
export const messagesOf = ({
  contexts = [],
  message,
}: {
  contexts?: PromptMessage[] | undefined
  message?: PromptMessage | undefined
}) => (message ? [...contexts, message] : contexts)

export function replyItem(
  result: RunResult,
  more: { state: number; traceKey?: string; version: string },
): PromptReplyItem {
  const calls = result.toolCalls.map((call) => ({ call, response: undefined as string | undefined }))
  const shown = [...result.answered, ...calls].map(({ call, response }) => ({
    tool_call: { id: call.id, type: 1, function_call: { name: call.name, arguments: call.arguments } },
    ...(response !== undefined && { mock_response: response }),
  }))
  return {
    stream_state: more.state,
    reply_type: result.toolCalls.length ? 1 : 0,
    content: result.text,
    ...(result.reasoning && { reasoning_content: result.reasoning }),
    ...(shown.length && { tool_calls: shown }),
    finish_reason: result.finish,
    prompt_version: more.version,
    ...(more.traceKey && { debug_trace_key: more.traceKey }),
    token_consumption: {
      input_token: String(result.inputTokens),
      output_token: String(result.outputTokens),
      cost: result.cost,
    },
  }
}
export const problemOf = (cause: unknown, locale: Locale) =>
  cause instanceof AppError ? { code: cause.code, msg: cause.text(locale) } : { code: 1, msg: 'The run failed' }

/** Streams the pieces of an answer and its end; an error is sent as an event. */
export async function streamItems(
  sse: Sse,
  ctx: Ctx,
  work: (sink: ChatSink) => Promise<{ item: PromptReplyItem; more?: object }>,
) {
  const piece = (more: Partial<PromptReplyItem>) =>
    sse.send({ data: { item: { stream_state: 3, reply_type: 0, content: '', ...more } } })
  try {
    const { item, more } = await work({
      text: (content) => piece({ content }),
      reasoning: (reasoning_content) => piece({ reasoning_content }),
    })
    sse.send({ data: { item: { ...item, stream_state: 4, content: '' }, ...more } })
  } catch (cause) {
    sse.send({ event: 'error', data: problemOf(cause, ctx.locale) })
  }
}
