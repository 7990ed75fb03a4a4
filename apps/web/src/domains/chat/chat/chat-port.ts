import type { ChatMessage } from '@orrery/contract'
import type { PressedCard } from '@orrery/contract/shared/chat-card'

/** A message on its way out. */
export interface Outgoing {
  content: string
  contentType: 'text' | 'mix'
  /** The shortcut that was pressed, with what was typed into its fields. */
  shortcut?: { id: string; values: Record<string, string> }
}

export interface MessagePage {
  /** Newest first. */
  messages: readonly ChatMessage[]
  conversationId: string
  sectionId: string
  /** Cursor of the next older page. */
  cursor: string
  hasMore: boolean
  /** The question that is being answered right now; empty when none is. */
  runningQuestionId: string
}

/** A button in a card, and what was filled in. */
export interface PressInput {
  signature: string
  button_id: string
  item?: number
  values: Record<string, string>
}

export interface OpenInput {
  conversationId: string
  localId: string
  outgoing?: Outgoing
  /** A reply of this question is to be made again. */
  regenerate?: string
}

/** Server calls that a chat needs. The bot preview, chatflows and public pages each provide them. */
export interface ChatPort {
  page: (cursor: string, count: number) => Promise<MessagePage>
  open: (input: OpenInput, signal: AbortSignal) => Promise<Response>
  /** Joins the reply that is being made, from its beginning. */
  follow: (conversationId: string, signal: AbortSignal) => Promise<Response>
  stop: (conversationId: string, questionId: string, brokenPos: number) => Promise<unknown>
  remove: (conversationId: string, messageId: string) => Promise<unknown>
  clear: (conversationId: string) => Promise<{ sectionId: string }>
  newSection: (conversationId: string) => Promise<{ sectionId: string }>
  /** Presses a button in a card; absent where cards are only shown. */
  press?: (conversationId: string, messageId: string, press: PressInput) => Promise<PressedCard>
  rate: (conversationId: string, messageId: string, feedback: 0 | 1 | 2) => Promise<unknown>
}
