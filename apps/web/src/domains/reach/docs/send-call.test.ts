import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallDraft } from './call-draft.ts'
import type { Operation } from './reference.ts'
import { sendCall } from './send-call.ts'

const operation = (values: Partial<Operation>): Operation => ({
  id: 'a.b',
  domain: 'a',
  name: 'b',
  method: 'POST',
  path: '/echo',
  summary: '',
  aliases: [],
  parameters: [],
  answer: { is: 'json' },
  events: [],
  audience: 'public',
  access: 'user',
  ...values,
})
const draft = (values: Partial<CallDraft> = {}): CallDraft => ({ params: {}, body: '', form: {}, ...values })

let server: Server
let origin = ''
/** Lets the stream continue, once the test has seen the first part. */
let continueStream = () => {}

async function answer(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    await new Promise<void>((resolve) => (continueStream = resolve))
    return void response.end('data: 林\n\n')
  }
  if (request.url === '/picture') {
    response.writeHead(200, { 'content-type': 'image/png' })
    return void response.end(Buffer.from([1, 2, 3]))
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  response.writeHead(418, { 'content-type': 'application/json', 'x-tt-logid': 'LOG1' })
  response.end(
    JSON.stringify({ method: request.method, headers: request.headers, body: Buffer.concat(parts).toString() }),
  )
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const seen: RequestInit[] = []
const send = (
  operation: Operation,
  values: CallDraft,
  options: { token?: string; onText?: (text: string) => void } = {},
) =>
  sendCall(operation, values, {
    ...options,
    language: 'zh-CN',
    signal: AbortSignal.timeout(20_000),
    fetch: (address, init) => {
      seen.push(init)
      return fetch(origin + address, init)
    },
  })

describe('trying a call', () => {
  it('returns status, headers, log id, text and size of any response', async () => {
    const result = await send(operation({}), draft())
    expect(result).toMatchObject({ status: 418, logId: 'LOG1', isText: true })
    expect(result.bytes).toBe(Buffer.byteLength(result.text))
    expect(Object.fromEntries(result.headers)['x-tt-logid']).toBe('LOG1')
  })

  it('sends the body as typed, so that large numbers keep their digits', async () => {
    const body = '{ "id": 12345678901234567890 }'
    const result = await send(operation({ body: { is: 'json', schema: {} } }), draft({ body }))
    expect(JSON.parse(result.text)).toMatchObject({ body, headers: { 'content-type': 'application/json' } })
  })

  it('sends only the token, without the session', async () => {
    const result = await send(operation({}), draft(), { token: 'pat_1' })
    expect(JSON.parse(result.text)).toMatchObject({
      headers: { authorization: 'Bearer pat_1', 'accept-language': 'zh-CN', 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(seen.at(-1)!.credentials).toBe('omit')
    await send(operation({}), draft())
    expect(seen.at(-1)!.credentials).toBe('same-origin')
  })

  it('sends files as a form', async () => {
    const form = { file: new File(['hello'], 'a.txt', { type: 'text/plain' }), note: 'n', empty: '' }
    const result = await send(operation({ body: { is: 'form', schema: {} } }), draft({ form }))
    const { headers, body } = JSON.parse(result.text) as { headers: Record<string, string>; body: string }
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(body).toContain('filename="a.txt"')
    expect(body).not.toContain('name="empty"')
  })

  it('shows a stream while it arrives', async () => {
    const texts: string[] = []
    const result = await send(operation({ path: '/stream', answer: { is: 'stream' } }), draft(), {
      onText: (text) => {
        texts.push(text)
        continueStream()
      },
    })
    expect(texts[0]).toBe('data: 1\n\n')
    expect(result.text).toBe('data: 1\n\ndata: 林\n\n')
  })

  it('shows the size of binary content instead of the content', async () => {
    expect(await send(operation({ path: '/picture' }), draft())).toMatchObject({ isText: false, text: '', bytes: 3 })
  })
})
