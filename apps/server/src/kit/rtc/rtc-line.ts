import type { Wire } from '../ws/wire.ts'
import type { FromRtcCall, RtcEnd, ToRtcWorker } from './rtc-messages.ts'

/** One call over WebRTC: messages as on a socket, and sound beside them. */
export interface RtcLine {
  /** To the offer. */
  answer: string
  wire: Wire
  /** Once the caller is connected; never, when they do not come. */
  onBegin(begin: () => void): void
  /** Packets of Opus. */
  onSound(listener: (packet: Uint8Array) => void): void
  /** A packet of Opus, of 20 ms. */
  play(packet: Uint8Array): void
  /** What has not sounded yet is dropped, with what was to be told after it. */
  hush(): void
  /** What is sent meanwhile waits for the sound before it. */
  afterSound(send: () => void): void
}
/** On a channel nothing says why it is closed, so a last message does. */
const goodbye = (code: number) => JSON.stringify({ event_type: 'connection.closed', data: { code } })
const nothing = () => {}

/** This side of a call whose other side is in the thread. */
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
    // The thread counts them.
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
    hush: () => tell({ call, do: 'hush' }),
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
