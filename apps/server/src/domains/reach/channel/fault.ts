import type { Words } from './adapter.ts'

/**
 * A failed call to a platform, by what has to happen next.
 * - `later`: not accepted; retry after a while, or after `waitMs` if the platform specifies it.
 * - `uncertain`: it may have been accepted.
 * - `lost`: it may have been accepted, and a repeat would show a second message, whatever its key.
 * - `refused`: the credentials are not accepted.
 * - `missing`: something has to be set up on the platform's side.
 * - `never`: this message cannot be delivered, however often it is sent.
 */
export type FaultKind = 'later' | 'uncertain' | 'lost' | 'refused' | 'missing' | 'never'

export class ChannelFault extends Error {
  override name = 'ChannelFault'
  readonly kind: FaultKind
  readonly words: Words
  readonly waitMs: number | undefined
  constructor(kind: FaultKind, words: Words, waitMs?: number) {
    super(words.en)
    this.kind = kind
    this.words = words
    this.waitMs = waitMs
  }
}
