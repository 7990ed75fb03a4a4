import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Choice, Outgoing } from './adapter.ts'
import type { Answer } from './answer.ts'
import { type ActionRow, type EventRow, type EventState, type SendRow, SendState } from './channel.table.ts'
import { drawnCards } from './drawn-cards.ts'
import type { EventNote } from './event-notes.ts'
import type { LaneRepo } from './lane.repo.ts'
import type { Sending } from './outbox.ts'
import { takeOwnFiles } from './own-files.ts'
import { splitText } from './split-text.ts'
import { wordsFor } from './words.ts'

export interface ComposeDeps {
  lanes: LaneRepo
  newId: NewId
  clock: Clock
  log: Log
  links: FileLinks
  publicUrl: string
}
const ACTION_MS = 24 * 3600_000

/** Turns an answer into messages to send, and stores them together with the end of their events. */
export function createCompose({ lanes, newId, clock, log, links, publicUrl }: ComposeDeps) {
  /** The messages of an answer. Choices become buttons if they fit, numbered lines otherwise. */
  function partsOf(
    said: Partial<Answer>,
    drawn: ReturnType<typeof drawnCards>,
    actions: ActionRow[],
    { adapter }: Sending,
    locale: Locale | undefined,
    reply: Record<string, string>,
  ): Outgoing[] {
    const whole = [...drawn.texts, said.text ?? ''].filter(Boolean).join('\n\n')
    const { text, files } = takeOwnFiles(whole, links, publicUrl)
    const labels = said.offers ?? []
    const asButtons = fits(labels.length, adapter.can.maxChoices)
    const choices = asButtons ? actions.map(({ id }, at): Choice => ({ id, label: labels[at]!.label })) : []
    const lines = labels.map(({ label }, at) => `${at + 1}. ${label}`)
    const listed = asButtons || !lines.length ? text : `${text}\n\n${wordsFor(locale).choose}\n${lines.join('\n')}`
    const parts = splitText(listed, adapter.can.maxText).map((part): Outgoing => ({ text: part, choices: [], reply }))
    if (choices.length && !parts.length) parts.push({ text: wordsFor(locale).choose, choices: [], reply })
    if (choices.length) parts.at(-1)!.choices = choices
    // The text comes first, since it may already have been streamed.
    const sent = said.voice ? [...files, said.voice] : files
    return [...parts, ...drawn.parts, ...sent.map((file): Outgoing => ({ text: '', choices: [], file, reply }))]
  }

  return async function finish(
    sending: Sending,
    events: EventRow[],
    said: Partial<Answer> | undefined,
    state: EventState,
    note?: EventNote,
  ): Promise<void> {
    const { account, thread, fence, adapter, place } = sending
    const { body } = events.at(-1)!
    const now = clock.now()
    const batchId = events[0]!.batchId ?? events[0]!.id
    const offers = said?.offers ?? []
    const actionOf = (say: string, position: number, id = newActionId()): ActionRow => ({
      id,
      threadId: thread.id,
      sender: body.sender.id,
      say,
      position,
      expiresAt: now + ACTION_MS,
      usedAt: null,
      usedFor: null,
    })
    const asButtons = fits(offers.length, adapter.can.maxChoices)
    const choices = offers.map(({ say }, index) => actionOf(say, asButtons ? 0 : index + 1))
    const drawn = drawnCards(said?.cards ?? [], adapter, newActionId, body.reply ?? {})
    const actions = [...choices, ...drawn.says.map(({ id, say }) => actionOf(say, 0, id))]
    const outgoing = said ? partsOf(said, drawn, choices, sending, body.sender.locale, body.reply ?? {}) : []
    if (outgoing.length) outgoing.at(-1)!.isLast = true
    const sends = outgoing.map((payload, part): Omit<SendRow, 'seq'> => ({
      id: newId(),
      accountId: account.id,
      threadId: thread.id,
      batchId,
      part,
      payload,
      key: randomUUID(),
      state: SendState.waiting,
      tries: 0,
      nextAt: 0,
      platformId: '',
      error: '',
      errorZh: '',
      createdAt: now,
      doneAt: null,
    }))
    const eventIds = events.map(({ id }) => id)
    await lanes.finish({ thread, fence, batchId, eventIds, state, note, now, sends, actions })
    // The answer replies to the newest event; the others get none.
    const unanswered = outgoing.length ? events.slice(0, -1) : events
    for (const event of adapter.silent ? unanswered : [])
      await adapter.silent!(place, event.body).catch((cause: unknown) =>
        log.debug({ err: cause, account: account.id }, 'an event could not be closed'),
      )
  }
}
export type Compose = ReturnType<typeof createCompose>

const newActionId = () => randomBytes(12).toString('base64url')
const fits = (count: number, max: number) => count > 0 && count <= max
