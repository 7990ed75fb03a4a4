import { emptyExtra } from '@orrery/contract/shared/chat-extra'
import type { ChatMessage } from '@orrery/contract'
import { readQuestion } from '../run/result/read-question.ts'
import type { NodeQuestion } from '../run/run-model.ts'

interface Said {
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
export const answerOf = (said: Said): ChatMessage => ({
  role: 'assistant',
  type: 'answer',
  content: said.content,
  content_type: 'text',
  message_id: said.id,
  reply_id: said.replyId,
  section_id: said.section,
  extra_info: {
    ...emptyExtra,
    log_id: said.logId ?? '',
    ...(said.ms === undefined ? {} : { time_cost: (said.ms / 1000).toFixed(2) }),
    ...(said.tokens ? { token: String(said.tokens) } : {}),
    ...(said.error ? { error_msg: said.error } : {}),
  },
  status: said.status ?? 'available',
  content_time: said.at,
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
