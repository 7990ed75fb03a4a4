import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logLevels } from './constants.ts'
import { createLogTransport, type Report } from './log-transport.ts'
import { addLogSink, log, type LogEntry } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const entry = (message: string, more: Partial<LogEntry> = {}): LogEntry => ({
  name: 'Error',
  level: 'error',
  message,
  ...more,
})
function setUp(send: (report: Report) => Promise<unknown> = async () => {}) {
  const sent: Report[] = []
  const transport = createLogTransport({
    send: (report) => {
      sent.push(report)
      return send(report)
    },
    url: () => 'http://studio.test/space',
  })
  return { ...transport, sent }
}

it('waits, and sends equal entries as one with their count', () => {
  const { sink, sent } = setUp()
  sink(entry('a'))
  sink(entry('b'))
  sink(entry('a'))
  sink(entry('a', { level: 'info' }))
  expect(sent).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(sent.map(({ message, level, extra, url }) => [message, level, extra, url])).toEqual([
    ['a', 'error', { count: 2 }, 'http://studio.test/space'],
    ['b', 'error', undefined, 'http://studio.test/space'],
    ['a', 'info', undefined, 'http://studio.test/space'],
  ])
})

it('sends at once when the page is hidden, and nothing twice', () => {
  const { sink, flush, sent } = setUp()
  sink(entry('a'))
  flush()
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(sent).toHaveLength(1)
})

it('sends at most twenty entries a minute', () => {
  const { sink, sent } = setUp()
  for (let round = 0; round < 10; round += 1) {
    for (let index = 0; index < 15; index += 1) sink(entry(`${round}/${index}`))
    vi.advanceTimersByTime(2_000)
  }
  expect(sent).toHaveLength(20)
  vi.advanceTimersByTime(60_000)
  sink(entry('later'))
  vi.advanceTimersByTime(2_000)
  expect(sent).toHaveLength(21)
})

it('truncates entries to the limit of the server', () => {
  const { sink, flush, sent } = setUp()
  sink(entry('m'.repeat(5_000), { name: 'n'.repeat(300), stack: 's'.repeat(20_000) }))
  flush()
  expect([sent[0]!.name.length, sent[0]!.message.length, sent[0]!.stack!.length]).toEqual([200, 4_000, 16_000])
})

it('ignores a report that could not be sent', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const { sink, flush, sent } = setUp(() => Promise.reject(new Error('no connection')))
  sink(entry('a'))
  flush()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
  const broken = createLogTransport({
    send: () => {
      throw new Error('refused')
    },
    url: () => '',
  })
  broken.sink(entry('b'))
  expect(broken.flush).not.toThrow()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it('has five levels, and a failing sink breaks nothing', () => {
  expect(logLevels).toEqual(['info', 'success', 'warning', 'error', 'fatal'])
  const quiet = (['info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
  const got: string[] = []
  const stop = addLogSink(({ level }) => {
    got.push(level)
    throw new Error('full')
  })
  for (const level of logLevels) expect(() => log(entry('x', { level }))).not.toThrow()
  stop()
  log(entry('x'))
  expect(got).toEqual([...logLevels])
  for (const spy of quiet) spy.mockRestore()
})
