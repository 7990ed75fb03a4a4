/** Ports and addresses at which calls are answered. */
export interface RtcPlace {
  /** The first and the last UDP port; each call takes one. */
  ports: readonly [number, number]
  /** The addresses that callers are told to use. */
  addresses: readonly string[]
  /** The address to open ports on; all addresses without it. */
  bind?: string | undefined
}
/** Why an offer is refused: it is invalid, or no port is free. */
export type RtcRefusal = 'offer' | 'ports'
/** Why a call ended: the caller left, fell silent, never connected or does not read; or we closed it. */
export type RtcEnd = 'left' | 'gone' | 'never' | 'slow' | 'closed'

export type ToRtcWorker =
  | { call: number; do: 'open'; offer: string }
  /** Sends a text after the queued sound, or immediately. */
  | { call: number; do: 'tell'; text: string; isAfterSound: boolean }
  | { call: number; do: 'play'; packet: Uint8Array }
  /** Drops sound that was not played yet. */
  | { call: number; do: 'stopSound' }
  /** Closes the call once the last message is sent. */
  | { call: number; do: 'close' }
  /** Closes the call immediately, so that the next one can have its port. */
  | { call: number; do: 'drop' }
  | { call: 0; do: 'end' }

export type FromRtcCall =
  | { call: number; answer: string }
  | { call: number; refusal: RtcRefusal }
  /** Both sides are connected. */
  | { call: number; isBegun: true }
  | { call: number; text: string }
  | { call: number; packet: Uint8Array }
  | { call: number; ended: RtcEnd }
/** From the thread; `failure` belongs to no known call. */
export type FromRtcWorker = FromRtcCall | { failure: string }
