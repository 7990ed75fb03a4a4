import type { engine, loopPrompt, platform, publicApi } from './error-codes/fixed.ts'

/**
 * Every error code, by domain: `ErrorCode.share.noSuchLink`. A namespace, so that a bundle holds only the blocks it reads.
 * scripts/error-codes.ts refuses a number that stands twice, and one that is written out elsewhere.
 */
export * as ErrorCode from './error-codes/blocks.ts'

type Values<T> = T[keyof T]
/** Codes that clients know from elsewhere; several errors may answer with one of them. */
export type FixedCode =
  | Values<typeof engine>
  | Values<typeof loopPrompt>
  | Values<typeof platform>
  | Values<typeof publicApi>
