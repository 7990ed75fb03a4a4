import { isIPv6 } from 'node:net'
import { ConfigError } from '../config.ts'

/** Exceptions defined by an administrator. An entry opens only the host it names. */
export interface AllowList {
  /** The host may be private or local. */
  opensHost(host: string, port: number): boolean
  /** Whether a closed port is open for this host: only an entry that names the port opens it. */
  opensPort(host: string, port: number): boolean
}

/** An allow list with additional entries that can change while the server runs. */
export interface ChangingAllowList extends AllowList {
  setMore(entries: readonly string[]): void
}

/** Entries are `host` or `host:port`. An invalid entry stops the start: it must not open more or less than meant. */
export function createAllowList(entries: string[]): ChangingAllowList {
  const fixed = new Set(entries.map(required))
  let more = new Set<string>()
  const has = (entry: string) => fixed.has(entry) || more.has(entry)
  return {
    opensHost: (host, port) => has(host) || has(`${host}:${port}`),
    opensPort: (host, port) => has(`${host}:${port}`),
    setMore: (next) => void (more = new Set(next.flatMap((entry) => readAllowEntry(entry) ?? []))),
  }
}

export const nothingAllowed = createAllowList([])

function required(entry: string): string {
  const read = readAllowEntry(entry)
  if (read === undefined) throw new ConfigError(`EGRESS_ALLOW takes host or host:port, not "${entry}"`)
  return read
}

/** The normal form of an entry; undefined when it is invalid. */
export function readAllowEntry(entry: string): string | undefined {
  const bracketed = isIPv6(entry) ? `[${entry}]` : entry
  const parts = /^(\[[^\]]+\]|[^:/?#@\s\\*]+)(?::(\d{1,5}))?$/.exec(bracketed)
  const host = parts?.[1]
  const port = parts?.[2]
  if (!host || !URL.canParse(`http://${host}/`) || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    return undefined
  const name = new URL(`http://${host}/`).hostname.replace(/\.$/, '')
  return port === undefined ? name : `${name}:${Number(port)}`
}
