import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readAll } from './answer.ts'
import type { EgressInit } from './egress-init.ts'
import { createLab, type Lab, type Site } from './testing/lab.ts'

const mib = 1024 * 1024
const tooLarge = { code: ErrorCode.egress.tooLarge }
const broken = { code: ErrorCode.egress.brokenAnswer }

let lab: Lab
beforeEach(() => (lab = createLab()))
afterEach(() => lab.close())

async function call(handler: (response: ServerResponse) => unknown, init: EgressInit) {
  const site = await lab.site((_request, response) => void handler(response))
  const egress = lab.egress({ allow: [site.hostPort] })
  return { site, egress, answer: egress.fetch(site.url, init) }
}
/** Waits until the far end sees its connection closed. */
const isCut = (site: Site) => vi.waitFor(() => expect(site.open()).toBe(0))

/** By how much resident memory grows at most while `work` runs. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.max(peak, process.memoryUsage.rss()) - before
}

/** 200 MiB of zeros in about 200 kB. */
let bomb: Buffer
beforeAll(async () => {
  const gzip = createGzip({ level: 9 })
  const packed = readAll(gzip)
  const zeros = Buffer.alloc(mib)
  for (let count = 0; count < 200; count++) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  bomb = await packed
})

/** Writes endlessly, as fast as it is read; counts the bytes sent. */
function pour(response: ServerResponse, chunk: Buffer) {
  const counter = { sent: 0 }
  const more = () => {
    while (!response.destroyed && response.write(chunk)) counter.sent += chunk.length
  }
  response.on('drain', more)
  response.on('error', () => {})
  more()
  return counter
}

test('an answer that announces 10 GB is refused before any of it is read', async () => {
  const { site, answer } = await call(
    (response) => response.writeHead(200, { 'content-length': String(10 * 1024 * mib) }).flushHeaders(),
    { maxBytes: mib },
  )
  await expect(answer).rejects.toMatchObject(tooLarge)
  await isCut(site)
})

test('an answer without a length is cut at the limit, with little more than that on the wire', async () => {
  let poured = { sent: 0 }
  const { site, answer } = await call((response) => (poured = pour(response, Buffer.alloc(64 * 1024, 1))), {
    maxBytes: mib,
  })
  await expect(answer).rejects.toMatchObject(tooLarge)
  await isCut(site)
  expect(poured.sent).toBeLessThan(32 * mib)
})

test('an answer of exactly the limit passes, and one byte more is refused', async () => {
  const send = (size: number) => (response: ServerResponse) => {
    response.flushHeaders()
    response.end(Buffer.alloc(size))
  }
  const { answer } = await call(send(mib), { maxBytes: mib })
  expect(await (await answer).bytes()).toHaveLength(mib)
  const over = await call(send(mib + 1), { maxBytes: mib })
  await expect(over.answer).rejects.toMatchObject(tooLarge)
})

test('a gzip bomb is cut at the decoded limit with memory flat', async () => {
  expect(bomb.length).toBeLessThan(mib)
  const grown = await growth(async () => {
    const { answer } = await call((response) => response.setHeader('content-encoding', 'gzip').end(bomb), {
      maxBytes: mib,
    })
    await expect(answer).rejects.toMatchObject(tooLarge)
  })
  expect(grown).toBeLessThan(80 * mib)
})

test('a large answer within its limit streams through without being buffered', async () => {
  let seen = 0
  const grown = await growth(async () => {
    const { answer } = await call((response) => response.setHeader('content-encoding', 'gzip').end(bomb), {
      maxBytes: 300 * mib,
      stream: true,
    })
    for await (const chunk of (await answer).body) seen += (chunk as Buffer).length
  })
  expect(seen).toBe(200 * mib)
  expect(grown).toBeLessThan(120 * mib)
})

test.each([
  ['br', () => brotliCompressSync(Buffer.alloc(20 * mib), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ['deflate', () => deflateSync(Buffer.alloc(20 * mib))],
  ['gzip, gzip', () => gzipSync(bomb)],
  ['deflate, gzip, br', () => brotliCompressSync(gzipSync(deflateSync(Buffer.alloc(20 * mib))))],
])('a bomb packed with %s is cut', async (encoding, pack) => {
  const { answer } = await call((response) => response.setHeader('content-encoding', encoding).end(pack()), {
    maxBytes: mib,
  })
  await expect(answer).rejects.toMatchObject(tooLarge)
})

test('a bomb that finally decodes to nothing is cut at the decoder where it is large', async () => {
  // 20 MiB of empty gzip members, compressed once more: it expands to much and finally to nothing.
  const nothing = gzipSync(Buffer.alloc(0))
  const inner = Buffer.concat(Array<Buffer>(Math.ceil((20 * mib) / nothing.length)).fill(nothing))
  const { answer } = await call(
    (response) => response.setHeader('content-encoding', 'gzip, gzip').end(gzipSync(inner)),
    { maxBytes: mib },
  )
  await expect(answer).rejects.toMatchObject(tooLarge)
  const plain = await call(
    (response) => {
      response.setHeader('content-encoding', 'gzip').flushHeaders()
      response.end(inner)
    },
    { maxBytes: mib },
  )
  await expect(plain.answer).rejects.toMatchObject(tooLarge)
})

test('an answer that sends one byte at a time is ended by the total timeout', async () => {
  const { site, answer } = await call(
    (response) => {
      const timer = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(timer))
    },
    { timeoutMs: 1500, idleTimeoutMs: 1000 },
  )
  await expect(answer).rejects.toMatchObject({ code: ErrorCode.egress.tooSlow })
  await isCut(site)
})

test('silence in the middle of an answer ends it', async () => {
  const { site, answer } = await call((response) => response.write('half'), { idleTimeoutMs: 150 })
  await expect(answer).rejects.toMatchObject({ code: ErrorCode.egress.stalled })
  await isCut(site)
})

test('silence in the middle of a compressed answer ends it too', async () => {
  const { site, answer } = await call(
    (response) => {
      response.setHeader('content-encoding', 'gzip').write(bomb.subarray(0, 20))
    },
    { idleTimeoutMs: 150 },
  )
  await expect(answer).rejects.toMatchObject({ code: ErrorCode.egress.stalled })
  await isCut(site)
})

test.each([{ firstByteTimeoutMs: 150 }, { timeoutMs: 150 }])('silence before the answer ends it: %j', async (init) => {
  const { site, answer } = await call(() => {}, init)
  await expect(answer).rejects.toMatchObject({ code: ErrorCode.egress.unreachable })
  await isCut(site)
})

test('a slow reader is not taken for a silent sender, and slows the sender down', async () => {
  let poured = { sent: 0 }
  const { site, answer } = await call((response) => (poured = pour(response, Buffer.alloc(64 * 1024, 1))), {
    stream: true,
    maxBytes: 10_000 * mib,
    idleTimeoutMs: 100,
  })
  const { body } = await answer
  const reader = body[Symbol.asyncIterator]()
  await reader.next()
  await sleep(500)
  expect(poured.sent).toBeLessThan(64 * mib)
  expect((await reader.next()).done).toBe(false)
  body.destroy()
  await isCut(site)
})

test('an endless event stream is cut at its byte limit and at its time limit', async () => {
  const events = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write(`data: ${'x'.repeat(1000)}\n\n`), 1)
    response.on('close', () => clearInterval(timer))
  }
  for (const [init, code] of [
    [{ maxBytes: 50_000 }, ErrorCode.egress.tooLarge],
    [{ timeoutMs: 300 }, ErrorCode.egress.tooSlow],
  ] as const) {
    const site = await lab.site((_request, response) => events(response))
    const fetch = lab.egress({ allow: [site.hostPort] }).asFetch(init)
    const response = await fetch(site.url)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await expect(response.text()).rejects.toMatchObject({ code })
    await isCut(site)
  }
})

test('an answer shorter than announced fails', async () => {
  const trap = await lab.trap((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'))
  const egress = lab.egress({ allow: [trap.hostPort] })
  await expect(egress.fetch(`http://${trap.hostPort}/`)).rejects.toMatchObject(broken)
  const streamed = await egress.asFetch()(`http://${trap.hostPort}/`)
  await expect(streamed.text()).rejects.toMatchObject(broken)
})

test('bytes beyond the announced length are not taken for the next answer', async () => {
  const poison = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison'
  const trap = await lab.trap((socket) => {
    socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood${poison}`))
  })
  const egress = lab.egress({ allow: [trap.hostPort] })
  for (let count = 0; count < 4; count++) {
    expect(await (await egress.fetch(`http://${trap.hostPort}/`)).text()).toBe('good')
  }
})

test.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\ngoods'],
  ['a length that is no number', 'Content-Length: 4x\r\n\r\ngood'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
])('%s is refused', async (_name, rest) => {
  const trap = await lab.trap((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
  const egress = lab.egress({ allow: [trap.hostPort] })
  await expect(egress.fetch(`http://${trap.hostPort}/`)).rejects.toMatchObject({
    code: ErrorCode.egress.unreachable,
  })
})

test.each([
  ['cut', () => gzipSync('hello'.repeat(1000)).subarray(0, 30)],
  ['no such thing', () => Buffer.from('plain text')],
])('compressed content that is %s is broken, not short', async (_name, content) => {
  const { answer } = await call((response) => response.setHeader('content-encoding', 'gzip').end(content()), {})
  await expect(answer).rejects.toMatchObject(broken)
})

test('the number of open connections is limited', async () => {
  const site = await lab.site((_request, response) => response.write('x'))
  const egress = lab.egress({ allow: [site.hostPort], maxSockets: 3 })
  const held = await Promise.all([1, 2, 3].map(() => egress.fetch(site.url, { stream: true })))
  await expect(egress.fetch(site.url)).rejects.toMatchObject({ code: ErrorCode.egress.busy })
  for (const answer of held) answer.body.destroy()
  await isCut(site)
  const again = await egress.fetch(site.url, { stream: true })
  expect(again.status).toBe(200)
  again.body.destroy()
})
