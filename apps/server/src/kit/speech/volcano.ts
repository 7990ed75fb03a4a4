import { randomUUID } from 'node:crypto'
import { createAnswer } from '../egress/answer.ts'
import { modelErrors } from '../models/model-errors.ts'
import { callProviderJson } from '../models/provider-call.ts'
import { volcanoKey } from '../models/volcano-key.ts'
import type { SoundFormat, SpeechDriver, Voice } from './speech-types.ts'

/** The service has no call that lists voices for an app's key; these are available to every app. */
const voices: Voice[] = [
  { id: 'zh_female_shuangkuaisisi_moon_bigtts', name: '爽快思思', language: 'zh' },
  { id: 'zh_male_wennuanahu_moon_bigtts', name: '温暖阿虎', language: 'zh' },
  { id: 'zh_female_tianmeixiaoyuan_moon_bigtts', name: '甜美小源', language: 'zh' },
  { id: 'BV001_streaming', name: '通用女声', language: 'zh' },
  { id: 'BV002_streaming', name: '通用男声', language: 'zh' },
  { id: 'en_female_anna_mars_bigtts', name: 'Anna', language: 'en' },
  { id: 'en_female_sarah_mars_bigtts', name: 'Sarah', language: 'en' },
  { id: 'en_male_smith_mars_bigtts', name: 'Smith', language: 'en' },
]
const formats: Partial<Record<SoundFormat, [encoding: string, type: string]>> = {
  mp3: ['mp3', 'audio/mpeg'],
  wav: ['wav', 'audio/wav'],
  pcm: ['pcm', 'audio/pcm'],
  opus: ['ogg_opus', 'audio/ogg'],
}
const RATE = 24_000
const DONE = 3000
/** Cloned voices are on another cluster. */
const clusterOf = (voice: string) => (voice.startsWith('S_') ? 'volcano_icl' : 'volcano_tts')
const TIMEOUT_MS = 240_000
type Row = Record<string, unknown>
const object = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {})

/** Volcano Engine (Doubao) speech. The key consists of an app's id, a colon, and its token. */
export const volcanoSpeech: SpeechDriver = {
  listVoices: () => Promise.resolve(voices),
  async speak(config, egress, { voice, text, format = 'mp3', speed = 1, signal }) {
    const output = formats[format]
    if (!output)
      throw modelErrors.noSuchFormat({
        provider: config.providerName,
        format,
        offered: Object.keys(formats).join(', '),
      })
    const { app, token } = volcanoKey(config)
    const body = {
      app: { appid: app, token, cluster: clusterOf(voice) },
      user: { uid: app },
      audio: { voice_type: voice, encoding: output[0], speed_ratio: speed, rate: RATE },
      request: { reqid: randomUUID(), text, operation: 'query' },
    }
    const headers = { authorization: `Bearer;${token}` }
    const { code, data } = await callProviderJson(config, egress, '/api/v1/tts', { body, headers, signal })
    if (code !== DONE || typeof data !== 'string' || !data)
      throw modelErrors.notSound({ provider: config.providerName })
    const head = { status: 200, statusText: 'OK', url: '', redirected: false }
    return createAnswer({ ...head, headers: new Headers({ 'content-type': output[1] }) }, Buffer.from(data, 'base64'))
  },
  async transcribe(config, egress, { recording, language, prompt, signal }) {
    const { app, token } = volcanoKey(config)
    const hints = prompt && JSON.stringify({ hotwords: prompt.split(/[,，]/).map((word) => ({ word: word.trim() })) })
    const body = {
      user: { uid: app },
      audio: { data: recording.bytes.toString('base64'), ...(language && { language }) },
      request: {
        model_name: 'bigmodel',
        enable_itn: true,
        enable_punc: true,
        ...(hints && { corpus: { context: hints } }),
      },
    }
    const headers = {
      'x-api-app-key': app,
      'x-api-access-key': token,
      'x-api-resource-id': config.model,
      'x-api-request-id': randomUUID(),
      'x-api-sequence': '-1',
    }
    const path = '/api/v3/auc/bigmodel/recognize/flash'
    const answer = await callProviderJson(config, egress, path, { body, headers, signal, timeoutMs: TIMEOUT_MS })
    const { text } = object(answer.result)
    if (typeof text === 'string') return text.trim()
    // Without speech the answer has no text, only information about the recording.
    if ('audio_info' in answer) return ''
    throw modelErrors.noTranscript({ provider: config.providerName, model: config.model })
  },
}
