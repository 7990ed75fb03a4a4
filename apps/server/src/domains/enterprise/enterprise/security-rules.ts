import ipaddr from 'ipaddr.js'

/** What an enterprise asks; the names are those of the wire. */
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
/** A network, or one address; undefined when it is neither. */
export function readRange(text: string): Range | undefined {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    // The short forms that ipaddr also takes, such as “10.1”, would be a surprise.
    if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
    const address = ipaddr.process(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    return undefined
  }
}
/** Whether an address is in one of the networks. An address that cannot be read is in none. */
export function createInside(list: readonly string[]): (address: string) => boolean {
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
/** Until when somebody has to have a second factor. Who joins later has as many days as those who were there. */
export const factorDueAt = ({ factor_since, factor_grace_days }: StoredSecurity, joinedAt: number): number =>
  Math.max(factor_since, joinedAt) + factor_grace_days * DAY_MS
