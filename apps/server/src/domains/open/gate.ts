import { AppError, errors } from '../../kit/errors.ts'
import type { RateLimiter } from '../../kit/rate-limit.ts'
import type { Log } from '../../kit/log.ts'
import type { TurnDone } from '../conversation/chat-events.ts'
import type { Ledger } from './ledger.service.ts'
import type { OpenCaller } from './open-chat.service.ts'
import type { QuotaService } from './quota.service.ts'

/** Calls a minute. Tokens are held to theirs before, whatever they call. */
export interface Rates {
  user: number
  bot: number
  space: number
}
export interface GateDeps {
  limiter: RateLimiter
  rates: Rates
  quotas: QuotaService
  ledger: Ledger
  log: Log
  spaceOf(botId: string): Promise<string | undefined>
}

/** What every question to a published bot passes: rates, limits of the space, and at the end the ledger. */
export function createGate({ limiter, rates, quotas, ledger, log, spaceOf }: GateDeps) {
  return async ({ botId, userId, tokenId = '', connectorId }: OpenCaller) => {
    const spaceId = await spaceOf(botId)
    if (spaceId === undefined) throw errors.notFound({ what: 'bot' })
    const key = { spaceId, botId, userId, tokenId, connectorId }
    try {
      limiter.take(`open user ${userId}`, rates.user, 60)
      limiter.take(`open bot ${botId}`, rates.bot, 60)
      limiter.take(`open space ${spaceId}`, rates.space, 60)
      const admitted = await quotas.admit(key)
      /** Told how the turn ended; told nothing when it never began. */
      return (done?: TurnDone) => {
        if (!done) return void admitted.giveBack()
        const { inputTokens, outputTokens } = done.usage ?? { inputTokens: 0, outputTokens: 0 }
        ledger.add(key, { calls: 1, failed: done.reason === 'failed' ? 1 : 0, inputTokens, outputTokens })
        admitted.use(inputTokens + outputTokens).catch((cause: unknown) => log.warn({ err: cause }, 'quota'))
      }
    } catch (cause) {
      if (cause instanceof AppError && cause.status === 429) ledger.add(key, { refused: 1 })
      throw cause
    }
  }
}
