/** Where calls are answered. */
export interface RtcPlace {
  /** UDP ports, the first and the last; each call takes one. */
  ports: readonly [number, number]
  /** What callers are told to send to. */
  addresses: readonly string[]
  /** Where the ports are opened; everywhere without it. */
  bind?: string | undefined
}
/** Why an offer is not answered: it is none, or no port is free. */
export type RtcRefusal = 'offer' | 'ports'
/** Why a call has ended: by the caller, because they fell silent, never came, or do not read; or by ourselves. */
export type RtcEnd = 'left' | 'gone' | 'never' | 'slow' | 'closed'

export type ToRtcWorker =
  | { call: number; do: 'open'; offer: string }
  /** After the sound that is waiting, or at once. */
  | { call: number; do: 'tell'; text: string; isAfterSound: boolean }
  | { call: number; do: 'play'; packet: Uint8Array }
  /** What has not sounded yet is dropped. */
  | { call: number; do: 'hush' }
  /** When what was sent last is out. */
  | { call: number; do: 'close' }
  /** At once, so that the next call can have its port. */
  | { call: number; do: 'drop' }
  | { call: 0; do: 'end' }

export type FromRtcCall =
  | { call: number; answer: string }
  | { call: number; refusal: RtcRefusal }
  /** Both sides can hear and read each other. */
  | { call: number; isBegun: true }
  | { call: number; text: string }
  | { call: number; packet: Uint8Array }
  | { call: number; ended: RtcEnd }
/** Something that belongs to no call that is known. */
export type FromRtcWorker = FromRtcCall | { failure: string }
