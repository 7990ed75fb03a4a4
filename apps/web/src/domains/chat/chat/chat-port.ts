import type { ChatMessage } from '@orrery/contract'
import type { PressedCard } from '@orrery/contract/shared/chat-card'

/** A message to send. */
export interface Outgoing {
  content: string
  contentType: 'text' | 'mix'
  /** The shortcut that was used, with the values of its fields. */
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
  /** The question that is currently being answered; empty if none. */
  runningQuestionId: string
}

/** A button in a card, with the values of the inputs. */
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
  /** The question whose reply is to be regenerated. */
  regenerate?: string
}

/** Server calls that a chat needs. The bot preview, chatflows and public pages each provide them. */
export interface ChatPort {
  page: (cursor: string, count: number) => Promise<MessagePage>
  open: (input: OpenInput, signal: AbortSignal) => Promise<Response>
  /** Joins the reply that is being generated, from its beginning. */
  follow: (conversationId: string, signal: AbortSignal) => Promise<Response>
  stop: (conversationId: string, questionId: string, brokenPos: number) => Promise<unknown>
  remove: (conversationId: string, messageId: string) => Promise<unknown>
  clear: (conversationId: string) => Promise<{ sectionId: string }>
  newSection: (conversationId: string) => Promise<{ sectionId: string }>
  /** Clicks a button in a card; absent where cards are read-only. */
  press?: (conversationId: string, messageId: string, press: PressInput) => Promise<PressedCard>
  rate: (conversationId: string, messageId: string, feedback: 0 | 1 | 2) => Promise<unknown>
}
