import type { Words } from './adapter.ts'

/**
 * What went wrong with a call to a platform, as far as it decides what happens next.
 * - `later`: it was not taken; again after a while, or after `waitMs` when the platform says so.
 * - `uncertain`: it may have been taken.
 * - `lost`: it may have been taken, and a repeat would be a second message, whatever key it carries.
 * - `refused`: the credentials are not accepted.
 * - `missing`: something has to be set up on the platform's side.
 * - `never`: this message cannot be delivered, however often it is tried.
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
