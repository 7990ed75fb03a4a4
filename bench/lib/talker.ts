import { setTimeout as sleep } from 'node:timers/promises'

export const TALK_RATE = 16_000
const PIECE_MS = 100
const PIECE = (TALK_RATE * PIECE_MS) / 1000
/** A sample below this value counts as silence. */
const QUIET = 300
const LOOK_MS = 20

interface Frame {
  event_type: string
}
const base64 = (samples: Int16Array) =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64')

/** A person in a call who speaks at normal speed. */
export async function openTalker(url: string, token: string, botId: string) {
  const query = new URLSearchParams({ bot_id: botId, authorization: `Bearer ${token}` })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/chat?${query.toString()}`)
  const seen = new Map<string, number>()
  let soundAt = 0
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { event_type: type } = JSON.parse(data) as Frame
    if (!seen.has(type)) seen.set(type, performance.now())
    if (type === 'conversation.audio.delta') soundAt = performance.now()
  })
  const until = async (type: string): Promise<number> => {
    while (!seen.has(type)) await sleep(LOOK_MS / 4)
    return seen.get(type)!
  }
  const send = (event_type: string, data: object) => socket.send(JSON.stringify({ event_type, data }))
  const append = (samples: Int16Array) => send('input_audio_buffer.append', { delta: base64(samples) })
  await until('chat.created')
  send('chat.update', { turn_detection: { type: 'server_vad' }, input_audio: { sample_rate: TALK_RATE } })
  await until('chat.updated')

  /** Follows the clock, so that a busy machine does not prolong the sentence. */
  async function speak(samples: Int16Array) {
    const started = performance.now()
    for (let at = 0; at < samples.length; at += PIECE) {
      append(samples.subarray(at, at + PIECE))
      await sleep(Math.max(0, started + (at / PIECE + 1) * PIECE_MS - performance.now()))
    }
  }
  return {
    /** Says a sentence, and returns the time in ms between its end and the first sound of the answer. */
    async ask(said: Int16Array): Promise<number> {
      seen.clear()
      const end = said.findLastIndex((sample) => Math.abs(sample) > QUIET)
      await speak(said.subarray(0, end))
      const ended = performance.now()
      const silence = new Int16Array(PIECE)
      while (!seen.has('conversation.audio.delta')) {
        append(silence)
        await sleep(PIECE_MS)
      }
      const heard = seen.get('conversation.audio.delta')! - ended
      await until('conversation.chat.completed')
      // Cancels the playback, because the next question would interrupt it.
      seen.clear()
      send('conversation.chat.cancel', {})
      while (!seen.has('conversation.chat.canceled') && !seen.has('error')) await sleep(LOOK_MS)
      return heard
    },
    /** Makes the bot speak for minutes. */
    async tellStory() {
      seen.clear()
      send('conversation.message.create', { role: 'user', content_type: 'text', content: 'Tell me a story' })
      await until('conversation.audio.delta')
      seen.clear()
    },
    /** Plays a sound that is not speech, followed by silence. */
    async makeSound(sound: Int16Array) {
      await speak(sound)
      await speak(new Int16Array(TALK_RATE * 0.7))
    },
    /** Speaks over the bot, and returns for how many ms sound still arrived after the interruption was detected. */
    async interrupt(said: Int16Array): Promise<number> {
      const decided = until('input_audio_buffer.speech_started')
      await speak(said)
      const at = await decided
      await until('conversation.chat.canceled')
      return Math.max(0, soundAt - at)
    },
    /** Sends a moment of silence. */
    listen: () => speak(new Int16Array(TALK_RATE)),
    wasStopped: () => seen.has('input_audio_buffer.speech_started') || seen.has('conversation.chat.canceled'),
    close: () => socket.close(),
  }
}
