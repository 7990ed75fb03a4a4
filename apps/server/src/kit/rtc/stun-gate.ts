import { parseMessage } from 'werift'

type Address = readonly [host: string, port: number]
/** Addresses per caller: a browser tries each of its network routes. */
const MAX_ADDRESSES = 32
/** The bits of a message type that contain its class; zero for a request. */
const CLASS = 0x0110
const isStun = (data: Buffer) => data.length >= 20 && data[0]! < 4

/**
 * Admits packets of the caller only: STUN checks signed with the password of the answer, and packets from an address
 * that sent such a check. The library answers checks without verifying their signature.
 */
export function createStunGate(password: string) {
  const key = Buffer.from(password)
  const known = new Set<string>()
  let lastSeen = Date.now()
  return {
    lastSeen: () => lastSeen,
    admits(data: Buffer, [host, port]: Address): boolean {
      const from = `${host} ${port}`
      if (!isStun(data)) return known.has(from)
      // We send no requests, so we accept no responses.
      if ((data.readUInt16BE(0) & CLASS) !== 0 || !parseMessage(data, key)) return false
      if (!known.has(from) && known.size >= MAX_ADDRESSES) return false
      known.add(from)
      lastSeen = Date.now()
      return true
    },
  }
}
