import type { Locale } from '#kit/errors.ts'
import type { ChatEvent, ChatListener } from '#domains/chat/conversation/shared/chat-events.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { shareErrors } from './share.errors.ts'

/** The metadata of a message that visitors may see: no tools, tokens or traces. */
const shown = ['local_message_id', 'has_suggest', 'broken_reason', 'error_code', 'sources'] as const
const verboseShown = new Set(['generate_answer_finish', 'interrupt', 'suggestion_failed'])

interface Verbose {
  msg_type: string
  data: string
}
const verboseOf = (content: string): Verbose => JSON.parse(content) as Verbose

/** Hides steps, reasoning and retrieved knowledge, since they contain arguments, documents and parts of the prompt. */
export const isForVisitors = ({ type, content }: Pick<MessageRow, 'type' | 'content'>): boolean =>
  type === 'question' ||
  type === 'answer' ||
  type === 'follow_up' ||
  (type === 'verbose' && verboseShown.has(verboseOf(content).msg_type))

/** The sources of an answer by name, without the ids of bases and slices. */
function namesOf(sources: string): string {
  const list = JSON.parse(sources) as { dataset_name: string; document_name: string; score: number }[]
  return JSON.stringify(list.map(({ dataset_name, document_name, score }) => ({ dataset_name, document_name, score })))
}

/** A message as a visitor may read it. */
export function forVisitor(row: MessageRow, locale: Locale): MessageRow {
  const extra = Object.fromEntries(
    shown.flatMap((key) => {
      const value = row.extra[key]
      return value ? [[key, key === 'sources' ? namesOf(value) : value]] : []
    }),
  )
  // Error details are for the owner: they may name providers, addresses and tools.
  const isFault = row.status === 'failed' && row.extra['error_msg'] !== undefined
  const words = isFault ? shareErrors.noAnswer().text(locale) : ''
  return {
    ...row,
    extra: isFault ? { ...extra, error_msg: words } : extra,
    content: isFault ? words : row.type === 'verbose' ? withoutTool(row.content) : row.content,
    reasoning: '',
    senderId: '',
  }
}

/** Keeps the card of a question, but removes the name of its tool. */
function withoutTool(content: string): string {
  const { msg_type, data } = verboseOf(content)
  if (msg_type !== 'interrupt') return content
  const { type, call_id, card } = JSON.parse(data) as { type: string; call_id: string; card?: unknown }
  return JSON.stringify({ msg_type, data: JSON.stringify({ type, call_id, name: '', card }) })
}

/** Filters the events of a turn down to what a visitor may see. */
export function visitorListener(listener: ChatListener, locale: Locale): ChatListener {
  // A wire identifies messages by their object, so each message has exactly one object here as well.
  const made = new Map<string, MessageRow>()
  const shownRow = (row: MessageRow): MessageRow => {
    const known = made.get(row.id)
    const fresh = forVisitor(row, locale)
    if (!known) {
      made.set(row.id, fresh)
      return fresh
    }
    return Object.assign(known, fresh)
  }
  return (event: ChatEvent) => {
    if (event.type === 'done') return listener({ type: 'done', reason: event.reason })
    if (!isForVisitors(event.message)) return
    if (event.type !== 'delta') return listener({ ...event, message: shownRow(event.message) })
    const isFault = event.message.extra['error_msg'] !== undefined
    const content = isFault ? shareErrors.noAnswer().text(locale) : event.content
    if (content) listener({ type: 'delta', message: shownRow(event.message), content, reasoning: '' })
  }
}
