import type { EgressResponse } from '../egress/answer.ts'
import type { Egress } from '../egress/egress.ts'
import type { AppError } from '../errors.ts'
import { BrokenChunk, explainFailure } from './failure.ts'
import { readRefusal, readSome } from './provider-answer.ts'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'
import { providerInit } from './provider-fetch.ts'

const TIMEOUT_MS = 60_000
/** A picture in base64 is a third larger than its bytes. */
const MAX_JSON = 32 * 1024 * 1024

/** The key in the header that each kind of provider requires. */
function keyHeaders({ kind, apiKey }: ModelConfig): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) }
  if (!apiKey) return {}
  // Its headers differ between calls.
  if (kind === 'volcano-speech') return {}
  if (kind === 'azure-speech') return { 'ocp-apim-subscription-key': apiKey }
  if (kind === 'elevenlabs') return { 'xi-api-key': apiKey }
  return kind === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

export interface ProviderCall {
  body?: object
  /** Instead of a body. */
  form?: FormData
  /** Instead of a body: text with a content type of its own. */
  text?: { type: string; body: string }
  headers?: Record<string, string>
  method?: 'DELETE'
  signal?: AbortSignal
  timeoutMs?: number
}

/** One plain call to a provider, by path or full URL of the same origin. Rejects with one of `modelErrors`. */
export async function callProvider(
  config: ModelConfig,
  egress: Egress,
  path: string,
  init: ProviderCall = {},
): Promise<EgressResponse> {
  try {
    const answer = await egress.fetch(path.startsWith('/') ? baseUrlOf(config) + path : path, {
      ...providerInit(config),
      timeoutMs: init.timeoutMs ?? TIMEOUT_MS,
      method: init.method ?? (init.body || init.form || init.text ? 'POST' : 'GET'),
      headers: {
        ...keyHeaders(config),
        ...init.headers,
        ...(init.body && { 'content-type': 'application/json' }),
        ...(init.text && { 'content-type': init.text.type }),
      },
      ...(init.body && { body: JSON.stringify(init.body) }),
      ...(init.form && { body: init.form }),
      ...(init.text && { body: init.text.body }),
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
  init: ProviderCall = {},
): Promise<Record<string, unknown>> {
  const answer = await callProvider(config, egress, path, init)
  try {
    const value: unknown = JSON.parse(await readSome(answer, MAX_JSON))
    if (typeof value !== 'object' || value === null) throw new BrokenChunk()
    return value as Record<string, unknown>
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw explain(cause instanceof SyntaxError ? new BrokenChunk() : cause, config)
  }
}
const explain = (cause: unknown, config: ModelConfig): AppError =>
  explainFailure(cause, { config, attempts: 1, hasStarted: false }).error
