import { lookup, Resolver as Channel } from 'node:dns/promises'

/**
 * Returns all addresses of a name; rejects when the list may be incomplete. `trusted` is true for names on the
 * administrator's list.
 */
export type Resolver = (hostname: string, trusted: boolean) => Promise<string[]>

/**
 * Allowed names resolve through the operating system, which knows /etc/hosts and search domains. All other names are
 * sent directly to the DNS servers: no search domain can turn a foreign name into a local one, and a silent name server
 * blocks only its own request instead of one of the few threads that files and passwords need.
 */
export function createResolver(servers?: string[]): Resolver {
  return async (hostname, trusted) => {
    if (trusted) return (await lookup(hostname, { all: true })).map((record) => record.address)
    // One channel per query: an old one would keep the name servers of a previous network.
    const channel = new Channel({ timeout: 2000, tries: 2 })
    if (servers) channel.setServers(servers)
    const [v4, v6] = await Promise.all([
      channel.resolve4(hostname).catch(noRecord),
      channel.resolve6(hostname).catch(noRecord),
    ])
    return [...v4, ...v6]
  }
}

/** "No such record" is a definite answer; after any other failure, further addresses may exist. */
function noRecord(cause: NodeJS.ErrnoException): string[] {
  if (cause.code === 'ENODATA' || cause.code === 'ENOTFOUND') return []
  throw cause
}
