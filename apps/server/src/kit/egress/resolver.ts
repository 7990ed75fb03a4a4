import { lookup, Resolver as Channel } from 'node:dns/promises'

/**
 * All addresses of a name. Rejects when that cannot be said for certain. `trusted` is true for names an administrator listed.
 */
export type Resolver = (hostname: string, trusted: boolean) => Promise<string[]>

/**
 * Allowed names resolve through the operating system, which knows /etc/hosts and search domains. All other names are
 * asked of the DNS servers directly: no search domain can turn a foreign name into a local one, and a silent name
 * server blocks only its own request instead of one of the few threads that files and passwords need.
 */
export function createResolver(servers?: string[]): Resolver {
  return async (hostname, trusted) => {
    if (trusted) return (await lookup(hostname, { all: true })).map((record) => record.address)
    // A channel a question: it reads the machine's current servers, and an old one would go on asking those of yesterday's network.
    const channel = new Channel({ timeout: 2000, tries: 2 })
    if (servers) channel.setServers(servers)
    const [v4, v6] = await Promise.all([
      channel.resolve4(hostname).catch(noRecord),
      channel.resolve6(hostname).catch(noRecord),
    ])
    return [...v4, ...v6]
  }
}

/** "There is none" is an answer; anything else leaves open what the name also points to. */
function noRecord(cause: NodeJS.ErrnoException): string[] {
  if (cause.code === 'ENODATA' || cause.code === 'ENOTFOUND') return []
  throw cause
}
