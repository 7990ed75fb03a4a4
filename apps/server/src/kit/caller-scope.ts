import type { Call } from '@orrery/engine'
import type { Locale } from './errors.ts'

/** Who something is done for, and where. It is passed on whole, and nothing may reach beyond it. */
export interface CallerScope {
  /** The space of the bot, workflow or plugin. */
  spaceId: string
  /** The account that answers for the call. */
  userId: string
  /** A user of the account's own; empty for the account itself. What is kept for one is never shown to another. */
  endUser: string
  /** The channel; empty when there is none. */
  connectorId: string
  botId?: string
  conversationId?: string
  isDraft: boolean
  locale: Locale
  signal: AbortSignal
}

const text = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** The scope that a node of a workflow runs in. */
export function scopeOfCall({ context, mode, signal }: Pick<Call, 'context' | 'mode' | 'signal'>): CallerScope {
  const [userId, own] = [text(context.userId), text(context.connectorUid)]
  const [botId, conversationId] = [text(context.botId), text(context.conversationId)]
  return {
    spaceId: text(context.spaceId),
    userId,
    endUser: own === userId ? '' : own,
    connectorId: text(context.connectorId),
    ...(botId && { botId }),
    ...(conversationId && { conversationId }),
    isDraft: mode === 'debug',
    locale: 'en',
    signal,
  }
}
