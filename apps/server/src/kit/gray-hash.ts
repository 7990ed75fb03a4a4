import { hash } from 'node:crypto'

/** The same in every process: 64 bits of SHA-256 as a number from 0 to below 1. */
export function grayHash(text: string): number {
  const digest = hash('sha256', text, 'buffer')
  // The upper 53 bits of the first eight bytes, without a bigint.
  return (digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11)) / 2 ** 53
}
