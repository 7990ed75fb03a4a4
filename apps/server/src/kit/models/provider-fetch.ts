import type { Egress } from '../egress/egress.ts'
import type { EgressInit } from '../egress/egress-init.ts'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'

const secretHeaders = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']

/** Rules for every request to a provider: the key goes only to its origin; the caller has its own timeouts. */
export function providerInit(config: ModelConfig): EgressInit {
  return {
    secretOrigin: baseUrlOf(config),
    secretHeaders,
    redirect: 'error',
    stream: true,
    timeoutMs: 0,
    firstByteTimeoutMs: 0,
    idleTimeoutMs: 0,
  }
}
export const providerFetch = (egress: Egress, config: ModelConfig) => egress.asFetch(providerInit(config))
