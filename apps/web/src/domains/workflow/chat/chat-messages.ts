import type { ChatMessage } from '@orrery/contract'
import { readQuestion } from '../run/result/read-question.ts'
import type { NodeQuestion } from '../run/run-model.ts'

const noExtra: ChatMessage['extra_info'] = {
  local_message_id: '',
  input_tokens: '',
  output_tokens: '',
  token: '',
  plugin_status: '',
  time_cost: '',
  workflow_tokens: '',
  bot_state: '',
  plugin_request: '',
  tool_name: '',
  plugin: '',
  mock_hit_info: '',
  log_id: '',
  stream_id: '',
  message_title: '',
  stream_plugin_running: '',
  new_section_id: '',
  remove_query_id: '',
  execute_display_name: '',
  task_type: '',
  refer_format: '',
  call_id: '',
}

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

/** What the chatflow said, in the shape of every chat. */
export const answerOf = (said: Said): ChatMessage => ({
  role: 'assistant',
  type: 'answer',
  content: said.content,
  content_type: 'text',
  message_id: said.id,
  reply_id: said.replyId,
  section_id: said.section,
  extra_info: {
    ...noExtra,
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

/** What the run asks, as a card: options to press, fields to fill in. */
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
