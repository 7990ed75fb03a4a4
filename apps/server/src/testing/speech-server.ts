import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterFile } from './after-file.ts'

export interface SpeechServer {
  baseUrl: string
  host: string
  /** Received requests, oldest first: path and query, with the fields of the JSON or form. */
  requests: { path: string; query: string; fields: Record<string, unknown>; headers: IncomingMessage['headers'] }[]
  voices: ({ id: string; name: string; language: string; labels?: Record<string, string> } | string)[]
  /** The transcript that it returns for any recording. */
  hears: string
  /** Awaited before a call is handled, and before its answer is sent. */
  pause: ((path: string, isDone: boolean) => Promise<void> | undefined) | undefined
  /** Makes all calls fail with this status, or succeed again if it is undefined. */
  fails(status: number | undefined): void
  reset(): void
}
const types: Record<string, string> = { mp3: 'audio/mpeg', wav: 'audio/wav', opus: 'audio/ogg', pcm: 'audio/pcm' }

async function fieldsOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('application/ssml')) return { document: body.toString() }
  if (!type.startsWith('multipart/')) return JSON.parse(body.toString() || '{}') as Record<string, unknown>
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return Object.fromEntries(form.entries())
}

type Answer = { json: object; status?: number } | { sound: string; type: string }
type Far = Omit<SpeechServer, 'fails' | 'reset'> & { method: string }

/** Starts a simulated speech provider on 127.0.0.1. */
async function openSimulator(answer: (path: string, fields: Record<string, unknown>, far: Far) => Answer) {
  let failure: number | undefined
  const far: SpeechServer = {
    baseUrl: '',
    host: '',
    requests: [],
    voices: [],
    hears: '',
    pause: undefined,
    fails: (status) => void (failure = status),
    reset() {
      failure = undefined
      far.requests.length = 0
    },
  }
  const server = createServer((request, response) => {
    void fieldsOf(request).then(async (fields) => {
      const [path = '', query = ''] = (request.url ?? '').split('?')
      far.requests.push({ path, query, fields, headers: request.headers })
      await far.pause?.(path, false)
      const given: Answer = failure
        ? { status: failure, json: { error: { message: 'the far end is down' } } }
        : answer(path, fields, { ...far, method: request.method ?? 'GET' })
      await far.pause?.(path, true)
      if ('sound' in given) return void response.writeHead(200, { 'content-type': given.type }).end(given.sound)
      response.writeHead(given.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(given.json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  far.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  far.baseUrl = `http://${far.host}/v1`
  return far
}
const nowhere: Answer = { status: 404, json: { error: { message: 'no such path' } } }

/**
 * Simulates an OpenAI-compatible speech provider: lists voices, speaks and transcribes. The "sound" is the text itself,
 * as bytes.
 */
export const openSpeechServer = (): Promise<SpeechServer> =>
  openSimulator((path, { response_format: format, voice, input }, { voices, hears }) => {
    if (path === '/v1/audio/voices') return { json: { voices } }
    if (path === '/v1/audio/transcriptions') return { json: { text: hears } }
    if (path !== '/v1/audio/speech') return nowhere
    return { sound: `${String(voice)}: ${String(input)}`, type: types[String(format)] ?? 'audio/mpeg' }
  })

/** Simulates ElevenLabs. */
export const openElevenLabsServer = (): Promise<SpeechServer> =>
  openSimulator((path, { text, name, labels }, { voices, hears, method }) => {
    if (path === '/v1/voices/add') {
      const id = `made${voices.length}`
      voices.push({
        id,
        name: String(name),
        language: 'en',
        labels: JSON.parse(String(labels)) as Record<string, string>,
      })
      return { json: { voice_id: id, requires_verification: false } }
    }
    if (/^\/v1\/voices\/\w+\/edit$/.test(path)) return { json: { status: 'ok' } }
    if (method === 'DELETE') {
      voices.splice(
        voices.findIndex((voice) => typeof voice !== 'string' && path === `/v1/voices/${voice.id}`),
        1,
      )
      return { json: { status: 'ok' } }
    }
    if (path === '/v1/models')
      return { json: [{ model_id: 'eleven_v9', name: 'Eleven v9', can_do_text_to_speech: true }] }
    if (path === '/v1/voices')
      return {
        json: {
          voices: voices.flatMap((voice) =>
            typeof voice === 'string'
              ? [{ voice_id: voice, name: voice }]
              : [{ voice_id: voice.id, name: voice.name, labels: { language: voice.language, ...voice.labels } }],
          ),
        },
      }
    if (path === '/v1/speech-to-text') return { json: { language_code: 'en', text: hears, words: [] } }
    const voice = /^\/v1\/text-to-speech\/(\w+)\/stream$/.exec(path)?.[1]
    return voice ? { sound: `${voice}: ${String(text)}`, type: 'audio/mpeg' } : nowhere
  })

/** Simulates Azure Speech. Its base URL is the host. */
export async function openAzureSpeechServer(): Promise<SpeechServer> {
  const far = await openSimulator((path, { document }, { voices, hears }) => {
    const known = voices.flatMap((voice) => (typeof voice === 'string' ? [] : [voice]))
    if (path === '/tts/cognitiveservices/voices/list')
      return { json: known.map(({ id, name, language }) => ({ ShortName: id, LocalName: name, Locale: language })) }
    if (path === '/speechtotext/transcriptions:transcribe')
      return { json: { durationMilliseconds: 200, combinedPhrases: hears ? [{ text: hears }] : [], phrases: [] } }
    return path === '/tts/cognitiveservices/v1' ? { sound: String(document), type: 'audio/mpeg' } : nowhere
  })
  far.baseUrl = `http://${far.host}`
  return far
}

/** Simulates the speech service of Volcano. Its base URL is the host. It accepts every key. */
export async function openVolcanoServer(): Promise<SpeechServer> {
  const far = await openSimulator((path, fields, { hears }) => {
    if (path === '/api/v3/auc/bigmodel/recognize/flash')
      return { json: { audio_info: { duration: 200 }, ...(hears && { result: { text: hears } }) } }
    if (path !== '/api/v1/tts') return nowhere
    const { audio, request } = fields as { audio: { voice_type: string }; request: { text: string; reqid: string } }
    const data = Buffer.from(`${audio.voice_type}: ${request.text}`).toString('base64')
    return { json: { reqid: request.reqid, code: 3000, message: 'Success', sequence: -1, data } }
  })
  far.baseUrl = `http://${far.host}`
  return far
}
