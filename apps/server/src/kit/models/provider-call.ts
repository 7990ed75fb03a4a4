import type { EgressResponse } from '../egress/answer.ts'
import type { Egress } from '../egress/egress.ts'
import type { AppError } from '../errors.ts'
import { BrokenChunk, explainFailure } from './failure.ts'
import { readRefusal, readSome } from './provider-answer.ts'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'
import { providerInit } from './provider-fetch.ts'

const TIMEOUT_MS = 60_000
const MAX_JSON = 8 * 1024 * 1024

/** The key in the header that each kind of provider wants it in. */
function keyHeaders({ kind, apiKey }: ModelConfig): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) }
  if (!apiKey) return {}
  return kind === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

/** One plain call of a provider. What fails is one of `modelErrors`, as with every other call of it. */
export async function callProvider(
  config: ModelConfig,
  egress: Egress,
  path: string,
  init: { body?: object; signal?: AbortSignal } = {},
): Promise<EgressResponse> {
  try {
    const answer = await egress.fetch(`${baseUrlOf(config)}${path}`, {
      ...providerInit(config),
      timeoutMs: TIMEOUT_MS,
      method: init.body ? 'POST' : 'GET',
      headers: { ...keyHeaders(config), ...(init.body && { 'content-type': 'application/json' }) },
      ...(init.body && { body: JSON.stringify(init.body) }),
      signal: init.signal,
    })
    if (!answer.ok) throw await readRefusal(answer)
    return answer
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw explain(cause, config)
  }
}
export async function callProviderJson(
  config: ModelConfig,
  egress: Egress,
  path: string,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const answer = await callProvider(config, egress, path, { signal })
  try {
    const value: unknown = JSON.parse(await readSome(answer, MAX_JSON))
    if (typeof value !== 'object' || value === null) throw new BrokenChunk()
    return value as Record<string, unknown>
  } catch (cause) {
    signal?.throwIfAborted()
    throw explain(cause instanceof SyntaxError ? new BrokenChunk() : cause, config)
  }
}
const explain = (cause: unknown, config: ModelConfig): AppError =>
  explainFailure(cause, { config, attempts: 1, hasStarted: false }).error
