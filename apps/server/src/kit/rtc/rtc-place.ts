import { networkInterfaces } from 'node:os'
import { type Config, isLoopback } from '../config.ts'
import type { RtcPlace } from './rtc-messages.ts'

const MAX_ADDRESSES = 8
const everywhere = new Set(['0.0.0.0', '::'])
const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .slice(0, MAX_ADDRESSES)

/**
 * Where calls over WebRTC are answered. A server on loopback opens no port to others, unless an address is configured:
 * behind a proxy, which does not forward UDP, that is the address of the machine.
 */
export function rtcPlace({
  host,
  voiceUdpPorts: ports,
  voicePublicIp: named,
}: Pick<Config, 'host' | 'voicePublicIp' | 'voiceUdpPorts'>): RtcPlace | undefined {
  if (!ports) return undefined
  if (named) return { ports, addresses: [named] }
  if (isLoopback(host)) return { ports, addresses: ['127.0.0.1'], bind: '127.0.0.1' }
  if (!everywhere.has(host)) return { ports, addresses: [host], bind: host }
  const addresses = ownAddresses()
  return { ports, addresses: addresses.length > 0 ? addresses : ['127.0.0.1'] }
}
