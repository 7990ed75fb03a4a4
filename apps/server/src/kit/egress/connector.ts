import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './address.ts'
import type { AllowList } from './allow-list.ts'
import { portOf } from './check-url.ts'
import { egressErrors } from './egress-errors.ts'
import type { Resolver } from './resolver.ts'

export interface ConnectorOptions {
  allow: AllowList
  resolve: Resolver
  isOwnAddress: (address: string) => boolean
  connectTimeoutMs: number
  maxSockets: number
  /** Maps a checked address to the real target: tests redirect public addresses to loopback. */
  dial?: (address: string) => string
}
export interface Connector {
  connect: buildConnector.connector
  openSockets(): number
}

/** At most this many records are tried, though all of them are checked. */
const maxTried = 8

/**
 * Opens connections. The socket connects to the addresses from the very lookup that was checked: there is no second
 * lookup in between, so DNS rebinding has no effect.
 */
export function createConnector(options: ConnectorOptions): Connector {
  const { allow, isOwnAddress, maxSockets, dial = (address) => address } = options
  let open = 0
  const isRefused = (address: string) => !isPublicAddress(address) || isOwnAddress(address)

  async function addressesOf(host: string, trusted: boolean): Promise<string[]> {
    const addresses = await options.resolve(host, trusted)
    if (addresses.length === 0) throw egressErrors.unreachable({ host })
    // One internal address among public ones rejects the name: rebinding uses it on the second attempt.
    if (!trusted && addresses.some(isRefused)) throw egressErrors.hostRefused({ host })
    return addresses.slice(0, maxTried).map(dial)
  }
  const lookupAs =
    (trusted: boolean): LookupFunction =>
    (host, { all }, callback) => {
      addressesOf(host, trusted).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: isIP(address) }))
          if (all) callback(null, found)
          else callback(null, found[0]!.address, found[0]!.family)
        },
        (cause: Error) => callback(cause, '', 0),
      )
    }
  const connectorAs = (trusted: boolean) =>
    buildConnector({
      timeout: options.connectTimeoutMs,
      allowH2: false,
      lookup: lookupAs(trusted),
      autoSelectFamily: true,
      // The 250 ms of Node are too short for distant hosts with both IPv4 and IPv6 addresses.
      autoSelectFamilyAttemptTimeout: 2000,
    } as buildConnector.BuildOptions)
  const connectors = { trusted: connectorAs(true), other: connectorAs(false) }

  return {
    openSockets: () => open,
    connect(target, callback) {
      const literal = isIP(target.hostname) !== 0
      const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname
      const trusted = allow.opensHost(host, portOf(target))
      if (open >= maxSockets) return callback(egressErrors.busy(), null)
      // A literal IP address is connected without a lookup, so it is checked here.
      if (literal && !trusted && isRefused(target.hostname)) return callback(egressErrors.hostRefused({ host }), null)
      const base = trusted ? connectors.trusted : connectors.other
      open++
      base({ ...target, hostname: literal ? dial(target.hostname) : target.hostname }, (...result) => {
        const socket = result[1]
        if (socket) socket.once('close', () => open--)
        else open--
        callback(...result)
      })
    },
  }
}
