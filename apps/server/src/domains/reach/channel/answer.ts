import { type ChatCard, readCard as readShown, wordsOf } from '@orrery/contract/shared/chat-card'
import { type CardField, readCard } from '@orrery/contract/shared/interrupt-card'
import type { Locale } from '#kit/errors.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import type { OutgoingFile } from './adapter.ts'
import { wordsFor } from './words.ts'

/** A choice: the label that is pressed or typed, and the text it sends. */
export interface Offer {
  label: string
  say: string
}
export interface Answer {
  text: string
  /** Drawn cards, for platforms that can show them. `text` does not contain their content. */
  cards: ChatCard[]
  offers: Offer[]
  /** The turn waits for an answer of the person who asked. */
  isWaiting: boolean
  /** Fields of the form that the turn waits for, asked one after the other. */
  fields: readonly CardField[]
  /** A person stopped the answer before it was complete. */
  isStopped: boolean
  /** The answer as speech. */
  voice?: OutgoingFile | undefined
}
const MAX_OFFERS = 10
const isNotice = ({ extra, status }: MessageRow) => extra.error_msg !== undefined && status !== 'broken'

/** The messages of a turn as one answer, with the choices for what comes next. */
export function answerOf(
  rows: readonly MessageRow[],
  end: 'done' | 'failed' | 'stopped' | 'waiting',
  locale: Locale,
): Answer {
  const words = wordsFor(locale)
  const answers = rows.filter((row) => row.type === 'answer' && row.content !== '' && !isNotice(row))
  const drawn = answers.flatMap((row) => drawnIn(row) ?? [])
  const cards = { cards: drawn }
  const said = answers
    .filter((row) => !drawnIn(row))
    .map((row) => wordsOf(row.content, row.contentType).trim())
    .filter(Boolean)
  if (end === 'failed')
    return {
      text: [...said, words.failed].join('\n\n'),
      ...cards,
      offers: [],
      isWaiting: false,
      fields: [],
      isStopped: false,
    }
  const asked = end === 'waiting' ? interruptOf(rows) : undefined
  if (asked) {
    const { fields } = readCard(asked.card)
    const [first] = fields
    const text = [...said, ...(first ? [first.label] : [])].join('\n\n')
    return { text, ...cards, offers: first ? [] : offersOf(asked, locale), isWaiting: true, fields, isStopped: false }
  }
  const suggestions = rows.filter((row) => row.type === 'follow_up').map(({ content }) => content)
  return {
    text: said.join('\n\n'),
    ...cards,
    offers: end === 'done' ? suggestions.slice(0, MAX_OFFERS).map((text) => ({ label: text, say: text })) : [],
    isWaiting: end === 'waiting',
    fields: [],
    isStopped: end === 'stopped',
  }
}

/** A card that was designed in the editor; other cards are sent as text. */
function drawnIn({ content, contentType }: MessageRow): ChatCard | undefined {
  const card = contentType === 'card' ? readShown(content) : undefined
  return card?.dsl.design && card
}

interface Interrupt {
  type?: string
  card?: unknown
}
function interruptOf(rows: readonly MessageRow[]): Interrupt | undefined {
  for (const { type, content } of rows.toReversed()) {
    if (type !== 'verbose') continue
    try {
      const { msg_type: kind, data } = JSON.parse(content) as { msg_type?: string; data?: string }
      if (kind === 'interrupt') return JSON.parse(data ?? '{}') as Interrupt
    } catch {
      // Not an interrupt of ours.
    }
  }
  return undefined
}

function offersOf({ type, card }: Interrupt, locale: Locale): Offer[] {
  const words = wordsFor(locale)
  const { options } = readCard(card)
  if (options.length) return options.slice(0, MAX_OFFERS).map(({ label, value }) => ({ label, say: value }))
  if (type !== 'approval') return []
  return [
    { label: words.approve, say: words.approveSay },
    { label: words.refuse, say: words.refuseSay },
  ]
}
