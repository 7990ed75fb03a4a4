import type { Egress } from '../egress/egress.ts'
import { modelErrors } from '../models/model-errors.ts'
import { callProviderJson } from '../models/provider-call.ts'
import type { ModelConfig } from '../models/provider-config.ts'
import type { TranscriptionRequest } from './speech-types.ts'

/** Models need about a tenth of the duration of a recording, and it may last half an hour. */
const TIMEOUT_MS = 240_000

export interface TranscriptCall {
  path: string
  fields: Record<string, string>
  request: TranscriptionRequest
}
/** Transcribes a recording by a server that accepts it as form data. */
export async function transcriptOf(
  config: ModelConfig,
  egress: Egress,
  { path, fields, request: { recording, signal } }: TranscriptCall,
): Promise<string> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new Blob([new Uint8Array(recording.bytes)], { type: recording.mime }), recording.fileName)
  const { text } = await callProviderJson(config, egress, path, { form, signal, timeoutMs: TIMEOUT_MS })
  if (typeof text !== 'string') throw modelErrors.noTranscript({ provider: config.providerName, model: config.model })
  return text.trim()
}
