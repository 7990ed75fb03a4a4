import { AppError, errors } from '#kit/errors.ts'
import { currentCall } from '#kit/http/current-call.ts'
import type { Log } from '#kit/log.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import type { Figures, Ledger } from './ledger.service.ts'
import type { QuotaService } from './quota.service.ts'
import type { UsageKind } from './usage.table.ts'

/** Calls per minute. Tokens also have a limit on all calls. */
interface Rates {
  user: number
  bot: number
  space: number
}
/** An external use: of what, by whom, through which channel. */
export interface Metered {
  kind: UsageKind
  /** The bot, app, workflow or knowledge base; '0' if it is none of these. */
  resourceId: string
  /** Optional, for callers who already know it. */
  spaceId?: string | undefined
  userId: string
  tokenId?: string | undefined
  connectorId: string
  /** The call that started the use, if it is not the current call. */
  api?: string | undefined
}
export interface GateDeps {
  limiter: RateLimiter
  rates: Rates
  quotas: QuotaService
  ledger: Ledger
  log: Log
  spaceOf(resourceId: string): Promise<string | undefined>
  /** Reports how many tokens a call of a program used. */
  onTokens(spent: { userId: string; api: string; tokens: number }): void
  /** Multiplier of the usual rate for a person. */
  factorOf(userId: string): Promise<number>
}

/** The gate of all external uses: checks rates and limits of the space, and writes the ledger. */
export function createGate({ limiter, rates, quotas, ledger, log, spaceOf, onTokens, factorOf }: GateDeps) {
  const keyOf = ({ kind, resourceId, userId, tokenId = '', connectorId }: Metered, spaceId: string) => ({
    kind,
    spaceId,
    botId: resourceId,
    userId,
    tokenId,
    connectorId,
  })
  const tokensIn = (figures: Partial<Figures>) => (figures.inputTokens ?? 0) + (figures.outputTokens ?? 0)
  const tell = ({ userId, tokenId, api = currentCall.getStore() }: Metered, figures: Partial<Figures>) => {
    const tokens = tokensIn(figures)
    if (tokenId && api && tokens) onTokens({ userId, api, tokens })
  }
  const warn = (cause: unknown) => log.warn({ err: cause }, 'quota')
  return {
    async admit(use: Metered) {
      const spaceId = use.spaceId ?? (await spaceOf(use.resourceId))
      if (spaceId === undefined) throw errors.notFound({ what: 'bot' })
      const key = keyOf(use, spaceId)
      const api = currentCall.getStore()
      try {
        limiter.take(`open user ${use.userId}`, rates.user * (await factorOf(use.userId)), 60)
        if (use.resourceId !== '0') limiter.take(`open bot ${use.resourceId}`, rates.bot, 60)
        limiter.take(`open space ${spaceId}`, rates.space, 60)
        const admitted = await quotas.admit(key)
        /** Settles the call: with its figures, or without them if it never started. */
        return (figures?: Partial<Figures>) => {
          if (!figures) return void admitted.giveBack()
          ledger.add(key, { calls: 1, ...figures })
          tell({ ...use, api }, figures)
          admitted.use(tokensIn(figures)).catch(warn)
        }
      } catch (cause) {
        if (cause instanceof AppError && cause.status === 429) ledger.add(key, { refused: 1 })
        throw cause
      }
    },
    /** Counts the final usage of a call that was admitted earlier. */
    spend(use: Metered & { spaceId: string }, figures: Partial<Figures>): void {
      const key = keyOf(use, use.spaceId)
      if (Object.values(figures).some(Boolean)) ledger.add(key, figures)
      tell(use, figures)
      quotas.use(key, tokensIn(figures)).catch(warn)
    },
  }
}
export type Gate = ReturnType<typeof createGate>
