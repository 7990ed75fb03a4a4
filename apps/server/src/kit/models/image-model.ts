import type { Egress } from '../egress/egress.ts'
import { modelErrors } from './model-errors.ts'
import { callProviderJson } from './provider-call.ts'
import type { ModelConfig } from './provider-config.ts'

/** Either the bytes, or a URL at which the provider stores the picture for a while. */
export type Picture = { base64: string } | { url: string }
const TIMEOUT_MS = 180_000

/** Generates one picture from a prompt. */
export async function makePicture(
  config: ModelConfig,
  egress: Egress,
  request: { prompt: string; size?: string; signal?: AbortSignal },
): Promise<Picture> {
  const body = { model: config.model, prompt: request.prompt, n: 1, ...(request.size && { size: request.size }) }
  const call = { body, signal: request.signal, timeoutMs: TIMEOUT_MS }
  const { data, images } = await callProviderJson(config, egress, '/images/generations', call)
  const [made] = (Array.isArray(data) ? data : Array.isArray(images) ? images : []) as Record<string, unknown>[]
  if (typeof made?.b64_json === 'string') return { base64: made.b64_json }
  if (typeof made?.url === 'string') return { url: made.url }
  throw modelErrors.noPicture({ provider: config.providerName, model: config.model })
}
