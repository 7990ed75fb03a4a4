import type { ChatMessage } from '@orrery/contract'
import type { Outgoing } from './chat-port.ts'

const emptyExtra: ChatMessage['extra_info'] = {
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

/** A question as it stands on the page before the server has named it. */
export function localQuestion(localId: string, outgoing: Outgoing, sectionId: string, now: number): ChatMessage {
  return {
    role: 'user',
    type: 'question',
    content: outgoing.content,
    content_type: outgoing.contentType,
    message_id: localId,
    reply_id: localId,
    section_id: sectionId,
    extra_info: { ...emptyExtra, local_message_id: localId },
    status: 'sending',
    content_time: now,
    message_index: '',
    source: 0,
    feedback: 0,
  }
}
