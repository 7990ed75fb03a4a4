import type { CallerScope } from '#kit/caller-scope.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { FirstTool, TurnBot, UserFile } from '#domains/chat/agent/shared/turn-types.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import type { TraceScene } from '#domains/chat/trace/trace.table.ts'
import { buildHistory } from './build-history.ts'
import { mentionsOf } from './shared/chat-wire.ts'
import { conversationErrors } from './conversation.errors.ts'
import type { ConversationRepo, OpenedConversation } from './conversation.repo.ts'
import type { ConversationRow, MessageRow } from './conversation.table.ts'
import type { LiveTurn } from './shared/live-turn.ts'
import type { LiveTurns } from './live-turns.ts'
import type { MessageWriter } from './message-writer.ts'
import { readContent, type SentFile } from './query-content.ts'
import { questionRow } from './question-row.ts'
import { asHistory, type Said, saidRows } from './shared/said-rows.ts'
import type { TurnRunner } from './turn-runner.ts'

export interface ConversationDeps {
  repo: ConversationRepo
  turns: LiveTurns
  runner: TurnRunner
  writer: MessageWriter
  traces: Pick<TraceService, 'setFeedback'>
  newId: NewId
  clock: Clock
  /** The draft, or what a channel serves. */
  loadBot(id: string, isDraft: boolean, connectorId: string): Promise<TurnBot>
  /** A file that the person may use; refuses any other. */
  openFile(file: SentFile, userId: string): Promise<UserFile>
}
/** Who talks with which bot over a channel. */
export type Talker = Pick<CallerScope, 'userId' | 'connectorId'> & { botId: string }
/** Participants and place of a conversation. */
export interface Place extends Talker, Pick<CallerScope, 'isDraft'> {
  scene: number
  /** A user of the account's own. Absent in the studio, where the channel does not matter. */
  endUser?: string
  /** The account may go on with a conversation for another of its users. Otherwise it is there for its own user alone. */
  sharesConversations?: boolean
}
export interface ChatInput extends Place, Pick<CallerScope, 'conversationId' | 'locale'> {
  query: string
  contentType: string
  traceScene: TraceScene
  customVariables: Record<string, string>
  /** Of workflow mode: further inputs of the chatflow. */
  parameters?: Record<string, unknown>
  localMessageId?: string
  /** The question, or any message of the reply, that is to be made again. */
  regenerate?: string
  firstTool?: FirstTool
  mentions?: Mention[]
  /** Shown as a bot message although it is not stored. */
  shown?: string[]
  /** Without a conversation: begin one of its own, instead of going on with the main one. */
  isNew?: boolean
  /** Earlier messages supplied by the caller, stored before the question. */
  earlier?: Said[]
  /** Kept with the question. */
  extra?: Record<string, string>
  /** Nothing of it is stored. */
  isFleeting?: boolean
  /** A shortcut, or inputs of a chatflow, may stand for the words. */
  maySayNothing?: boolean
  /** The chat that had stopped to ask, and goes on with what is said now. */
  chatId?: string
}
/** A mentioned agent. */
interface Mention {
  id: string
  type: number
  name: string
}
/** Enough for a hundred rounds with their tool calls, without reading a conversation of years. */
const rowsFor = (rounds: number) => Math.min(1000, rounds * 12 + 20)
const MAX_ROUNDS = 100

export function createConversationService(deps: ConversationDeps) {
  const { repo, turns, newId, clock } = deps

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
      agentId: '',
      pending: null,
      createdAt: now,
      updatedAt: now,
    }
  }
  /** A person's own. To everybody else it does not exist. */
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
  /** A conversation is reached only with the bot, by the account, over the channel and for the user that it is with. */
  function fits(row: ConversationRow, place: Place): boolean {
    if (row.userId !== place.userId || row.botId !== place.botId) return false
    if (place.endUser === undefined) return true
    if (row.isDraft || row.connectorId !== place.connectorId) return false
    return place.sharesConversations || row.endUser === place.endUser
  }
  /** The conversation as a turn begins in it. */
  async function prepare(input: ChatInput, bot: TurnBot, rounds: number) {
    if (input.conversationId === undefined && input.isNew) {
      const conversation = newConversation(input, bot.spaceId, false)
      return { conversation, rows: [], isNew: true }
    }
    const conversationId = input.conversationId ?? (await open(input, undefined, bot.spaceId)).id
    const opened = await openWithHistory(input, conversationId, rounds)
    const { conversation } = opened
    if (!input.endUser || conversation.endUser === input.endUser) return { ...opened, isNew: false }
    // The first of the account's own users to speak in it is the one it is with; what is kept for users is that of the one who speaks.
    const isFirst = !conversation.endUser && !input.isFleeting
    if (isFirst) await repo.update(conversation.id, { endUser: input.endUser })
    return { conversation: { ...conversation, endUser: input.endUser }, rows: opened.rows, isNew: false }
  }

  /** The question again that a reply belongs to, when it is the last of its conversation. */
  async function questionOf(messageId: string, conversationId: string): Promise<MessageRow> {
    const found = await repo.message(messageId)
    if (!found || found.conversationId !== conversationId) throw errors.notFound({ what: 'message' })
    const last = await repo.lastQuestion(conversationId)
    if (!last || found.replyId !== last.id) throw conversationErrors.onlyLast()
    return last
  }

  async function chat(input: ChatInput): Promise<LiveTurn> {
    const bot = await deps.loadBot(input.botId, input.isDraft, input.connectorId)
    const rounds = Math.min(bot.config.model_info.short_memory_policy.history_round, MAX_ROUNDS)
    const prepared = await prepare(input, bot, rounds)
    let { conversation, rows } = prepared
    const kept = input.shown?.length ? await keepShown(conversation, input.shown) : []
    if (kept.length) rows = [...rows, ...kept.map(asHistory)]
    const again = input.regenerate === undefined ? undefined : await questionOf(input.regenerate, conversation.id)
    const sent =
      input.maySayNothing && !input.query
        ? { text: '', files: [] }
        : readContent(again?.content ?? input.query, again?.contentType ?? input.contentType)
    const files = await Promise.all(sent.files.map((file) => deps.openFile(file, input.userId)))

    const earlier = saidRows(input.earlier ?? [], conversation, { newId, now: clock.now() })
    const turnId = newId()
    // Messages of an older turn are stored, and known to this one, before it begins.
    if (!input.isFleeting)
      for (let older = olderThan(turnId, conversation.id); older; older = olderThan(turnId, conversation.id)) {
        older.stop('new_run')
        await older.finished
        const { endUser } = conversation
        const reopened = await openWithHistory(input, conversation.id, rounds)
        ;[conversation, rows] = [{ ...reopened.conversation, endUser }, reopened.rows]
      }
    // Nothing is awaited from here on: who looks next sees this turn running.
    const question = again
      ? { ...again, turnId, sectionId: conversation.sectionId }
      : questionRow(input, conversation, { id: newId(), turnId, now: clock.now() })
    const isOvertaken = !input.isFleeting && turns.of(conversation.id) !== undefined
    const live = deps.runner.start({
      bot,
      conversation: again || input.isFleeting ? { ...conversation, pending: null } : conversation,
      scene: input.traceScene,
      locale: input.locale,
      question,
      isAgain: again !== undefined,
      text: sent.text,
      files,
      history: [
        ...buildHistory(
          rows.filter((row) => row.replyId !== question.id),
          rounds,
        ),
        ...buildHistory(earlier.map(asHistory), earlier.length),
      ],
      customVariables: input.customVariables,
      parameters: input.parameters,
      firstTool: input.firstTool,
      mentioned: mentionsOf(question).map(({ id }) => id),
      chatId: input.chatId,
      isFleeting: input.isFleeting,
      isNew: prepared.isNew,
      earlier,
    })
    // A newer message was quicker. This one is kept, and gives way to it.
    if (isOvertaken) live.stop('new_run')
    return live
  }

  /** Keeps what the page shows of the bot at the beginning of a section, so that the bot knows of it too. Once: the section has to be empty. */
  async function keepShown(conversation: ConversationRow, texts: string[]): Promise<MessageRow[]> {
    const said = texts.filter((text) => text.trim())
    if (!said.length || (await repo.hasMessages(conversation.id, conversation.sectionId))) return []
    const told = said.map((content): Said => ({ role: 'assistant', content, contentType: 'text' }))
    const rows = saidRows(told, conversation, { newId, now: clock.now() })
    await repo.insertMessages(rows)
    return rows
  }

  const olderThan = (turnId: string, conversationId: string): LiveTurn | undefined =>
    turns.in(conversationId).find(({ id }) => BigInt(id) < BigInt(turnId))
  async function stopAll(conversationId: string, reason: 'user' | 'cleared', turnId?: string, brokenPos?: number) {
    const here = turns.in(conversationId).filter(({ id }) => turnId === undefined || id === turnId)
    await turns.stop({ conversationId, reason, turnId, brokenPos })
    await Promise.all(here.map(({ finished }) => finished))
  }

  return {
    chat,
    own,
    keepShown,
    /** A conversation of its own, found again by its id. */
    async begin(
      place: Place,
      spaceId: string,
      more: Partial<Pick<ConversationRow, 'meta' | 'name'>>,
      said: Said[] = [],
    ) {
      const row = { ...newConversation(place, spaceId, false), ...more }
      await repo.insert(row)
      await this.add(row, said)
      return row
    },
    /** Keeps what was said elsewhere. */
    async add(conversation: ConversationRow, said: Said[]): Promise<MessageRow[]> {
      const rows = saidRows(said, conversation, { newId, now: clock.now() })
      if (rows.length) await repo.insertMessages(rows)
      return rows
    },
    /** The turn of a chat, here or stored. */
    live: (conversationId: string, turnId: string) => turns.in(conversationId).find(({ id }) => id === turnId),
    async cancel(conversationId: string, turnId: string) {
      await stopAll(conversationId, 'user', turnId)
    },
    open: async (place: Place, conversationId: string | undefined) =>
      open(place, conversationId, (await deps.loadBot(place.botId, place.isDraft, place.connectorId)).spaceId),
    botOf: async (conversationId: string) => (await repo.byId(conversationId))?.botId,
    async botOfMessage(messageId: string): Promise<string | undefined> {
      const found = await repo.message(messageId)
      return found && (await repo.byId(found.conversationId))?.botId
    },
    /** Messages beside a cursor, newest first, with what a running turn has said up to now. */
    async messages(conversationId: string, at: { before?: string; after?: string }, count: number) {
      await deps.writer.flush()
      const rows = await repo.page(conversationId, at, count + 1)
      const isNext = at.after !== undefined
      const hasMore = rows.length > count
      return { rows: isNext ? rows.slice(-count) : rows.slice(0, count), hasMore }
    },
    /** Files a user sent to a bot, newest first. */
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
    /** Everything said so far is stored after it. */
    flush: deps.writer.flush,
    /** The turn that runs in a conversation: here, or as far as another process has stored it. */
    async running(conversationId: string) {
      return { live: turns.of(conversationId), row: await repo.running(conversationId) }
    },
    turnState: async (turnId: string) => ({ turn: await repo.turn(turnId), messages: await repo.turnMessages(turnId) }),
    async stop(conversationId: string, questionId: string, brokenPos: number | undefined) {
      const live = turns.of(conversationId)
      const row = live ? undefined : await repo.running(conversationId)
      const turnId = live?.questionId === questionId ? live.id : row?.questionId === questionId ? row.id : undefined
      // It may have ended between the click and the call: there is nothing left to stop then.
      if (turnId !== undefined) await stopAll(conversationId, 'user', turnId, brokenPos)
    },
    async clear(conversation: ConversationRow): Promise<string> {
      await stopAll(conversation.id, 'cleared')
      const sectionId = newId()
      await repo.clear(conversation.id, sectionId, clock.now())
      return sectionId
    },
    /** With everything that was said in it. */
    async remove(conversation: ConversationRow): Promise<void> {
      await this.clear(conversation)
      await repo.removeConversation(conversation.id)
    },
    update: (id: string, change: Pick<ConversationRow, 'name' | 'meta'>) => repo.update(id, change),
    updateMessage: (id: string, change: Partial<Pick<MessageRow, 'content' | 'contentType' | 'extra'>>) =>
      repo.updateMessage(id, change),
    async newSection(conversation: ConversationRow): Promise<string> {
      const sectionId = newId()
      await repo.update(conversation.id, { sectionId, agentId: '', pending: null, updatedAt: clock.now() })
      return sectionId
    },
    /** A question goes with its answers. */
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
    /** Ends what runs here, with what it has said on disk. */
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
