import type { Clock } from '#kit/clock.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { Answer, Offer } from './answer.ts'
import { type Command, commandIn, completeAt, nextBatch } from './batches.ts'
import { type EventRow, EventState } from './channel.table.ts'
import type { Compose } from './compose.ts'
import { failedNote, type NoteKey } from './event-notes.ts'
import type { LaneRepo } from './lane.repo.ts'
import { filledIn, formText, nextField, openForm } from './open-form.ts'
import type { Sending } from './outbox.ts'
import { settingsOf } from './settings.ts'
import type { Streaming } from './streaming.ts'
import type { ChannelTurns } from './turns.ts'
import type { VoiceNotes } from './voice-notes.ts'
import { welcomeOf } from './welcome.ts'
import { wordsFor } from './words.ts'

export interface LaneWorkDeps {
  lanes: LaneRepo
  turns: ChannelTurns
  streaming: Streaming
  finish: Compose
  notes: Pick<VoiceNotes, 'speak'>
  clock: Clock
  log: Log
  /** The bot that the channel serves; undefined if it is not published there. */
  published(resourceId: string, connectorId: string): Promise<RunnableBot | undefined>
}
/** `again`: there may be more work. A number: the time when the next work is due. Null: nothing waits. */
export type Next = 'again' | number | null

const MAX_AGE = 24 * 3600_000
const MAX_WAITING = 1000
const RECHECK_MS = 2000

/** Answers the events of a thread, batch by batch. */
export function createLaneWork({ lanes, turns, streaming, finish, notes, clock, log, published }: LaneWorkDeps) {
  async function runCommand(
    command: Command,
    sending: Sending,
    bot: RunnableBot,
    locale: Locale,
  ): Promise<Partial<Answer>> {
    const words = wordsFor(locale)
    if (command === 'help') return { text: words.help(bot.name) }
    if (command === 'stop') return { text: words.stopped }
    const fresh = { conversationId: null, asker: '', askerName: '', form: null }
    await lanes.updateThread(sending.thread.id, sending.fence, fresh)
    if (command === 'new') return { text: words.fresh }
    const { text, questions } = welcomeOf(bot, locale)
    return { text, offers: questions.map((question): Offer => ({ label: question, say: question })) }
  }
  /** The text of the messages or of the pressed button; undefined if the button no longer works. */
  async function textOf({ adapter, place, thread }: Sending, batch: EventRow[], batchId: string) {
    const { body } = batch[0]!
    const now = clock.now()
    if (body.kind === 'action') {
      const pressed = await lanes.press({
        id: body.action ?? '',
        threadId: thread.id,
        sender: body.sender.id,
        batchId,
        now,
      })
      await adapter
        .pressed?.(place, body)
        .catch((cause: unknown) => log.debug({ err: cause }, 'a press was not confirmed'))
      return pressed?.say
    }
    const text = batch
      .map((event) => event.body.text)
      .filter(Boolean)
      .join('\n')
    if (!/^\s*\d{1,2}\s*$/.test(text)) return text
    return (await lanes.numbered(thread.id, body.sender.id, Number(text), now))?.say ?? text
  }

  /** Adds speech to a complete answer, if the settings request it. */
  async function withSpeech({ account }: Sending, bot: RunnableBot, batch: EventRow[], said: Answer): Promise<Answer> {
    const { voiceReplies } = settingsOf(account.settings)
    const wasSpoken = batch.some(({ body }) => body.files.some(({ kind }) => kind === 'audio'))
    const isWanted = voiceReplies === 'always' || (voiceReplies === 'spoken' && wasSpoken)
    if (!isWanted || said.isWaiting || said.isStopped) return said
    return { ...said, voice: await notes.speak(bot, said.text) }
  }

  /** Runs a turn for the batch and finishes it. Returns false if another process may still be running the turn. */
  async function ask(sending: Sending, bot: RunnableBot, batch: EventRow[], text: string): Promise<boolean> {
    const { thread, account, fence } = sending
    const { body, id } = batch[0]!
    const batchId = batch[0]!.batchId ?? id
    const locale = body.sender.locale ?? 'en'
    const stream = streaming(sending, batchId, batch.at(-1)!.body.reply ?? {})
    try {
      const watch = stream.watch
      const outcome = await turns.ask({ ...sending, bot, batchId, events: batch, text, locale, watch })
      await stream.end()
      if (outcome === 'later') return false
      await lanes.dropActions(thread.id, body.sender.id)
      const asker = outcome.isWaiting ? body.sender : { id: '', name: '' }
      const form = openForm(outcome.fields)
      await lanes.updateThread(thread.id, fence, { asker: asker.id, askerName: asker.name.slice(0, 100), form })
      // A stopped answer that nobody has seen yet is not sent.
      const isUnseen = outcome.isStopped && !stream.hasBegun
      const said = isUnseen ? undefined : await withSpeech(sending, bot, batch, outcome)
      await finish(sending, batch, said, EventState.done)
    } catch (cause) {
      await stream.end()
      if (!(cause instanceof AppError)) log.warn({ err: cause, account: account.id }, 'a channel could not answer')
      const isLimit = cause instanceof AppError && cause.status === 429
      const said = { text: isLimit ? cause.text(locale) : wordsFor(locale).failed }
      await finish(sending, batch, said, EventState.failed, failedNote(cause))
    }
    return true
  }

  async function answer(sending: Sending, batch: EventRow[]): Promise<boolean> {
    const { account, thread } = sending
    const { body } = batch[0]!
    const locale = body.sender.locale ?? 'en'
    const words = wordsFor(locale)
    const end = async (said: Partial<Answer> | undefined, state: EventState, key?: NoteKey) => {
      await finish(sending, batch, said, state, key && { key })
      return true
    }
    const bot = await published(account.resourceId, account.connectorId)
    if (!bot) return end(undefined, EventState.ignored, 'notPublished')
    const command = body.kind === 'message' ? commandIn(body.text) : body.kind === 'join' ? 'start' : undefined
    if (command) return end(await runCommand(command, sending, bot, locale), EventState.done)
    // In a group, only the person who asked may answer a question of the turn.
    if (thread.asker && thread.asker !== body.sender.id)
      return end({ text: words.waitsFor(thread.askerName) }, EventState.done, 'notAsker')
    const text = await textOf(sending, batch, batch[0]!.batchId ?? batch[0]!.id)
    if (text === undefined) return end({ text: words.gone }, EventState.ignored, 'buttonGone')
    if (!thread.form) return ask(sending, bot, batch, text)
    const form = filledIn(thread.form, text, batch[0]!.batchId ?? batch[0]!.id)
    const next = nextField(form)
    await lanes.updateThread(thread.id, sending.fence, { form })
    return next ? end({ text: next.label }, EventState.done) : ask(sending, bot, batch, formText(form))
  }

  return async function step(sending: Sending): Promise<Next> {
    const { account, thread, fence } = sending
    const now = clock.now()
    const { burstMs } = settingsOf(account.settings)
    const open = await lanes.openEvents(thread.id)
    if (!open.length) return null
    const old = open.filter((event) => event.state === EventState.waiting && event.receivedAt < now - MAX_AGE)
    const expired = old.length ? old : open.slice(0, Math.max(0, open.length - MAX_WAITING))
    if (expired.length) {
      const words = wordsFor(expired[0]!.body.sender.locale)
      await finish(sending, expired, { text: old.length ? words.tooOld : words.tooMany }, EventState.expired)
      return 'again'
    }
    const batch = nextBatch(open, burstMs)
    const at = completeAt(batch, burstMs)
    if (at > now) return at
    const batchId = batch[0]!.batchId ?? batch[0]!.id
    const ids = batch.map(({ id }) => id)
    if (!(await lanes.take(ids, batchId, thread, fence))) return null
    return (await answer(sending, batch)) ? 'again' : now + RECHECK_MS
  }
}
export type LaneWork = ReturnType<typeof createLaneWork>
