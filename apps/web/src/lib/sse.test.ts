import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { InvalidResponseStatusError, readStream, StreamError, type StreamEvent } from './sse.ts'
import { createSseParser } from './sse-parser.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  server = undefined
})
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const streaming = (text: string): RequestListener => {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-tt-logid': 'LOG1' })
    response.end(text)
  }
}
async function collect(open: () => Promise<Response>, into: StreamEvent[] = []): Promise<StreamEvent[]> {
  for await (const event of readStream(open)) into.push(event)
  return into
}

describe('a stream', () => {
  it('yields its events, with JSON parsed and text unchanged', async () => {
    const url = await serve(streaming('event:delta\nid:7\ndata:{"content":"你好"}\n\n: ping\n\ndata:[DONE]\n\n'))
    expect(await collect(() => fetch(url))).toEqual([
      { event: 'delta', id: '7', data: { content: '你好' } },
      { event: 'message', id: '7', data: '[DONE]' },
    ])
  })

  it('ends with the code and message of an error chunk, after the events before it', async () => {
    const url = await serve(
      streaming('data:{"a":1}\n\nevent:error\ndata:{"code":4007,"msg":"Out of tokens"}\n\ndata:{"a":2}\n\n'),
    )
    const got: StreamEvent[] = []
    const error = await collect(() => fetch(url), got).catch((caught: unknown) => caught)
    expect(got.map(({ data }) => data)).toEqual([{ a: 1 }])
    expect(error).toBeInstanceOf(StreamError)
    expect(error).toMatchObject({ code: 4007, message: 'Out of tokens', logId: 'LOG1' })
  })

  it('continues after a chunk with code 0', async () => {
    const url = await serve(streaming('data:{"code":0,"msg":""}\n\n'))
    expect(await collect(() => fetch(url))).toHaveLength(1)
  })

  it('fails with 10001 when the request cannot be made', async () => {
    const error = await collect(() => fetch('http://127.0.0.1:1/')).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(StreamError)
    expect(error).toMatchObject({ code: 10001 })
  })

  it('fails with 10002 if the connection breaks', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('data:{"a":1}\n\n', () => response.destroy())
    })
    const got: StreamEvent[] = []
    const error = await collect(() => fetch(url), got).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(StreamError)
    expect(error).toMatchObject({ code: 10002 })
    expect(got).toHaveLength(1)
  })

  it('is refused by a response that is not OK: its code and message are thrown and reported', async () => {
    const url = await serve((_, response) => {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: ErrorCode.kit.noAccess, msg: 'You may not do this' }))
    })
    const onRefused = vi.fn()
    const error = await readStream(() => fetch(url), onRefused)
      .next()
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InvalidResponseStatusError)
    expect(error).toMatchObject({ status: 403, code: ErrorCode.kit.noAccess, message: 'You may not do this' })
    expect(onRefused.mock.calls).toEqual([[error]])
  })

  it('is refused by a response without a body', async () => {
    const error = await collect(async () => new Response(null, { status: 200 })).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InvalidResponseStatusError)
    expect(error).toMatchObject({ status: 200, message: 'Invalid response status 200' })
  })

  it('is cancelled when the reader stops', async () => {
    let closed: () => void
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const url = await serve((_, response) => {
      response.on('close', () => closed())
      response.writeHead(200)
      response.write('data:1\n\n')
    })
    for await (const event of readStream(() => fetch(url))) {
      expect(event.data).toBe(1)
      break
    }
    await isClosed
  })

  it('that was aborted is not an error of its own', async () => {
    const open = () => fetch('http://127.0.0.1:1/', { signal: AbortSignal.abort() })
    await expect(collect(open)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it('events are complete however the text is split', () => {
  const text = 'event: a\r\ndata: 1\r\n\r\ndata: 2\ndata: 3\n\nevent: lost\n\ndata:4\r\r'
  for (let size = 1; size <= text.length; size += 1) {
    const parse = createSseParser()
    const got = []
    for (let at = 0; at < text.length; at += size) got.push(...parse(text.slice(at, at + size)))
    got.push(...parse('\n'))
    expect(got.map(({ event, data }) => [event, data])).toEqual([
      ['a', '1'],
      ['message', '2\n3'],
      ['message', '4'],
    ])
  }
})
