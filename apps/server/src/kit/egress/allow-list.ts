import { isIPv6 } from 'node:net'
import { ConfigError } from '../config.ts'

/** Exceptions made by an administrator. An entry opens only the host it names. */
export interface AllowList {
  /** The host may be private or local. */
  opensHost(host: string, port: number): boolean
  /** A port that is closed to everybody is open for this host: only an entry that names the port does this. */
  opensPort(host: string, port: number): boolean
}

/** Entries are `host` or `host:port`. A mistake stops the start: an entry that opens less or more than meant must not go unseen. */
export function createAllowList(entries: string[]): AllowList {
  const known = new Set(entries.map(normalise))
  return {
    opensHost: (host, port) => known.has(host) || known.has(`${host}:${port}`),
    opensPort: (host, port) => known.has(`${host}:${port}`),
  }
}

export const nothingAllowed = createAllowList([])

function normalise(entry: string): string {
  const bracketed = isIPv6(entry) ? `[${entry}]` : entry
  const parts = /^(\[[^\]]+\]|[^:/?#@\s\\*]+)(?::(\d{1,5}))?$/.exec(bracketed)
  const host = parts?.[1]
  const port = parts?.[2]
  if (!host || !URL.canParse(`http://${host}/`) || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    throw new ConfigError(`EGRESS_ALLOW takes host or host:port, not "${entry}"`)
  const name = new URL(`http://${host}/`).hostname.replace(/\.$/, '')
  return port === undefined ? name : `${name}:${Number(port)}`
}
