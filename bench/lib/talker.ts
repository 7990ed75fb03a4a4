import { setTimeout as sleep } from 'node:timers/promises'

export const TALK_RATE = 16_000
const PIECE_MS = 100
const PIECE = (TALK_RATE * PIECE_MS) / 1000
/** Quieter than this is the end of a sentence. */
const QUIET = 300
const LOOK_MS = 20

interface Frame {
  event_type: string
}
const base64 = (samples: Int16Array) =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64')

/** Somebody in a call, who speaks as fast as people do. */
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

  /** By the clock, so that a busy machine does not stretch the sentence. */
  async function speak(samples: Int16Array) {
    const started = performance.now()
    for (let at = 0; at < samples.length; at += PIECE) {
      append(samples.subarray(at, at + PIECE))
      await sleep(Math.max(0, started + (at / PIECE + 1) * PIECE_MS - performance.now()))
    }
  }
  return {
    /** Says a sentence, and gives how long after its end the answer is heard. */
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
      // What is still playing would be interrupted by the next question.
      seen.clear()
      send('conversation.chat.cancel', {})
      while (!seen.has('conversation.chat.canceled') && !seen.has('error')) await sleep(LOOK_MS)
      return heard
    },
    /** Has the bot speak for minutes. */
    async tellStory() {
      seen.clear()
      send('conversation.message.create', { role: 'user', content_type: 'text', content: 'Tell me a story' })
      await until('conversation.audio.delta')
      seen.clear()
    },
    /** A sound that is no word, and the silence after it. */
    async make(sound: Int16Array) {
      await speak(sound)
      await speak(new Int16Array(TALK_RATE * 0.7))
    },
    /** Speaks while the bot does, and gives for how long sound still came once it was decided that it stops. */
    async interrupt(said: Int16Array): Promise<number> {
      const decided = until('input_audio_buffer.speech_started')
      await speak(said)
      const at = await decided
      await until('conversation.chat.canceled')
      return Math.max(0, soundAt - at)
    },
    /** Is silent for a moment. */
    listen: () => speak(new Int16Array(TALK_RATE)),
    wasStopped: () => seen.has('input_audio_buffer.speech_started') || seen.has('conversation.chat.canceled'),
    close: () => socket.close(),
  }
}
