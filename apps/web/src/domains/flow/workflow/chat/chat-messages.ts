import { emptyExtra } from '@orrery/contract/shared/chat-extra'
import type { ChatMessage } from '@orrery/contract'
import { readQuestion } from '../run/result/read-question.ts'
import type { NodeQuestion } from '../run/run-model.ts'

interface NodeAnswer {
  id: string
  replyId: string
  content: string
  section: string
  at: number
  status?: string
  error?: string
  logId?: string
  ms?: number
  tokens?: number
}

/** Messages of the chatflow in the common chat format. */
export const answerOf = (answer: NodeAnswer): ChatMessage => ({
  role: 'assistant',
  type: 'answer',
  content: answer.content,
  content_type: 'text',
  message_id: answer.id,
  reply_id: answer.replyId,
  section_id: answer.section,
  extra_info: {
    ...emptyExtra,
    log_id: answer.logId ?? '',
    ...(answer.ms === undefined ? {} : { time_cost: (answer.ms / 1000).toFixed(2) }),
    ...(answer.tokens ? { token: String(answer.tokens) } : {}),
    ...(answer.error ? { error_msg: answer.error } : {}),
  },
  status: answer.status ?? 'available',
  content_time: answer.at,
  message_index: '',
  source: 0,
  feedback: 0,
})

export const questionOf = (id: string, content: string, section: string, at: number): ChatMessage => ({
  ...answerOf({ id, replyId: id, content, section, at }),
  role: 'user',
  type: 'ack',
})

/** An interrupt as a card: options or fields. */
export function interruptOf(asked: NodeQuestion, replyId: string, section: string, at: number): ChatMessage {
  const { options, fields } = readQuestion(asked.data)
  const card = {
    options,
    fields: fields.map(({ name, description, isRequired, kind }) => ({
      name,
      label: description || name,
      required: isRequired,
      type: kind,
    })),
  }
  const data = { type: 'question', call_id: asked.id, name: asked.node_title, card }
  return {
    ...answerOf({ id: `${replyId}-asks-${asked.id}`, replyId, content: '', section, at }),
    type: 'verbose',
    content: JSON.stringify({ msg_type: 'interrupt', data: JSON.stringify(data) }),
  }
}
