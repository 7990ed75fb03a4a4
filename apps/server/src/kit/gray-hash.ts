import { createHash } from 'node:crypto'

/** The same in every process: sixty-four bits of SHA-256 as a number from 0 to below 1. */
export const grayHash = (text: string): number =>
  Number(createHash('sha256').update(text).digest().readBigUInt64BE(0) >> 11n) / 2 ** 53
