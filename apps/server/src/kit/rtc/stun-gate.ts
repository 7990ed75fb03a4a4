import { parseMessage } from 'werift'

type Address = readonly [host: string, port: number]
/** Addresses that one caller may come from: a browser tries each way out that it has. */
const MOST_ADDRESSES = 32
/** The class of a request, among the bits of a message's type. */
const CLASS = 0x0110
const isStun = (data: Buffer) => data.length >= 20 && data[0]! < 4

/**
 * Lets through what the caller sends and nobody else: checks that are signed with the password of the answer, and what comes from
 * where such a check came from. The library answers checks without looking at their signature.
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
      // We ask nothing, so nothing is answered.
      if ((data.readUInt16BE(0) & CLASS) !== 0 || !parseMessage(data, key)) return false
      if (!known.has(from) && known.size >= MOST_ADDRESSES) return false
      known.add(from)
      lastSeen = Date.now()
      return true
    },
  }
}
