import type { RawData, WebSocket } from 'ws'

/** The carrier of a connection's frames: a WebSocket, or the channel of a call over WebRTC. */
export interface Wire {
  isOpen(): boolean
  /** Number of bytes that the far end has not read yet. */
  waiting(): number
  /** When a message last arrived. */
  lastSeen(): number
  /** Called repeatedly: false when the far end has not responded since the previous call. */
  isAlive(): boolean
  send(text: string): void
  /** Undefined for a binary message. */
  onText(listener: (text: string | undefined) => void): void
  onClose(listener: () => void): void
  close(code: number, reason?: string): void
  /** Terminates the connection without a close frame, because the far end is dead. */
  drop(): void
}

export function webSocketWire(socket: WebSocket): Wire {
  let lastSeen = Date.now()
  let isAnswered = true
  socket.on('pong', () => void (isAnswered = true))
  // Every error is followed by a close event.
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
