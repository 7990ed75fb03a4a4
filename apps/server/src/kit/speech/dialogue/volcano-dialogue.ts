import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bytesOf, createSampleReader } from '../../audio/samples.ts'
import { resampled } from '../../audio/resample.ts'
import type { ChatMessage } from '../../models/chat-types.ts'
import { ModelFailure } from '../../models/failure.ts'
import { baseUrlOf, type ModelConfig } from '../../models/provider-config.ts'
import { volcanoKey } from '../../models/volcano-key.ts'
import type { DialogueDriver, Sound } from './dialogue-types.ts'
import type { Line } from './line.ts'
import { type DialogueFrame, readFrame, writeFrame } from './volcano-frame.ts'

/** Numbers of events, from the documentation of the service. */
export const DialogueEvent = {
  startConnection: 1,
  startSession: 100,
  finishSession: 102,
  task: 200,
  textQuery: 501,
  connectionStarted: 50,
  connectionFailed: 51,
  sessionStarted: 150,
  sessionFailed: 153,
  usage: 154,
  spoken: 352,
  spokenEnd: 359,
  heard: 451,
  heardEnd: 459,
  answer: 550,
} as const
/** Fixed values from the documentation, the same for all customers. */
const RESOURCE = 'volc.speech.dialog'
const APP_KEY = 'PlgvMymc7f3tQnJ6'
const RECORDING_RATE = 16_000
const SPOKEN_RATE = 24_000
/** The service accepts recordings only in real time. */
const PACKET_MS = 20
const PACKET_BYTES = (RECORDING_RATE * 2 * PACKET_MS) / 1000
/** Maximum number of earlier rounds that are sent. */
const ROUNDS = 20

interface Json {
  content?: string
  error?: string
  results?: { text?: string; is_interim?: boolean }[]
  usage?: Record<string, number>
}
const json = ({ payload }: DialogueFrame) => JSON.parse(payload.toString() || '{}') as Json
const words = ({ content }: ChatMessage) =>
  typeof content === 'string' ? content : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')

async function* framesOf(line: Line): AsyncGenerator<DialogueFrame> {
  for await (const data of line.messages()) {
    const frame = readFrame(Buffer.isBuffer(data) ? data : Buffer.from(data))
    if (frame.fault !== undefined)
      throw new ModelFailure({ status: 500, detail: json(frame).error ?? `${frame.fault}` })
    if (frame.event === DialogueEvent.connectionFailed || frame.event === DialogueEvent.sessionFailed)
      throw new ModelFailure({ status: 500, detail: json(frame).error ?? 'failed' })
    yield frame
  }
}
/** Questions with their answers: the service accepts them only in pairs. */
function contextOf(messages: readonly ChatMessage[]) {
  const pairs: { role: string; text: string }[][] = []
  let asked = ''
  for (const message of messages) {
    const text = words(message)
    if (message.role === 'user') asked = text
    else if (message.role === 'assistant' && text && asked) {
      pairs.push([
        { role: 'user', text: asked },
        { role: 'assistant', text },
      ])
      asked = ''
    }
  }
  return pairs.slice(-ROUNDS).flat()
}
/** Models that play a character have another field for the persona. */
const personaOf = (model: string, instructions: string) =>
  /^(SC|2\.)/i.test(model) ? { character_manifest: instructions } : { system_role: instructions }

interface Opening {
  mode: 'text' | 'audio_file'
  voice: string
  messages?: readonly ChatMessage[]
}
/** Opens a session and yields the events that follow. */
async function begin(line: Line, { model }: ModelConfig, { mode, voice, messages = [] }: Opening) {
  const session = randomUUID()
  const send = (event: number, body: object, id: string | undefined = session) =>
    line.send(writeFrame({ event, ...(id && { session: id }), payload: Buffer.from(JSON.stringify(body)) }))
  const frames = framesOf(line)
  const until = async (event: number) => {
    for (let next = await frames.next(); !next.done; next = await frames.next()) if (next.value.event === event) return
  }
  send(DialogueEvent.startConnection, {}, '')
  await until(DialogueEvent.connectionStarted)
  const instructions = messages.flatMap((message) => (message.role === 'system' ? words(message) : [])).join('\n\n')
  send(DialogueEvent.startSession, {
    asr: { extra: {} },
    tts: { speaker: voice, audio_config: { channel: 1, format: 'pcm_s16le', sample_rate: SPOKEN_RATE } },
    dialog: {
      ...(instructions && personaOf(model, instructions)),
      dialog_context: contextOf(messages),
      extra: { input_mod: mode, model },
    },
  })
  await until(DialogueEvent.sessionStarted)
  const sendSound = (payload: Buffer) =>
    line.send(writeFrame({ event: DialogueEvent.task, session, payload, isSound: true }))
  return { send, sendSound, frames }
}

/** Doubao's dialogue models, by the binary protocol of Volcano Engine. */
export const volcanoDialogue: DialogueDriver = {
  voices: ['vv', 'xiaohe']
    .map((name) => `zh_female_${name}_jupiter_bigtts`)
    .concat(['yunzhou', 'xiaotian'].map((name) => `zh_male_${name}_jupiter_bigtts`)),
  callsTools: false,
  address(config) {
    const { app, token } = volcanoKey(config)
    return {
      url: `${baseUrlOf(config)}/api/v3/realtime/dialogue`,
      headers: {
        'x-api-app-id': app,
        'x-api-access-key': token,
        'x-api-resource-id': RESOURCE,
        'x-api-app-key': APP_KEY,
        'x-api-connect-id': randomUUID(),
      },
    }
  },
  /**
   * Sends the transcript instead of the sound: the service accepts sound only in real time, so people would wait for
   * their own sentence a second time.
   */
  async answer(line, config, { request, voice }, output) {
    const { messages } = request
    const asked = messages.findLastIndex(({ role }) => role === 'user')
    const opening = { mode: 'text' as const, voice, messages: messages.slice(0, asked) }
    const { send, frames } = await begin(line, config, opening)
    send(DialogueEvent.textQuery, { content: words(messages[asked]!) })
    const samplesOf = createSampleReader()
    for await (const frame of frames) {
      if (frame.event === DialogueEvent.spoken) output.sound(samplesOf(frame.payload), SPOKEN_RATE)
      else if (frame.event === DialogueEvent.answer) output.said.text(json(frame).content ?? '')
      else if (frame.event === DialogueEvent.usage) output.said.usage(usageOf(json(frame).usage ?? {}))
      else if (frame.event === DialogueEvent.spokenEnd) break
    }
    send(DialogueEvent.finishSession, {})
  },
  async hear(open, config, sound, signal) {
    const line = await open()
    const stop = new AbortController()
    try {
      const opening = { mode: 'audio_file' as const, voice: this.voices[0]! }
      const { send, sendSound, frames } = await begin(line, config, opening)
      void pace(sound, sendSound, AbortSignal.any([signal, stop.signal])).catch(() => {})
      let text = ''
      for await (const frame of frames) {
        if (frame.event === DialogueEvent.heard) text = json(frame).results?.at(-1)?.text ?? text
        else if (frame.event === DialogueEvent.heardEnd) break
      }
      send(DialogueEvent.finishSession, {})
      return text.trim()
    } finally {
      stop.abort()
      line.close()
    }
  },
}
async function pace({ samples, rate }: Sound, send: (bytes: Buffer) => void, signal: AbortSignal) {
  const bytes = bytesOf(resampled(samples, rate, RECORDING_RATE))
  for (let at = 0; at < bytes.length; at += PACKET_BYTES) {
    signal.throwIfAborted()
    send(bytes.subarray(at, at + PACKET_BYTES))
    await sleep(PACKET_MS, undefined, { signal })
  }
}
const usageOf = (usage: Record<string, number>) => ({
  inputTokens: (usage.input_text_tokens ?? 0) + (usage.input_audio_tokens ?? 0),
  outputTokens: (usage.output_text_tokens ?? 0) + (usage.output_audio_tokens ?? 0),
  cachedTokens: (usage.cached_text_tokens ?? 0) + (usage.cached_audio_tokens ?? 0),
  reasoningTokens: 0,
  isEstimated: false,
})
