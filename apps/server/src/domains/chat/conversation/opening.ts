import { errors } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { OpenedConversation } from './conversation.repo.ts'
import type { ConversationRow } from './conversation.table.ts'
import type { ChatInput, Place } from './shared/chat-input.ts'
import type { ConversationDeps } from './conversation.service.ts'

/** Enough rows for a hundred rounds with their tool calls, but a limit for very long conversations. */
const rowsFor = (rounds: number) => Math.min(1000, rounds * 12 + 20)
export const MAX_ROUNDS = 100

/** Finds or creates the conversation of a call, and refuses conversations of other people. */
export function createOpening({ repo, newId, clock }: Pick<ConversationDeps, 'repo' | 'newId' | 'clock'>) {
  function newConversation(place: Place, spaceId: string, isMain: boolean): ConversationRow {
    const now = clock.now()
    const id = newId()
    return {
      id,
      botId: place.botId,
      userId: place.userId,
      connectorId: place.connectorId,
      scene: place.scene,
      isDraft: place.isDraft,
      endUser: place.endUser ?? '',
      meta: {},
      spaceId,
      isMain,
      name: '',
      sectionId: id,
      clearedId: '0',
      pins: {},
      agentId: '',
      pending: null,
      createdAt: now,
      updatedAt: now,
    }
  }
  /** The conversation of a person. For everyone else it does not exist. */
  async function own(conversationId: string, userId: string): Promise<ConversationRow> {
    const row = await repo.byId(conversationId)
    if (!row || row.userId !== userId) throw errors.notFound({ what: 'conversation' })
    return row
  }
  async function open(place: Place, conversationId: string | undefined, spaceId: string): Promise<ConversationRow> {
    if (conversationId === undefined) return repo.main(newConversation(place, spaceId, true))
    const row = await own(conversationId, place.userId)
    if (row.botId !== place.botId) throw errors.notFound({ what: 'conversation' })
    return row
  }
  async function openWithHistory(place: Place, conversationId: string, rounds: number): Promise<OpenedConversation> {
    const opened = await repo.opened(conversationId, rowsFor(rounds))
    if (!opened || !fits(opened.conversation, place)) throw errors.notFound({ what: 'conversation' })
    return opened
  }
  /** A conversation is only accessible with its own bot, account, channel and end user. */
  function fits(row: ConversationRow, place: Place): boolean {
    if (row.userId !== place.userId || row.botId !== place.botId) return false
    if (place.endUser === undefined) return true
    if (row.isDraft || row.connectorId !== place.connectorId) return false
    return place.sharesConversations || row.endUser === place.endUser
  }
  /** Loads or creates the conversation of a turn. */
  async function prepare(input: ChatInput, bot: TurnBot, rounds: number) {
    if (input.conversationId === undefined && input.isNew) {
      const conversation = newConversation(input, bot.spaceId, false)
      return { conversation, rows: [], isNew: true }
    }
    const conversationId = input.conversationId ?? (await open(input, undefined, bot.spaceId)).id
    const opened = await openWithHistory(input, conversationId, rounds)
    const { conversation } = opened
    if (!input.endUser || conversation.endUser === input.endUser) return { ...opened, isNew: false }
    // A conversation without an end user gets the first one who speaks in it; the turn acts for the current one.
    const isFirst = !conversation.endUser && !input.isFleeting
    if (isFirst) await repo.update(conversation.id, { endUser: input.endUser })
    return { conversation: { ...conversation, endUser: input.endUser }, rows: opened.rows, isNew: false }
  }

  return { newConversation, own, open, openWithHistory, prepare }
}
export type Opening = ReturnType<typeof createOpening>
