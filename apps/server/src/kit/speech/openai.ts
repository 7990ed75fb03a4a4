import { callProvider, callProviderJson } from '../models/provider-call.ts'
import { speaksChatCompletions } from '../models/provider-config.ts'
import { soundOnly } from './sound-only.ts'
import type { SpeechDriver } from './speech-types.ts'
import { transcriptOf } from './transcript.ts'

/** OpenAI's own voices, which no call lists. */
const ownVoices = 'alloy ash ballad coral echo fable nova onyx sage shimmer verse'.split(' ')
const text = (value: unknown) => (typeof value === 'string' ? value : '')
/** The lowest speed that servers with this protocol accept. */
const SLOWEST = 0.25

export const openAiSpeech: SpeechDriver = {
  /** Servers with OpenAI's protocol may list their voices under `/audio/voices`. */
  async listVoices(config, egress, signal) {
    if (config.kind === 'openai' && !speaksChatCompletions(config))
      return ownVoices.map((id) => ({ id, name: id, language: '' }))
    const path = `/audio/voices?model=${encodeURIComponent(config.model)}`
    const { voices, data } = await callProviderJson(config, egress, path, { signal })
    const rows: unknown[] = Array.isArray(voices) ? voices : Array.isArray(data) ? data : []
    return rows.slice(0, 500).flatMap((row) => {
      if (typeof row === 'string') return [{ id: row, name: row, language: '' }]
      const found = (row ?? {}) as Record<string, unknown>
      const id = text(found.id) || text(found.voice_id) || text(found.name)
      return id ? [{ id, name: text(found.name) || id, language: text(found.language) || text(found.lang) }] : []
    })
  },
  async speak(config, egress, { voice, text: input, format = 'mp3', speed = 1, signal }) {
    const body = {
      model: config.model,
      voice,
      input,
      response_format: format,
      ...(speed !== 1 && { speed: Math.max(SLOWEST, speed) }),
    }
    return soundOnly(await callProvider(config, egress, '/audio/speech', { body, signal }), config)
  },
  transcribe(config, egress, request) {
    const { language, prompt } = request
    const fields = {
      model: config.model,
      response_format: 'json',
      ...(language && { language }),
      ...(prompt && { prompt }),
    }
    return transcriptOf(config, egress, { path: '/audio/transcriptions', fields, request })
  },
}
