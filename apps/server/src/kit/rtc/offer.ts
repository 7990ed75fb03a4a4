/** Maximum number of media sections: sound, messages, and some that a browser may add. */
const MAX_SECTIONS = 6
const unwanted = /^a=(candidate:|end-of-candidates|remote-candidates:)/

/**
 * An offer without its candidate addresses: the caller connects to us, and nothing is ever sent to addresses they
 * merely claim. Undefined when it lacks sound or a data channel.
 */
export function readOffer(sdp: string): string | undefined {
  const lines = sdp.split(/\r?\n/).filter((line) => !unwanted.test(line))
  const parts = lines.filter((line) => line.startsWith('m='))
  const has = (kind: string) => parts.some((line) => line.startsWith(`m=${kind} `))
  // All media share one port.
  const isBundled = lines.some((line) => line.startsWith('a=group:BUNDLE '))
  if (!lines[0]?.startsWith('v=0') || !isBundled || parts.length > MAX_SECTIONS) return undefined
  if (!has('audio') || !has('application')) return undefined
  return lines.join('\r\n')
}

/**
 * An answer that lists all addresses of this server, with the port of the one it has. It announces ICE lite once at
 * session level, where browsers look for it.
 */
export function withAddresses(sdp: string, addresses: readonly string[]): string {
  return sdp
    .split('\r\n')
    .filter((line) => line !== 'a=ice-lite')
    .flatMap((line) => {
      if (line.startsWith('t=')) return [line, 'a=ice-lite']
      const found = /^a=candidate:\S+ (\d+) udp (\d+) (\S+) (\d+) typ host/i.exec(line)
      if (!found) return [line]
      const [, component, priority, , port] = found
      return addresses.map(
        (address, at) => `a=candidate:${at + 1} ${component} udp ${Number(priority) - at} ${address} ${port} typ host`,
      )
    })
    .join('\r\n')
}
