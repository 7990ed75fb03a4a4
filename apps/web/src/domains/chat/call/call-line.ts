import type { CallEvent } from './call-state.ts'
import { openCallPeer } from './call-peer.ts'
import { base64Of, type CallRoom, openCallSocket } from './call-socket.ts'

/** What is sent to the bot: the track of the microphone, muted or not, or nothing. */
interface OutgoingTrack {
  track: MediaStreamTrack | undefined
  isMuted: boolean
  isOpen: boolean
}
/** The connection of a call. Audio is sent in messages of a socket, or as media over WebRTC. */
export interface CallLine {
  send(event_type: string, data?: object): void
  close(): void
  /** Audio is sent and received as media: `sendSamples` does nothing, and no samples arrive in events. */
  hasMedia: boolean
  /** Sends samples of the microphone. */
  sendSamples(samples: Int16Array): void
  sendTrack(spoken: OutgoingTrack): void
}
export interface LineListeners {
  onEvent: (event: CallEvent) => void
  onClose: (code: number) => void
  /** Called with the voice of the bot. */
  onStream: (stream: MediaStream) => void
}

function openSocketLine(room: CallRoom, listeners: LineListeners): CallLine {
  const socket = openCallSocket(room, listeners)
  return {
    ...socket,
    hasMedia: false,
    sendSamples: (samples) => socket.send('input_audio_buffer.append', { delta: base64Of(samples) }),
    sendTrack: () => {},
  }
}

/** Connects over WebRTC if the server offers it and the network allows it, otherwise over a socket. */
export async function openCallLine(
  room: CallRoom,
  canTry: boolean,
  listeners: LineListeners,
): Promise<{ line: CallLine; hasFallenBack: boolean }> {
  const isTried = canTry && room.has_webrtc === true && 'RTCPeerConnection' in globalThis
  const line = isTried ? await openCallPeer(room, listeners).catch(() => undefined) : undefined
  return { line: line ?? openSocketLine(room, listeners), hasFallenBack: isTried && !line }
}
