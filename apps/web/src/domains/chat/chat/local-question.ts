import { emptyExtra } from '@orrery/contract/shared/chat-extra'
import type { ChatMessage } from '@orrery/contract'
import type { Outgoing } from './chat-port.ts'

/** A question as shown before the server has given it an id. */
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
