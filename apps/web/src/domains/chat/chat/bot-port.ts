import type { ComparisonSide } from '@orrery/contract/shared/comparison-side'
import { api } from '#lib/api.ts'
import type { ChatPort } from './chat-port.ts'

const playground = 4

/** One side of a comparison: its conversation and its side. */
interface Compared {
  conversationId: string
  side: ComparisonSide
}

/** The preview of a bot's draft. Each user has one conversation with it, and one with each compared side. */
export function createBotPort(botId: string, spaceId: string, compared?: Compared): ChatPort {
  const base = { bot_id: botId, scene: playground }
  return {
    page: async (cursor, count) => {
      const page = await api.conversation.messages({
        ...base,
        conversation_id: compared?.conversationId,
        cursor,
        count,
        draft_mode: true,
      })
      return {
        messages: page.message_list,
        conversationId: page.conversation_id,
        sectionId: page.last_section_id,
        cursor: page.cursor,
        hasMore: page.hasmore,
        runningQuestionId: page.running_question_id,
      }
    },
    open: ({ conversationId, localId, outgoing, regenerate }, signal) =>
      api.conversation.chat(
        {
          ...base,
          space_id: spaceId,
          conversation_id: conversationId,
          draft_mode: true,
          diff_mode_identifier: compared?.side,
          query: outgoing?.content ?? '',
          content_type: outgoing?.contentType ?? 'text',
          local_message_id: localId,
          regen_message_id: regenerate,
          shortcut_cmd_id: outgoing?.shortcut?.id,
          toolList: outgoing?.shortcut ? [{ parameters: toParameters(outgoing.shortcut.values) }] : [],
        },
        { signal },
      ),
    follow: (conversationId, signal) => api.conversation.follow({ conversation_id: conversationId }, { signal }),
    stop: (conversationId, questionId, brokenPos) =>
      api.conversation.breakMessage({
        conversation_id: conversationId,
        query_message_id: questionId,
        broken_pos: brokenPos,
        scene: playground,
      }),
    remove: (conversationId, messageId) =>
      api.conversation.deleteMessage(
        { ...base, conversation_id: conversationId, message_id: messageId },
        { toast: true },
      ),
    clear: async (conversationId) => {
      const cleared = await api.conversation.clear({ ...base, conversation_id: conversationId }, { toast: true })
      return { sectionId: cleared.new_section_id }
    },
    newSection: async (conversationId) => {
      const begun = await api.conversation.createSection(
        { conversation_id: conversationId, scene: playground },
        { toast: true },
      )
      return { sectionId: begun.new_section_id }
    },
    press: (conversationId, messageId, press) =>
      api.cards.press({ conversation_id: conversationId, message_id: messageId, ...press }),
    rate: (conversationId, messageId, feedback) =>
      api.conversation.feedback({ conversation_id: conversationId, message_id: messageId, feedback }, { toast: true }),
  }
}

const toParameters = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
