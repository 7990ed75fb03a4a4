import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { TurnBot, UserFile } from '#domains/chat/agent/shared/turn-types.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import type { Place } from './shared/chat-input.ts'
import { createOpening } from './opening.ts'
import { createTurnStart } from './start-turn.ts'
import type { ConversationRepo } from './conversation.repo.ts'
import { type ConversationRow, type MessageRow, TurnStatus } from './conversation.table.ts'
import type { LiveTurns } from './live-turns.ts'
import type { MessageWriter } from './message-writer.ts'
import { readContent, type SentFile } from './query-content.ts'
import { type SuppliedMessage, suppliedRows } from './shared/supplied-messages.ts'
import type { TurnRunner } from './turn-runner.ts'

export interface ConversationDeps {
  repo: ConversationRepo
  turns: LiveTurns
  runner: TurnRunner
  writer: MessageWriter
  traces: Pick<TraceService, 'setFeedback'>
  newId: NewId
  clock: Clock
  /** Loads the draft of a bot, or the version that a channel serves. */
  loadBot(id: string, isDraft: boolean, connectorId: string, userId?: string): Promise<TurnBot>
  /** Opens a file that the person may use; refuses any other. */
  openFile(file: SentFile, userId: string): Promise<UserFile>
}
export function createConversationService(deps: ConversationDeps) {
  const { repo, turns, newId, clock } = deps
  const opening = createOpening(deps)
  const { newConversation, own, open } = opening

  async function stopAll(conversationId: string, reason: 'user' | 'cleared', turnId?: string, brokenPos?: number) {
    const here = turns.in(conversationId).filter(({ id }) => turnId === undefined || id === turnId)
    await turns.stop({ conversationId, reason, turnId, brokenPos })
    await Promise.all(here.map(({ finished }) => finished))
  }

  return {
    ...createTurnStart(deps, opening),
    own,
    /** Creates a separate conversation, which is found again by its id. */
    async begin(
      place: Place,
      spaceId: string,
      more: Partial<Pick<ConversationRow, 'meta' | 'name'>>,
      said: SuppliedMessage[] = [],
    ) {
      const row = { ...newConversation(place, spaceId, false), ...more }
      await repo.insert(row)
      await this.add(row, said)
      return row
    },
    /** Stores messages that were exchanged elsewhere. */
    async add(conversation: ConversationRow, said: SuppliedMessage[]): Promise<MessageRow[]> {
      const rows = suppliedRows(said, conversation, { newId, now: clock.now() })
      if (rows.length) await repo.insertMessages(rows)
      return rows
    },
    /** The running turn of a chat in this process. */
    live: (conversationId: string, turnId: string) => turns.in(conversationId).find(({ id }) => id === turnId),
    async cancel(conversationId: string, turnId: string) {
      await stopAll(conversationId, 'user', turnId)
    },
    open: async (place: Place, conversationId: string | undefined) =>
      open(place, conversationId, (await deps.loadBot(place.botId, place.isDraft, place.connectorId)).spaceId),
    botOf: async (conversationId: string) => (await repo.byId(conversationId))?.botId,
    async botOfMessage(messageId: string): Promise<string | undefined> {
      const found = await repo.message(messageId)
      // A missing message takes as long as an inaccessible one, so that timing reveals nothing.
      const row = await repo.byId(found?.conversationId ?? messageId)
      return found && row?.botId
    },
    /** The messages with these ids that still exist in the conversation. */
    byIds: (conversationId: string, ids: string[]) => repo.byIds(conversationId, [...new Set(ids)]),
    /** A page of messages, newest first, including what a running turn has said so far. */
    async messages(conversationId: string, at: { before?: string; after?: string }, count: number) {
      await deps.writer.flush()
      const rows = await repo.page(conversationId, at, count + 1)
      const isNext = at.after !== undefined
      const hasMore = rows.length > count
      return { rows: isNext ? rows.slice(-count) : rows.slice(0, count), hasMore }
    },
    /** Files that a user sent to a bot, newest first. */
    async sentFiles(botId: string, userId: string, endUser: string): Promise<SentFile[]> {
      const rows = await repo.withFiles(botId, userId, endUser)
      return rows.flatMap(({ content, contentType }) => {
        try {
          return readContent(content, contentType).files
        } catch {
          return []
        }
      })
    },
    openFile: deps.openFile,
    /** Resolves when everything said so far is stored. */
    flush: deps.writer.flush,
    /** The running turn of a conversation: live in this process, or as stored by another one. */
    async running(conversationId: string) {
      return { live: turns.of(conversationId), row: await repo.running(conversationId) }
    },
    turnState: async (turnId: string) => ({ turn: await repo.turn(turnId), messages: await repo.turnMessages(turnId) }),
    async stop(conversationId: string, questionId: string, brokenPos: number | undefined) {
      const live = turns.of(conversationId)
      const row = live ? undefined : await repo.running(conversationId)
      const turnId = live?.questionId === questionId ? live.id : row?.questionId === questionId ? row.id : undefined
      // The turn may have finished between the click and this call: then there is nothing to stop.
      if (turnId !== undefined) await stopAll(conversationId, 'user', turnId, brokenPos)
    },
    async clear(conversation: ConversationRow): Promise<string> {
      await stopAll(conversation.id, 'cleared')
      const sectionId = newId()
      await repo.clear(conversation.id, sectionId, clock.now())
      return sectionId
    },
    /** Deletes a conversation with all its messages. */
    async remove(conversation: ConversationRow): Promise<void> {
      await this.clear(conversation)
      await repo.removeConversation(conversation.id)
    },
    update: (id: string, change: Pick<ConversationRow, 'name' | 'meta'>) => repo.update(id, change),
    updateMessage: (id: string, change: Partial<Pick<MessageRow, 'content' | 'contentType' | 'extra'>>) =>
      repo.updateMessage(id, change),
    /** Replaces the content only if it is still `before`, so that one of two concurrent changes is refused. */
    replaceContent: (id: string, before: string, after: string) => repo.replaceContent(id, before, after),
    async newSection(conversation: ConversationRow): Promise<string> {
      const sectionId = newId()
      await repo.update(conversation.id, { sectionId, agentId: '', pending: null, pins: {}, updatedAt: clock.now() })
      return sectionId
    },
    /** Deletes a message; a question is deleted together with its answers. */
    async removeMessage(conversation: ConversationRow, messageId: string) {
      const found = await repo.message(messageId)
      if (!found || found.conversationId !== conversation.id) throw errors.notFound({ what: 'message' })
      const live = turns.of(conversation.id)
      if (live?.questionId === found.replyId) await stopAll(conversation.id, 'user', live.id)
      if (found.type === 'question') await repo.removeRound(found.id)
      else await repo.remove(found.id)
    },
    async rate(conversation: ConversationRow, messageId: string, feedback: number) {
      const found = await repo.message(messageId)
      if (!found || found.conversationId !== conversation.id || found.role !== 'assistant')
        throw errors.notFound({ what: 'message' })
      await repo.setFeedback(messageId, feedback)
      await deps.traces.setFeedback(found.replyId, feedback)
    },
    isRunning: async (turnId: string) => (await repo.turn(turnId))?.status === TurnStatus.running,
    addUsage: repo.addUsage,
    /** Stops the turns of this process and stores what they said. */
    async close() {
      const running = turns.all()
      for (const turn of running) turn.stop('server')
      await Promise.race([
        Promise.all(running.map(({ finished }) => finished)),
        new Promise((resolve) => setTimeout(resolve, 5000).unref()),
      ])
      await deps.writer.flush().catch(() => {})
    },
  }
}
export type ConversationService = ReturnType<typeof createConversationService>
