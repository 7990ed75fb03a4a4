import type { CallEvent } from './call-state.ts'

/** The room in which a call takes place. */
export interface CallRoom {
  room_id: string
  token: string
  /** Whether the room supports WebRTC. */
  has_webrtc?: boolean
  /** Groups of people who can be recognised by their voices. */
  voiceprint_groups?: { id: string; name: string }[]
}
interface Listeners {
  onEvent: (event: CallEvent) => void
  onClose: (code: number) => void
}
const addressOf = ({ room_id, token }: CallRoom) => {
  const origin = location.origin.replace(/^http/, 'ws')
  return `${origin}/v1/audio/rooms/${room_id}/join?token=${encodeURIComponent(token)}`
}

/** The socket of a call: messages with a type and data. */
export function openCallSocket(room: CallRoom, { onEvent, onClose }: Listeners) {
  const socket = new WebSocket(addressOf(room))
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => onEvent(JSON.parse(data) as CallEvent))
  socket.addEventListener('close', ({ code }) => onClose(code))
  return {
    send(event_type: string, data?: object) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event_type, ...(data && { data }) }))
    },
    close: () => socket.close(),
  }
}

export const base64Of = (samples: Int16Array): string => {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  return btoa(String.fromCharCode(...bytes))
}
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
