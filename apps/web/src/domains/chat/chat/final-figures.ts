import type { ChatMessage } from '@orrery/contract'

const keys = ['input_tokens', 'output_tokens', 'token'] as const

/**
 * The last event of a turn contains the usage of the whole turn and is not a message. Suggestions are generated after
 * the answer, so the figures below the answer are complete only now.
 */
export function withFigures(messages: readonly ChatMessage[], marker: ChatMessage): ChatMessage[] {
  const rest = messages.filter((item) => item.message_id !== marker.message_id)
  const figures = readFigures(marker.content)
  const at = rest.findLastIndex(({ type, reply_id: id }) => type === 'answer' && id === marker.reply_id)
  const answer = rest[at]
  if (!answer || !Number(answer.extra_info.token) || !figures) return rest
  return rest.with(at, { ...answer, extra_info: { ...answer.extra_info, ...figures } })
}

function readFigures(content: string): Record<(typeof keys)[number], string> | undefined {
  try {
    const data = JSON.parse((JSON.parse(content) as { data: string }).data) as Record<string, unknown>
    if (!keys.every((key) => typeof data[key] === 'string')) return undefined
    return { input_tokens: `${data.input_tokens}`, output_tokens: `${data.output_tokens}`, token: `${data.token}` }
  } catch {
    return undefined
  }
}
