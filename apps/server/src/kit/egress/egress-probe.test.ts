import { afterEach, expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { egressErrors } from './egress-errors.ts'
import { startFilteredPort } from './testing/filtered-port.ts'
import { createLab } from './testing/lab.ts'

const lab = createLab()
afterEach(() => lab.close())

test('the error does not distinguish closed, filtered, silent, foreign and unknown ports', async () => {
  const filtered = await startFilteredPort()
  const closed = await lab.trap((socket) => socket.destroy())
  const silent = await lab.trap()
  const foreign = await lab.trap((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'))
  const garbage = await lab.trap((socket) => socket.end('\0\u0001\u0002'))
  const plain = await lab.site((_request, response) => response.end())
  const half = await lab.trap((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'))
  const upgrade = await lab.trap((socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  )
  const wide = await lab.trap((socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Wide: ${'x'.repeat(200_000)}\r\n\r\n`))
  // Nothing listens on a port that was just released.
  const gone = createLab()
  const refusing = await gone.trap()
  await gone.close()

  const targets = {
    refusing: `http://${refusing.hostPort}/`,
    filtered: `http://${filtered.hostPort}/`,
    closesAtOnce: `http://${closed.hostPort}/`,
    silent: `http://${silent.hostPort}/`,
    silentTls: `https://${silent.hostPort}/`,
    foreignProtocol: `http://${foreign.hostPort}/`,
    garbage: `http://${garbage.hostPort}/`,
    halfAnswer: `http://${half.hostPort}/`,
    upgrade: `http://${upgrade.hostPort}/`,
    wideHeaders: `http://${wide.hostPort}/`,
    tlsToPlain: `https://${plain.hostPort}/`,
    unknownName: 'http://nowhere.example.com/',
  }
  const lines: string[] = []
  const egress = lab.egress({
    allow: Object.values(targets).map((url) => new URL(url).host),
    connectTimeoutMs: 500,
    log: createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }),
  })
  try {
    const seen = await Promise.all(
      Object.entries(targets).map(async ([name, url]) => {
        const init = { firstByteTimeoutMs: 1500 }
        const failure = await egress.fetch(url, init).then(
          () => undefined,
          (cause: AppError) => cause,
        )
        const viaFetch = await egress
          .asFetch(init)(url)
          .then(
            () => undefined,
            (cause: AppError) => cause,
          )
        const host = new URL(url).host
        return [name, [failure, viaFetch].map((item) => item && describe(item, host))] as const
      }),
    )
    const same = describe(egressErrors.unreachable({ host: '<host>' }), '<host>')
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(seen.map(([name]) => [name, [same, same]])))
    // The log tells the administrator the difference.
    expect(lines.join('')).toContain('ECONNREFUSED')
  } finally {
    await filtered.close()
  }
})

/** Everything a caller could compare. */
const describe = (error: AppError, host: string) =>
  JSON.stringify({
    name: error.name,
    code: error.code,
    status: error.status,
    en: error.text('en'),
    zh: error.text('zh-CN'),
    cause: String(error.cause),
    data: error.data,
    keys: Object.keys(error).sort(),
  }).replaceAll(host, '<host>')
