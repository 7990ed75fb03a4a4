import type { Call } from '@orrery/engine'
import type { Locale } from './errors.ts'

/** On whose behalf and where an action runs. Passed on as one value; no action may reach beyond it. */
export interface CallerScope {
  /** The space of the bot, workflow or plugin. */
  spaceId: string
  /** The account that is responsible for the call. */
  userId: string
  /** An end user of the account; empty for the account itself. Data of one end user is never shown to another. */
  endUser: string
  /** The channel; empty without one. */
  connectorId: string
  botId?: string
  conversationId?: string
  isDraft: boolean
  locale: Locale
  signal: AbortSignal
}

const text = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** The scope in which a node of a workflow runs. */
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
