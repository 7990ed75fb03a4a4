import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Simulates the range protocol for breached passwords: hashes by their first five characters, with the number of
 * breaches.
 */
export async function openBreachServer(stolen: readonly string[], port = 0) {
  const hashes = stolen.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
  const asked: string[] = []
  const server = createServer((request, response) => {
    const prefix = (request.url ?? '').split('/').at(-1)!
    asked.push(prefix)
    const lines = hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:7`)
    response.end([`${'0'.repeat(35)}:0`, ...lines].join('\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/range/`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
