import { modelErrors } from './model-errors.ts'
import type { ModelConfig } from './provider-config.ts'

/** The id of an app and its token, which the key contains separated by a colon. */
export function volcanoKey({ apiKey, providerName }: ModelConfig): { app: string; token: string } {
  const at = apiKey.indexOf(':')
  if (at < 1 || at === apiKey.length - 1) throw modelErrors.halfKey({ provider: providerName })
  return { app: apiKey.slice(0, at).trim(), token: apiKey.slice(at + 1).trim() }
}
