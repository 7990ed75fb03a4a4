import { PLUGIN_LIMITS } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import { pluginErrors } from '../plugin.errors.ts'

/** Fetches a document through the egress guard, without credentials. */
export async function fetchDocument(egress: Pick<Egress, 'fetch'>, url: string, signal: AbortSignal): Promise<string> {
  try {
    const answer = await egress.fetch(url, {
      headers: { accept: 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1' },
      maxBytes: PLUGIN_LIMITS.import,
      timeoutMs: 20_000,
      signal,
    })
    if (!answer.ok) throw pluginErrors.documentUnreachable({ reason: `HTTP ${answer.status}` })
    return await answer.text()
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === ErrorCode.plugin.documentUnreachable) throw cause
    throw pluginErrors.documentUnreachable({ reason: cause.message })
  }
}
