import type { CallEvent } from './call-state.ts'
import { openCallPeer } from './call-peer.ts'
import { base64Of, type CallRoom, openCallSocket } from './call-socket.ts'

/** What the bot may hear: the microphone, and whether it is silent, or nothing at all. */
interface Spoken {
  track: MediaStreamTrack | undefined
  isMuted: boolean
  isOpen: boolean
}
/** The connection of a call. Sound goes by messages of a socket, or beside them over WebRTC. */
export interface CallLine {
  send(event_type: string, data?: object): void
  close(): void
  /** Sound that comes and goes by itself: neither is it sent, nor are its pieces played. */
  hasMedia: boolean
  /** What the microphone heard. */
  hear(samples: Int16Array): void
  speak(spoken: Spoken): void
}
export interface LineListeners {
  onEvent: (event: CallEvent) => void
  onClose: (code: number) => void
  /** The voice of the bot. */
  onStream: (stream: MediaStream) => void
}

function openSocketLine(room: CallRoom, listeners: LineListeners): CallLine {
  const socket = openCallSocket(room, listeners)
  return {
    ...socket,
    hasMedia: false,
    hear: (samples) => socket.send('input_audio_buffer.append', { delta: base64Of(samples) }),
    speak: () => {},
  }
}

/** By WebRTC where the server offers it and the network lets it through, else by a socket. */
export async function openCallLine(
  room: CallRoom,
  canTry: boolean,
  listeners: LineListeners,
): Promise<{ line: CallLine; hasFallenBack: boolean }> {
  const isTried = canTry && room.has_webrtc === true && 'RTCPeerConnection' in globalThis
  const line = isTried ? await openCallPeer(room, listeners).catch(() => undefined) : undefined
  return { line: line ?? openSocketLine(room, listeners), hasFallenBack: isTried && !line }
}
