import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from '#testing/after-file.ts'

export interface Seen {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
}
type Answer = (seen: Seen, response: ServerResponse) => unknown
/** The server that plugins call: echoes the request, unless a test sets an answer for the path. */
export async function openTarget(host = '127.0.0.1') {
  const seen: Seen[] = []
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://target')
      const found: Seen = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
      }
      seen.push(found)
      const special = answers.get(url.pathname)
      if (special) return void special(found, response)
      response.setHeader('content-type', 'application/json')
      const json = body.startsWith('{') ? (JSON.parse(body) as object) : body
      response.end(
        JSON.stringify({
          path: found.path,
          query: found.query,
          body: json,
          secret_sauce: 'not declared',
          temperature: 21.5,
        }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  afterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    host: `${host}:${port}`,
    url: `http://${host}:${port}`,
    seen,
    on: (path: string, answer: Answer) => void answers.set(path, answer),
    json: (path: string, value: unknown, status = 200) =>
      void answers.set(path, (_, response) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }),
    last: () => seen.at(-1)!,
  }
}
export type Target = Awaited<ReturnType<typeof openTarget>>
