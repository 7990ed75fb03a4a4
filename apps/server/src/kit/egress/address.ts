import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** A public address that inside its cloud belongs to the host agent, which hands out certificates and secrets. */
const cloudAgents = new Set(['168.63.129.16'])
/** All addresses routed on the open internet; a range that is not assigned yet is refused until it is. */
const globalUnicast = ipaddr.IPv6.parse('2000::')

/**
 * True only for public unicast. Addresses that embed an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are
 * never public: a translator on our network would unwrap them to an internal address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !cloudAgents.has(address.toString())
  return address.match(globalUnicast, 3)
}

type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * The addresses of this machine. Even a public one counts as internal: traffic to it goes through the loopback
 * interface, bypassing the firewall that protects it from outside.
 */
export function createOwnAddresses(read: () => Interfaces = networkInterfaces, maxAgeMs = 30_000) {
  let known = new Set<string>()
  let readAt = -Infinity
  return (text: string): boolean => {
    const now = performance.now()
    if (now - readAt > maxAgeMs) {
      const found = Object.values(read()).flatMap((list) => list ?? [])
      known = new Set(found.map((entry) => canonical(entry.address)))
      readAt = now
    }
    return known.has(canonical(text))
  }
}

const canonical = (text: string) => (ipaddr.isValid(text) ? ipaddr.parse(text).toString() : text)
