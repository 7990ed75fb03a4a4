import type { RawData, WebSocket } from 'ws'

/** What carries the frames of a connection: a WebSocket, or the channel of a call over WebRTC. */
export interface Wire {
  isOpen(): boolean
  /** Bytes that the far end has not read yet. */
  waiting(): number
  /** When something came last. */
  lastSeen(): number
  /** Asked again and again: false when the far end has not answered since the last time. */
  isAlive(): boolean
  send(text: string): void
  /** Undefined: it was no text. */
  onText(listener: (text: string | undefined) => void): void
  onClose(listener: () => void): void
  close(code: number, reason?: string): void
  /** Without a goodbye: nobody is there. */
  drop(): void
}

export function webSocketWire(socket: WebSocket): Wire {
  let lastSeen = Date.now()
  let isAnswered = true
  socket.on('pong', () => void (isAnswered = true))
  // What fails is followed by a close.
  socket.on('error', () => {})
  return {
    isOpen: () => socket.readyState === socket.OPEN,
    waiting: () => socket.bufferedAmount,
    lastSeen: () => lastSeen,
    isAlive() {
      if (!isAnswered) return false
      isAnswered = false
      socket.ping()
      return true
    },
    send: (text) => socket.send(text),
    onText: (listener) =>
      void socket.on('message', (data, isBinary) => {
        lastSeen = Date.now()
        listener(isBinary ? undefined : textOf(data))
      }),
    onClose: (listener) => void socket.on('close', listener),
    close: (code, reason) => socket.close(code, reason),
    drop: () => socket.terminate(),
  }
}
const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString()
