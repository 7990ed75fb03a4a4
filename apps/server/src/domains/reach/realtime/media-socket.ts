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
/** Sound over WebRTC is Opus in both directions, whatever the settings request. */
export const asMedia = <T extends Audible>(settings: T): T => ({
  ...settings,
  input_audio: input,
  output_audio: { ...settings.output_audio, codec: 'opus', opus_config: opus },
})
/** Events that contain sound, with the field that contains it. */
const sounds = new Map([
  ['conversation.audio.delta', 'content'],
  ['simult_interpretation.audio.delta', 'delta'],
])
/** Events about the content of the sound: sent when the sound is heard. */
const spoken = new Set(['conversation.audio.sentence_start', 'conversation.audio.completed'])
/** Events that make clients discard the rest of the playback. */
const silences = new Set(['input_audio_buffer.speech_started', 'conversation.chat.canceled'])
/** Adapts a WebRTC line to the socket that rooms use: converts sound to frames, and frames to sound. */
export function overMedia(socket: FrameSocket, line: RtcLine): FrameSocket {
  let listener: ((frame: Frame) => void) | undefined

  line.onSound((packet) => {
    const delta = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('base64')
    try {
      listener?.({ event_type: 'input_audio_buffer.append', data: { delta } })
    } catch (cause) {
      socket.fail(cause)
    }
  })

  function update({ event_type, data }: Frame): Frame {
    if (event_type === 'simult_interpretation.update')
      return { event_type, data: asMedia(data as InterpretationSettings) }
    const settings = asMedia(data as ChatSettings)
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
      if (silences.has(event)) line.stopSound()
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
