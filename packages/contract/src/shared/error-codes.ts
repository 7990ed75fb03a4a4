import type { engine, loopPrompt, platform, publicApi } from './error-codes/fixed.ts'

/**
 * Every error code, by domain: `ErrorCode.share.noSuchLink`. A namespace export, so that a bundle contains only the
 * blocks that it uses. scripts/error-codes.ts refuses duplicate numbers, and numbers that are hard-coded elsewhere.
 */
export * as ErrorCode from './error-codes/blocks.ts'

type Values<T> = T[keyof T]
/** Codes that clients already know; several errors may share one of them. */
export type FixedCode =
  | Values<typeof engine>
  | Values<typeof loopPrompt>
  | Values<typeof platform>
  | Values<typeof publicApi>
