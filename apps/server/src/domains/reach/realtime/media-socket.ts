import type { ChatSettings, InputAudio, InterpretationSettings, OutputAudio } from '@orrery/contract'
import { PACKET_MS } from '#kit/rtc/paced-sound.ts'
import type { RtcLine } from '#kit/rtc/rtc-line.ts'
import type { Frame, FrameSocket } from '#kit/ws/frame-socket.ts'
import { webrtcErrors } from './webrtc.errors.ts'

const input: InputAudio = { format: 'pcm', codec: 'opus', sample_rate: 48_000, channel: 1, bit_depth: 16 }
const opus: OutputAudio['opus_config'] = {
  sample_rate: 24_000,
  bitrate: 32_000,
  use_cbr: false,
  frame_size_ms: PACKET_MS,
}
type Audible = { input_audio: InputAudio; output_audio: OutputAudio }
/** Sound as it goes over WebRTC: Opus in both directions, whatever else is wished for. */
export const asMedia = <T extends Audible>(settings: T): T => ({
  ...settings,
  input_audio: input,
  output_audio: { ...settings.output_audio, codec: 'opus', opus_config: opus },
})
/** Events that carry sound, by the field that it is in. */
const sounds = new Map([
  ['conversation.audio.delta', 'content'],
  ['simult_interpretation.audio.delta', 'delta'],
])
/** Events that say what is in the sound: they are told when it is heard. */
const spoken = new Set(['conversation.audio.sentence_start', 'conversation.audio.completed'])
/** What makes clients throw away what they would have played. */
const silences = new Set(['input_audio_buffer.speech_started', 'conversation.chat.canceled'])
/** A line without packets for so long is one whose sender leaves silence out. */
const STILL_MS = 300
/** So much silence ends a sentence. Of Opus, as many packets of 20 ms. */
const SILENT_PACKETS = 60
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]).toString('base64')

/** A call over WebRTC as rooms know it: its sound becomes frames of a socket, and their sound becomes its own. */
export function overMedia(socket: FrameSocket, line: RtcLine): FrameSocket {
  let isWatched = true
  let still: NodeJS.Timeout | undefined
  let listener: ((frame: Frame) => void) | undefined

  function hear(delta: string) {
    try {
      listener?.({ event_type: 'input_audio_buffer.append', data: { delta } })
    } catch (cause) {
      socket.fail(cause)
    }
  }
  const fall = () => {
    for (let count = 0; count < SILENT_PACKETS; count += 1) hear(SILENCE)
  }
  line.onSound((packet) => {
    hear(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('base64'))
    // Who holds a key to speak says by themselves where they end.
    if (isWatched) still = still?.refresh() ?? setTimeout(fall, STILL_MS)
  })
  socket.signal.addEventListener('abort', () => clearTimeout(still), { once: true })

  function update({ event_type, data }: Frame): Frame {
    if (event_type === 'simult_interpretation.update')
      return { event_type, data: asMedia(data as InterpretationSettings) }
    const settings = asMedia(data as ChatSettings)
    isWatched = settings.turn_detection.type === 'server_vad'
    if (!isWatched) clearTimeout(still)
    const { event_subscriptions: wanted } = settings
    return {
      event_type,
      data: { ...settings, ...(wanted.length > 0 && { event_subscriptions: [...wanted, ...sounds.keys()] }) },
    }
  }
  return {
    ...socket,
    send(event, data) {
      const field = sounds.get(event)
      if (field) return line.play(Buffer.from((data as Record<string, string>)[field]!, 'base64'))
      if (spoken.has(event)) return line.afterSound(() => socket.send(event, data))
      if (silences.has(event)) line.hush()
      socket.send(event, data)
    },
    onFrame(next) {
      listener = next
      socket.onFrame((frame) => {
        if (frame.event_type === 'input_audio_buffer.append') throw webrtcErrors.soundOnChannel()
        next(frame.event_type.endsWith('.update') ? update(frame) : frame)
      })
    },
  }
}
