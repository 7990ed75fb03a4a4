import type { Clock } from '#kit/clock.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import { TurnStatus } from '#domains/chat/conversation/conversation.table.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { type LiveTurn, TurnStop } from '#domains/chat/conversation/shared/live-turn.ts'
import type { SuppliedMessage } from '#domains/chat/conversation/shared/supplied-messages.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { OpenCaller, OpenChatService } from '#domains/reach/open/open-chat.service.ts'
import { OPEN_SCENE } from '#domains/reach/open/shared/open-scene.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { IncomingFile } from './adapter.ts'
import { type Answer, answerOf } from './answer.ts'
import type { EventRow } from './channel.table.ts'
import type { LaneRepo } from './lane.repo.ts'
import type { Sending } from './outbox.ts'
import { settingsOf } from './settings.ts'
import type { VoiceNotes } from './voice-notes.ts'
import { wordsFor } from './words.ts'

export interface TurnsDeps {
  chats: Pick<OpenChatService, 'run'>
  conversations: Pick<ConversationService, 'begin' | 'own' | 'cancel' | 'running'>
  uploads: Pick<UploadService, 'store'>
  lanes: LaneRepo
  notes: Pick<VoiceNotes, 'hear'>
  clock: Clock
  log: Log
}
export interface ChannelQuestion extends Sending {
  bot: RunnableBot
  batchId: string
  events: EventRow[]
  /** The text; for a button or a number, the text it sends. */
  text: string
  locale: Locale
  /** Shows the answer while it grows. */
  watch(live: LiveTurn): void
}
/** `later`: another process may still be running the turn. */
export type Outcome = Answer | 'later'

const MAX_FILE = 20 * 1024 * 1024
const ends = {
  [TurnStatus.done]: 'done',
  [TurnStatus.failed]: 'failed',
  [TurnStatus.stopped]: 'stopped',
  [TurnStatus.waiting]: 'waiting',
} as const

/** Runs a turn of the published bot, once for each batch of events, even if another process takes the batch over. */
export function createChannelTurns({ chats, conversations, uploads, lanes, notes, clock, log }: TurnsDeps) {
  const endUserOf = ({ account, thread }: Sending, sender: string) =>
    `${account.connectorId}:${thread.kind === 'group' ? thread.chatId : sender}`

  /** The conversation of the thread. A new one is started the first time, after /new, and after a long silence. */
  async function conversationOf(asked: ChannelQuestion) {
    const { thread, account, bot, fence } = asked
    const { idleHours } = settingsOf(account.settings)
    const isIdle = idleHours > 0 && thread.spokeAt > 0 && clock.now() - thread.spokeAt > idleHours * 3600_000
    const endUser = endUserOf(asked, asked.events[0]!.body.sender.id)
    if (thread.conversationId && !isIdle) {
      const found = await conversations.own(thread.conversationId, bot.ownerId).catch(() => undefined)
      if (found) return found
    }
    const place = {
      botId: account.resourceId,
      userId: bot.ownerId,
      connectorId: account.connectorId,
      scene: OPEN_SCENE,
      isDraft: false,
      endUser,
    }
    const made = await conversations.begin(place, bot.spaceId, {})
    await lanes.updateThread(thread.id, fence, { conversationId: made.id, asker: '', askerName: '', form: null })
    return made
  }

  async function fileOf(file: IncomingFile, { adapter, place, bot, locale }: ChannelQuestion) {
    const bytes = await adapter.download!(place, file)
    if (bytes.length > MAX_FILE) throw new Error('too large')
    const stored = await uploads.store({ userId: bot.ownerId, scene: 'file', name: file.name, bytes })
    const words = file.kind === 'audio' ? await notes.hear(bot, bytes, locale) : ''
    return { part: { type: file.kind, file_id: stored.key, name: stored.name }, words }
  }
  /** The texts and files of all events as one message. A file that cannot be read is mentioned in the text. */
  async function messageOf(asked: ChannelQuestion): Promise<SuppliedMessage> {
    const extra = { channel_batch: asked.batchId }
    const files = asked.events.flatMap(({ body }) => body.files ?? [])
    if (!files.length || !asked.adapter.download)
      return { role: 'user', content: asked.text, contentType: 'text', extra }
    const parts: object[] = []
    const heard: string[] = []
    const troubles: string[] = []
    for (const file of files.slice(0, 20))
      try {
        const { part, words } = await fileOf(file, asked)
        parts.push(part)
        heard.push(words)
      } catch (cause) {
        log.debug({ err: cause, account: asked.account.id }, 'a file of a channel could not be read')
        const reason = cause instanceof AppError ? cause.text(asked.locale) : ''
        troubles.push(wordsFor(asked.locale).badFile(file.name, reason))
      }
    const text = [asked.text, ...heard, ...troubles].filter(Boolean).join('\n')
    if (!parts.length) return { role: 'user', content: text, contentType: 'text', extra }
    if (text) parts.unshift({ type: 'text', text })
    return { role: 'user', content: JSON.stringify(parts), contentType: 'object_string', extra }
  }

  return {
    endUserOf,
    async ask(asked: ChannelQuestion): Promise<Outcome> {
      const { account, batchId, locale } = asked
      const conversation = await conversationOf(asked)
      const known = await lanes.findQuestion(conversation.id, batchId)
      if (known?.turn) {
        const end = ends[known.turn.status as keyof typeof ends]
        const rows = end ? await lanes.turnMessages(known.turn.id) : []
        // The turn was stopped by a server shutdown, not by a person: run it again.
        const isCut = end === 'stopped' && rows.some(({ extra }) => extra.broken_reason === 'server')
        if (end && !isCut) return answerOf(rows, end, locale)
        if (known.turn.status === TurnStatus.running) return 'later'
      }
      const caller: OpenCaller = {
        botId: account.resourceId,
        userId: conversation.userId,
        connectorId: account.connectorId,
        endUser: conversation.endUser,
        locale,
      }
      const chat = await chats.run(caller, {
        conversationId: conversation.id,
        // An interrupted turn is run again under the same question.
        ...(known ? { messages: [], regenerate: known.questionId } : { messages: [await messageOf(asked)] }),
      })
      asked.watch(chat.live)
      const { done, messages } = await chat.whole()
      const { reason } = chat.live.signal
      if (done.reason === 'stopped' && reason instanceof TurnStop && reason.reason === 'server') return 'later'
      if (done.reason === 'failed') log.debug({ account: account.id, error: done.error }, 'a turn of a channel failed')
      return answerOf(messages, done.reason, locale)
    },
    /** Stops the running answer of a conversation, in whatever process it runs. */
    async stop(conversationId: string | null): Promise<void> {
      if (!conversationId) return
      const { live, row } = await conversations.running(conversationId)
      const turnId = live?.id ?? row?.id
      if (turnId) await conversations.cancel(conversationId, turnId)
    },
  }
}
export type ChannelTurns = ReturnType<typeof createChannelTurns>
