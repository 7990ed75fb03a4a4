import type { Wire } from '../ws/wire.ts'
import type { FromRtcCall, RtcEnd, ToRtcWorker } from './rtc-messages.ts'

/** One call over WebRTC: messages as on a WebSocket, and sound beside them. */
export interface RtcLine {
  /** The SDP answer to the offer. */
  answer: string
  wire: Wire
  /** Called once the caller is connected; never, if they do not connect. */
  onBegin(begin: () => void): void
  /** Receives Opus packets. */
  onSound(listener: (packet: Uint8Array) => void): void
  /** Plays an Opus packet of 20 ms. */
  play(packet: Uint8Array): void
  /** Drops sound that was not played yet, and the messages queued after it. */
  stopSound(): void
  /** Messages sent within `send` are delivered after the sound queued before them. */
  afterSound(send: () => void): void
}
/** A data channel closes without a code, so the code is sent as a last message. */
const goodbye = (code: number) => JSON.stringify({ event_type: 'connection.closed', data: { code } })
const nothing = () => {}

/** The main thread's side of a call; its other side is in the worker. */
export function createRtcLine(
  call: number,
  tell: (message: ToRtcWorker) => void,
  onEnd: (why: RtcEnd | 'worker') => void,
) {
  let isOver = false
  let isAfterSound = false
  let lastSeen = Date.now()
  let onText: (text: string) => void = nothing
  let onSound: (packet: Uint8Array) => void = nothing
  let onBegin = nothing
  let onClose = nothing
  const send = (text: string) => tell({ call, do: 'tell', text, isAfterSound })

  function end(why: RtcEnd | 'worker') {
    if (isOver) return
    isOver = true
    onEnd(why)
    onClose()
  }
  const wire: Wire = {
    isOpen: () => !isOver,
    // Counted in the thread instead.
    waiting: () => 0,
    lastSeen: () => lastSeen,
    isAlive: () => true,
    send,
    onText: (listener) => void (onText = listener),
    onClose: (listener) => void (onClose = listener),
    close(code) {
      if (isOver) return
      send(goodbye(code))
      tell({ call, do: 'close' })
      end('closed')
    },
    drop: () => end('gone'),
  }
  const line: Omit<RtcLine, 'answer'> = {
    wire,
    onBegin: (listener) => void (onBegin = listener),
    onSound: (listener) => void (onSound = listener),
    play: (packet) => tell({ call, do: 'play', packet }),
    stopSound: () => tell({ call, do: 'stopSound' }),
    afterSound(act) {
      isAfterSound = true
      act()
      isAfterSound = false
    },
  }
  return {
    line,
    end,
    take(message: FromRtcCall) {
      lastSeen = Date.now()
      if ('isBegun' in message) onBegin()
      else if ('packet' in message) onSound(message.packet)
      else if ('text' in message) onText(message.text)
      else if ('ended' in message) end(message.ended)
    },
  }
}
