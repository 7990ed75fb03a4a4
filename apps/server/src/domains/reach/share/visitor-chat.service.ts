import { errors, type Locale } from '#kit/errors.ts'
import type { Place } from '#domains/chat/conversation/shared/chat-input.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { ConversationRow } from '#domains/chat/conversation/conversation.table.ts'
import type { OpenChatService } from '#domains/reach/open/open-chat.service.ts'
import { contentOf } from './sent-files.ts'
import { shareErrors } from './share.errors.ts'
import type { ShareRepo } from './share.repo.ts'
import type { Visit } from './visit.service.ts'
import type { VisitorFiles } from './visitor-file.service.ts'

/** The message of a visitor. */
interface VisitorSaid {
  query: string
  localMessageId?: string
  regenerate?: string
  files: string[]
  shortcut?: { id: string; values: Record<string, string> }
}
export interface VisitorChatDeps {
  conversations: Pick<ConversationService, 'begin' | 'remove'>
  /** The gate of all external questions: rates, limits, ledger, webhooks. */
  turns: Pick<OpenChatService, 'run'>
  repo: ShareRepo
  files: Pick<VisitorFiles, 'read'>
}
const PUBLIC_SCENE = 10
const endUserOf = ({ visitor }: Visit) => `visitor:${visitor.id}`

/** Conversations of visitors. Each sees only their own, and only the published version answers. */
export function createVisitorChat({ conversations, turns, repo, files }: VisitorChatDeps) {
  /** The owner's account pays; the visitor is the end user. */
  const placeOf = (visit: Visit): Place => ({
    botId: visit.speaker.id,
    userId: visit.speaker.ownerId,
    connectorId: visit.share.connectorId,
    scene: PUBLIC_SCENE,
    isDraft: false,
    endUser: endUserOf(visit),
  })
  async function own(visit: Visit, conversationId: string): Promise<ConversationRow> {
    const row = await repo.conversation(conversationId)
    const isOwn = row?.endUser === endUserOf(visit) && row.botId === visit.speaker.id && !row.isDraft
    // The conversation of another visitor and a missing one get the same answer.
    if (!row || !isOwn) throw errors.notFound({ what: 'conversation' })
    return row
  }
  const begin = (visit: Visit) => conversations.begin(placeOf(visit), visit.speaker.spaceId, {})
  return {
    own,
    list: (visit: Visit) => repo.conversations(visit.speaker.id, endUserOf(visit)),
    begin,
    async current(visit: Visit, conversationId: string | undefined): Promise<ConversationRow> {
      const id = conversationId ?? (await repo.newest(visit.speaker.id, endUserOf(visit)))
      return id === undefined ? begin(visit) : own(visit, id)
    },
    async chat(visit: Visit, conversationId: string, said: VisitorSaid, locale: Locale) {
      const row = await own(visit, conversationId)
      const caller = {
        ...placeOf(visit),
        endUser: endUserOf(visit),
        // The account that the conversation started with, even if the bot has another owner now.
        userId: row.userId,
        locale,
      }
      const sent = await files.read(visit, row.userId, said.files)
      const question = {
        role: 'user' as const,
        ...contentOf(said.query, sent),
        ...(said.localMessageId && { extra: { local_message_id: said.localMessageId } }),
      }
      const { live } = await turns.run(caller, {
        conversationId,
        messages: said.regenerate ? [] : [question],
        regenerate: said.regenerate,
        shortcut: said.shortcut && shortcutOf(visit, said.shortcut),
        // The version that was published with the pages.
        ...(visit.speaker !== visit.bot && { answeredBy: visit.speaker }),
      })
      return live
    },
    async remove(visit: Visit, conversationId: string) {
      await conversations.remove(await own(visit, conversationId))
    },
  }
}
/** The listed shortcut; one that was removed from the list does not exist for visitors. */
function shortcutOf({ speaker }: Visit, { id, values }: NonNullable<VisitorSaid['shortcut']>) {
  if (!speaker.config.shortcut_sort.includes(id)) throw shareErrors.shortcutGone()
  return { commandId: id, args: values }
}

export type VisitorChat = ReturnType<typeof createVisitorChat>
