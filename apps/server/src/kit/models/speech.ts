import type { EgressResponse } from '../egress/answer.ts'
import type { Egress } from '../egress/egress.ts'
import { modelErrors } from './model-errors.ts'
import { callProvider, callProviderJson } from './provider-call.ts'
import { type ModelConfig, speaksChatCompletions } from './provider-config.ts'

export interface Voice {
  id: string
  name: string
  language: string
}
/** OpenAI's own voices: it has no call that lists them. */
const openAiVoices = 'alloy ash ballad coral echo fable nova onyx sage shimmer verse'.split(' ')
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Voices of a speech model. Servers with OpenAI's protocol may list them under `/audio/voices`. */
export async function listVoices(config: ModelConfig, egress: Egress, signal?: AbortSignal): Promise<Voice[]> {
  if (config.kind === 'openai' && !speaksChatCompletions(config))
    return openAiVoices.map((id) => ({ id, name: id, language: '' }))
  const path = `/audio/voices?model=${encodeURIComponent(config.model)}`
  const { voices, data } = await callProviderJson(config, egress, path, { signal })
  const rows: unknown[] = Array.isArray(voices) ? voices : Array.isArray(data) ? data : []
  return rows.slice(0, 500).flatMap((row) => {
    if (typeof row === 'string') return [{ id: row, name: row, language: '' }]
    const found = (row ?? {}) as Record<string, unknown>
    const id = text(found.id) || text(found.voice_id) || text(found.name)
    return id ? [{ id, name: text(found.name) || id, language: text(found.language) || text(found.lang) }] : []
  })
}

/** Words as sound. */
export async function speak(
  config: ModelConfig,
  egress: Egress,
  request: { voice: string; text: string; signal?: AbortSignal },
): Promise<EgressResponse> {
  const body = { model: config.model, voice: request.voice, input: request.text, response_format: 'mp3' }
  const answer = await callProvider(config, egress, '/audio/speech', { body, signal: request.signal })
  if (answer.headers.get('content-type')?.startsWith('audio/')) return answer
  answer.body.destroy()
  throw modelErrors.notSound({ provider: config.providerName })
}
