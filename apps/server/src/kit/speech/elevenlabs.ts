import { modelErrors } from '../models/model-errors.ts'
import { callProvider, callProviderJson } from '../models/provider-call.ts'
import { soundOnly } from './sound-only.ts'
import type { SoundFormat, SpeechDriver, Voice } from './speech-types.ts'
import { transcriptOf } from './transcript.ts'

/** Format names contain the sample rate; other formats are not supported. */
const formats: Partial<Record<SoundFormat, string>> = {
  mp3: 'mp3_44100_128',
  pcm: 'pcm_24000',
  opus: 'opus_48000_64',
}
const CLONE_MS = 240_000
/** The label that identifies the voice's owner on this instance. */
const MARK = 'orrery_voice'
type Row = Record<string, unknown>
const object = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {})
const text = (value: unknown) => (typeof value === 'string' ? value : '')

function voiceOf(given: unknown): Voice[] {
  const row = object(given)
  const id = text(row.voice_id)
  const verified: unknown[] = Array.isArray(row.verified_languages) ? row.verified_languages : []
  const labels = object(row.labels)
  const language = text(labels.language) || text(object(verified[0]).language)
  const mark = text(labels[MARK])
  return id ? [{ id, name: text(row.name) || id, language, ...(mark && { mark }) }] : []
}

/** ElevenLabs, and servers with its protocol. */
export const elevenLabs: SpeechDriver = {
  async listVoices(config, egress, signal) {
    const { voices } = await callProviderJson(config, egress, '/voices', { signal })
    return Array.isArray(voices) ? voices.slice(0, 500).flatMap(voiceOf) : []
  },
  async speak(config, egress, { voice, text: words, format = 'mp3', speed = 1, signal }) {
    const output = formats[format]
    if (!output)
      throw modelErrors.noSuchFormat({
        provider: config.providerName,
        format,
        offered: Object.keys(formats).join(', '),
      })
    const path = `/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=${output}`
    const body = { text: words, model_id: config.model, ...(speed !== 1 && { voice_settings: { speed } }) }
    return soundOnly(await callProvider(config, egress, path, { body, signal }), config)
  },
  async clone(config, egress, { voice, name, description, language, mark, recording, signal }) {
    const form = new FormData()
    form.set('name', name)
    if (description) form.set('description', description)
    form.set('labels', JSON.stringify({ ...(language && { language }), [MARK]: mark }))
    form.set('files', new Blob([new Uint8Array(recording.bytes)], { type: recording.mime }), recording.fileName)
    const path = voice ? `/voices/${encodeURIComponent(voice)}/edit` : '/voices/add'
    const made = await callProviderJson(config, egress, path, { form, signal, timeoutMs: CLONE_MS })
    const id = voice || text(made.voice_id)
    if (!id) throw modelErrors.noClone({ provider: config.providerName })
    return id
  },
  async removeVoice(config, egress, voice) {
    const { voices } = await callProviderJson(config, egress, '/voices')
    const isThere = Array.isArray(voices) && voices.some((row) => text(object(row).voice_id) === voice)
    if (!isThere) return
    const answer = await callProvider(config, egress, `/voices/${encodeURIComponent(voice)}`, { method: 'DELETE' })
    answer.body.destroy()
  },
  transcribe(config, egress, request) {
    const fields = { model_id: config.model, ...(request.language && { language_code: request.language }) }
    return transcriptOf(config, egress, { path: '/speech-to-text', fields, request })
  },
}
