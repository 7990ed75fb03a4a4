import ipaddr from 'ipaddr.js'

/** Security rules of an enterprise, with the names of the wire. */
export interface SecurityRules {
  session_hours: number
  idle_minutes: number
  password_length: number
  password_words: string[]
  password_history: number
  password_days: number
  password_breaches: boolean
  ip_mode: 'off' | 'watch' | 'on'
  ip_list: string[]
  factor_required: boolean
  factor_grace_days: number
}
export interface StoredSecurity extends SecurityRules {
  /** When the second factor was first required. */
  factor_since: number
}
const defaults: StoredSecurity = {
  session_hours: 0,
  idle_minutes: 0,
  password_length: 8,
  password_words: [],
  password_history: 0,
  password_days: 0,
  password_breaches: false,
  ip_mode: 'off',
  ip_list: [],
  factor_required: false,
  factor_grace_days: 14,
  factor_since: 0,
}
export const readSecurity = (stored: Record<string, unknown>): StoredSecurity => ({
  ...defaults,
  ...(stored as Partial<StoredSecurity>),
})
export const HOUR_MS = 3600_000
export const DAY_MS = 24 * HOUR_MS

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]
/** Parses a network or a single address; undefined if the text is neither. */
export function readRange(text: string): Range | undefined {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    // Refuse short forms such as “10.1”, which ipaddr also accepts.
    if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
    const address = ipaddr.process(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    return undefined
  }
}
/** Returns a check whether an address is in one of the networks. An invalid address is in none. */
export function createNetworkCheck(list: readonly string[]): (address: string) => boolean {
  const ranges = list.flatMap((text) => {
    const range = readRange(text)
    return range ? [range] : []
  })
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  }
}
/** Deadline for a second factor. People who join later get the same number of days. */
export const factorDueAt = ({ factor_since, factor_grace_days }: StoredSecurity, joinedAt: number): number =>
  Math.max(factor_since, joinedAt) + factor_grace_days * DAY_MS
