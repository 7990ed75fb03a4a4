import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FarRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}
export interface FarAnswer {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: object | string | Uint8Array
}
type Handle = (request: FarRequest) => FarAnswer | Promise<FarAnswer>

/** Starts a simulated server for the other side of a protocol, on 127.0.0.1. */
export async function openFarEnd(handle: Handle, wantedPort = 0) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      reply(handle, request, Buffer.concat(chunks), response).catch((cause: unknown) =>
        response.writeHead(500).end(String(cause)),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    url: `http://${host}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function reply(handle: Handle, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://far')
  const asked = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
  }
  const { status = 200, headers = {}, body: given = '' } = await handle({ ...asked, body })
  const isJson = typeof given === 'object' && !(given instanceof Uint8Array)
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers })
  response.end(isJson ? JSON.stringify(given) : given)
}
