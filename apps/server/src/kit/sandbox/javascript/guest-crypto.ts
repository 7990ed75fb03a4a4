import type { HostCall } from './guest-url.ts'

/** Runs inside the isolate: random values come from the process outside. */
export function guestCrypto(host: HostCall) {
  const random = (count: number) =>
    Uint8Array.from(host('random', String(count)).match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const crypto = {
    randomUUID: () => host('uuid'),
    getRandomValues: <T extends ArrayBufferView>(into: T): T => {
      if (into.byteLength > 65536) throw new RangeError('At most 65536 random bytes at a time')
      new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(random(into.byteLength))
      return into
    },
  }
  Object.assign(globalThis, { crypto })
}
