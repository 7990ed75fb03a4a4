import { AppError, errors } from '#kit/errors.ts'
import { currentCall } from '#kit/http/current-call.ts'
import type { Log } from '#kit/log.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import type { Figures, Ledger } from './ledger.service.ts'
import type { QuotaService } from './quota.service.ts'
import type { UsageKind } from './usage.table.ts'

/** Calls per minute. Tokens have their own limit on all calls. */
interface Rates {
  user: number
  bot: number
  space: number
}
/** An external use: of what, by whom, through which channel. */
export interface Metered {
  kind: UsageKind
  /** The bot, app, workflow or knowledge base; '0' when it is none of these. */
  resourceId: string
  /** Known by some callers already. */
  spaceId?: string | undefined
  userId: string
  tokenId?: string | undefined
  connectorId: string
  /** The call that began it, where it is not the one that is being made. */
  api?: string | undefined
}
export interface GateDeps {
  limiter: RateLimiter
  rates: Rates
  quotas: QuotaService
  ledger: Ledger
  log: Log
  spaceOf(resourceId: string): Promise<string | undefined>
  /** Told how many tokens a call of a program came to. */
  onTokens(spent: { userId: string; api: string; tokens: number }): void
  /** How many times the usual rate a person has. */
  factorOf(userId: string): Promise<number>
}

/** Gate of all external uses: rates, limits of the space, and finally the ledger. */
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
        /** Told what it came to; told nothing when it never began. */
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
    /** Final usage of something admitted earlier. */
    spend(use: Metered & { spaceId: string }, figures: Partial<Figures>): void {
      const key = keyOf(use, use.spaceId)
      if (Object.values(figures).some(Boolean)) ledger.add(key, figures)
      tell(use, figures)
      quotas.use(key, tokensIn(figures)).catch(warn)
    },
  }
}
export type Gate = ReturnType<typeof createGate>
