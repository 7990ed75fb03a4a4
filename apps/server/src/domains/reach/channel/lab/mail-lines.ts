import type { Duplex } from 'node:stream'

/** Passes the lines of a client on, one after the other. */
export function onLines(socket: Duplex, take: (line: string) => Promise<void> | void): void {
  let rest = ''
  let working: Promise<void> = Promise.resolve()
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1')
    const lines = rest.split('\r\n')
    rest = lines.pop()!
    for (const line of lines) working = working.then(() => take(line)).catch(() => void socket.destroy())
  })
}
