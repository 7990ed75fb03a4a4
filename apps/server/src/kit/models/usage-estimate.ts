import type { Answer } from './answer-collector.ts'
import type { ChatRequest, Usage } from './chat-types.ts'
import { estimateTokens } from './tokens.ts'

const IMAGE_TOKENS = 800
/** Tokens of a message besides its text. */
const MESSAGE_TOKENS = 4

/** Estimates the usage when a provider reports none. */
export function estimateUsage(request: ChatRequest, answer: Pick<Answer, 'text' | 'reasoning' | 'toolCalls'>): Usage {
  let inputTokens = request.tools?.length ? estimateTokens(JSON.stringify(request.tools)) : 0
  for (const { content } of request.messages) inputTokens += MESSAGE_TOKENS + estimateContent(content)
  const calls = answer.toolCalls.reduce((sum, call) => sum + estimateTokens(call.name + call.arguments), 0)
  const reasoningTokens = estimateTokens(answer.reasoning)
  return {
    inputTokens,
    outputTokens: estimateTokens(answer.text) + calls + reasoningTokens,
    cachedTokens: 0,
    reasoningTokens,
    isEstimated: true,
  }
}

export const estimateContent = (content: ChatRequest['messages'][number]['content']): number =>
  typeof content === 'string'
    ? estimateTokens(content)
    : content.reduce((sum, part) => sum + (part.type === 'text' ? estimateTokens(part.text) : IMAGE_TOKENS), 0)
