import { api } from '#lib/api.ts'
import { type ChatPort, readSent } from '#domains/chat/chat/index.ts'
import { asVisitor } from './visit.ts'

/** Access to a conversation of a visitor; if `conversationId` is empty, to the latest one. */
export function createVisitorPort(key: string, conversationId: string): ChatPort {
  const who = () => asVisitor(key)
  const newSection = async (id: string) => {
    const begun = await api.share.newSection({ key, conversation_id: id }, who())
    return { sectionId: begun.new_section_id }
  }
  return {
    page: async (cursor, count) => {
      const page = await api.share.messages({ key, conversation_id: conversationId || undefined, cursor, count }, who())
      return {
        messages: page.message_list,
        conversationId: page.conversation_id,
        sectionId: page.last_section_id,
        cursor: page.cursor,
        hasMore: page.hasmore,
        runningQuestionId: page.running_question_id,
      }
    },
    open: ({ conversationId: id, localId, outgoing, regenerate }, signal) => {
      const { text, parts } = outgoing
        ? readSent({ content: outgoing.content, content_type: outgoing.contentType })
        : { text: '', parts: [] }
      return api.share.chat(
        {
          key,
          conversation_id: id,
          query: text,
          files: parts.map((part) => part.key),
          shortcut: outgoing?.shortcut,
          local_message_id: localId,
          regen_message_id: regenerate,
        },
        { ...who(), signal },
      )
    },
    follow: (id, signal) => api.share.follow({ key, conversation_id: id }, { ...who(), signal }),
    stop: (id, questionId, brokenPos) =>
      api.share.stop({ key, conversation_id: id, query_message_id: questionId, broken_pos: brokenPos }, who()),
    remove: (id, messageId) => api.share.removeMessage({ key, conversation_id: id, message_id: messageId }, who()),
    // Clearing only makes the bot forget. Visitors delete a conversation as a whole.
    clear: newSection,
    newSection,
    press: (id, messageId, press) =>
      api.share.press({ key, conversation_id: id, message_id: messageId, ...press }, who()),
    rate: (id, messageId, feedback) =>
      api.share.rate({ key, conversation_id: id, message_id: messageId, feedback }, who()),
  }
}
