import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fake WebDAV server with the user ada and the password `pass word`. It also lists paths outside the account. */
export async function openDav(files: Map<string, string>) {
  const server = createServer((request, response) => {
    const account = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString()
    if (account !== 'ada:pass word') return void response.writeHead(401).end()
    const path = decodeURIComponent(request.url!).replace(/^\/dav\//, '')
    if (request.method === 'GET') {
      const text = files.get(path)
      return void response.writeHead(text === undefined ? 404 : 200).end(text)
    }
    const folder = path.replace(/\/$/, '')
    const inside = [...files.keys()].filter((name) => !folder || name.startsWith(`${folder}/`))
    const names = new Set(inside.map((name) => name.slice(folder ? folder.length + 1 : 0).split('/')[0]!))
    const entry = (href: string, isFolder: boolean) =>
      `<d:response><d:href>/dav/${encodeURI(href)}${isFolder ? '/' : ''}</d:href><d:propstat><d:prop><d:resourcetype>${isFolder ? '<d:collection/>' : ''}</d:resourcetype></d:prop></d:propstat></d:response>`
    const below = [...names].map((name) => (folder ? `${folder}/${name}` : name))
    const list = below.map((full) => entry(full, !files.has(full))).join('')
    const outside = '<d:response><d:href>/etc/passwd</d:href></d:response>'
    response.writeHead(207, { 'content-type': 'application/xml' })
    response.end(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${entry(folder, true)}${list}${outside}</d:multistatus>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, address: `http://${host}/dav/`, close: () => void server.close() }
}
