import { modelErrors } from '../models/model-errors.ts'
import { callProvider, callProviderJson } from '../models/provider-call.ts'
import { soundOnly } from './sound-only.ts'
import type { SoundFormat, SpeechDriver, Voice } from './speech-types.ts'

const formats: Partial<Record<SoundFormat, string>> = {
  mp3: 'audio-24khz-48kbitrate-mono-mp3',
  wav: 'riff-24khz-16bit-mono-pcm',
  pcm: 'raw-24khz-16bit-mono-pcm',
  opus: 'ogg-24khz-16bit-mono-opus',
}
const API = '2024-11-15'
const TIMEOUT_MS = 240_000
type Row = Record<string, unknown>
const object = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {})
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Text of users is escaped, so that it cannot become markup. */
const escaped = (value: string) => value.replaceAll(/[&<>"']/g, (mark) => entities[mark]!)

/** The language is the first part of a name such as `en-US-AvaNeural`. */
const languageOf = (voice: string) => /^[a-z]{2,3}-[A-Za-z]+/.exec(voice)?.[0] ?? 'en-US'
function document(voice: string, words: string, speed: number): string {
  const spoken = speed === 1 ? escaped(words) : `<prosody rate="${speed}">${escaped(words)}</prosody>`
  const head = `version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escaped(languageOf(voice))}"`
  return `<speak ${head}><voice name="${escaped(voice)}">${spoken}</voice></speak>`
}
function voiceOf(given: unknown): Voice[] {
  const row = object(given)
  const id = text(row.ShortName)
  return id ? [{ id, name: text(row.LocalName) || text(row.DisplayName) || id, language: text(row.Locale) }] : []
}

/** Azure Speech at the address of a resource, with one host for speech and transcription. */
export const azureSpeech: SpeechDriver = {
  async listVoices(config, egress, signal) {
    const list: unknown = await callProviderJson(config, egress, '/tts/cognitiveservices/voices/list', { signal })
    return Array.isArray(list) ? list.slice(0, 1000).flatMap(voiceOf) : []
  },
  async speak(config, egress, { voice, text: words, format = 'mp3', speed = 1, signal }) {
    const output = formats[format]
    if (!output)
      throw modelErrors.noSuchFormat({
        provider: config.providerName,
        format,
        offered: Object.keys(formats).join(', '),
      })
    const answer = await callProvider(config, egress, '/tts/cognitiveservices/v1', {
      text: { type: 'application/ssml+xml', body: document(voice, words, speed) },
      headers: { 'x-microsoft-outputformat': output },
      signal,
    })
    return soundOnly(answer, config)
  },
  async transcribe(config, egress, { recording, language, signal }) {
    const form = new FormData()
    form.set('audio', new Blob([new Uint8Array(recording.bytes)], { type: recording.mime }), recording.fileName)
    // Without locales, the service detects the language.
    form.set('definition', JSON.stringify(language ? { locales: [language] } : {}))
    const path = `/speechtotext/transcriptions:transcribe?api-version=${API}`
    const { combinedPhrases: phrases } = await callProviderJson(config, egress, path, {
      form,
      signal,
      timeoutMs: TIMEOUT_MS,
    })
    if (!Array.isArray(phrases)) throw modelErrors.noTranscript({ provider: config.providerName, model: config.model })
    return phrases
      .map((phrase) => text(object(phrase).text))
      .join(' ')
      .trim()
  },
}
