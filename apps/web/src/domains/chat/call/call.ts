import { createStore } from '#lib/store.ts'
import { afterEvent, beforeCall, type CallEvent } from './call-state.ts'
import { HEARD_RATE, type Microphone, NoMicrophone, openMicrophone } from './microphone.ts'
import { openSpeaker, SPOKEN_RATE, type Speaker } from './speaker.ts'

/** Where a call takes place. */
export interface CallRoom {
  room_id: string
  token: string
}
export interface CallOptions {
  isPushed: boolean
  isMuted: boolean
  deviceId: string
}
const base64Of = (samples: Int16Array) => {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  return btoa(String.fromCharCode(...bytes))
}
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const addressOf = ({ room_id, token }: CallRoom) => {
  const origin = location.origin.replace(/^http/, 'ws')
  return `${origin}/v1/audio/rooms/${room_id}/join?token=${encodeURIComponent(token)}`
}

/** One call: the microphone goes out over a socket, and what comes back is played. */
export function createCall(openRoom: () => Promise<CallRoom>) {
  const store = createStore(beforeCall)
  let options: CallOptions = { isPushed: false, isMuted: false, deviceId: '' }
  let isHeld = false
  let socket: WebSocket | undefined
  let microphone: Microphone | undefined
  let speaker: Speaker | undefined
  let isOver = false

  const send = (event_type: string, data?: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event_type, ...(data && { data }) }))
  }
  const configure = () =>
    send('chat.update', {
      input_audio: { format: 'pcm', codec: 'pcm', sample_rate: HEARD_RATE },
      output_audio: { codec: 'pcm', pcm_config: { sample_rate: SPOKEN_RATE } },
      turn_detection: { type: options.isPushed ? 'client_interrupt' : 'server_vad' },
    })
  function heard(samples: Int16Array) {
    if (options.isPushed && !isHeld) return
    // Silence goes out too: the server finds the end of a sentence by it.
    const sent = options.isMuted ? new Int16Array(samples.length) : samples
    send('input_audio_buffer.append', { delta: base64Of(sent) })
  }
  function take(event: CallEvent) {
    const { event_type: type, data } = event
    if (type === 'chat.created') configure()
    // From here on the user has the word: what was still to be played is not heard any more.
    if (type === 'input_audio_buffer.speech_started' || type === 'conversation.chat.canceled') speaker?.stop()
    if (type === 'conversation.audio.delta') speaker?.play(bytesOf(data?.content ?? ''))
    const next = afterEvent(store.current(), event)
    const isSilent = type === 'conversation.chat.completed' && !speaker?.isPlaying()
    store.set(isSilent ? { ...next, phase: 'listening' } : next)
  }
  const onSilence = () => {
    if (store.current().phase === 'speaking') store.patch({ phase: 'listening' })
  }
  function end(fault?: 'lost') {
    if (isOver) return
    isOver = true
    socket?.close()
    microphone?.close()
    speaker?.close()
    store.patch({ phase: 'over', fault })
  }
  async function openSound() {
    const made = await openMicrophone(options.deviceId, heard)
    if (isOver) return made.close()
    microphone?.close()
    microphone = made
  }
  async function begin() {
    isOver = false
    try {
      speaker = openSpeaker(onSilence)
      await openSound()
      const room = await openRoom()
      if (isOver) return
      socket = new WebSocket(addressOf(room))
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => take(JSON.parse(data) as CallEvent))
      socket.addEventListener('close', () => end('lost'))
    } catch (error) {
      end()
      failed(error)
    }
  }
  /** Other failures were told by the call that failed. */
  const failed = (error: unknown) => store.patch({ fault: error instanceof NoMicrophone ? error.fault : 'lost' })
  return {
    store,
    begin,
    end: () => end(),
    levels: () => ({ you: microphone?.level, bot: speaker?.level }),
    setVolume: (volume: number) => speaker?.setVolume(volume),
    async change(next: Partial<CallOptions>) {
      const before = options
      options = { ...options, ...next }
      if (options.isPushed !== before.isPushed) configure()
      if (options.deviceId !== before.deviceId) await openSound().catch(failed)
    },
    /** While it is held, what is said counts; the bot falls silent for it. */
    hold() {
      if (!options.isPushed || isHeld) return
      isHeld = true
      const { phase } = store.current()
      if (phase === 'speaking' || phase === 'thinking') send('conversation.chat.cancel')
      speaker?.stop()
      store.patch({ phase: 'hearing' })
    },
    release() {
      if (!isHeld) return
      isHeld = false
      send('input_audio_buffer.complete')
      store.patch({ phase: 'thinking' })
    },
  }
}
export type Call = ReturnType<typeof createCall>
