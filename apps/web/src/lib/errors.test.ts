import { ApiError } from '@orrery/contract/client'
import { describe, expect, it } from 'vitest'
import { CustomError } from './error-kinds.ts'
import { installErrorHandlers, reportBoundary, reportRejection, reportThrown } from './errors.ts'
import type { LogEntry } from './log.ts'
import { NetworkError } from './network-error.ts'

function entriesOf(act: (say: (entry: LogEntry) => void) => void): LogEntry[] {
  const entries: LogEntry[] = []
  act((entry) => entries.push(entry))
  return entries
}
const brief = (entries: LogEntry[]) => entries.map(({ name, level, message }) => ({ name, level, message }))
const reporters = { reportThrown, reportRejection, reportBoundary }

describe.each(Object.entries(reporters))('%s', (_, report) => {
  it.each([
    new ApiError(1, 'Taken', 400, ''),
    new NetworkError(new TypeError('fetch failed')),
    new DOMException('stopped', 'AbortError'),
  ])('leaves %s to the caller', (error) => {
    expect(entriesOf((say) => report(error, say))).toEqual([])
  })

  it.each([
    'Failed to fetch dynamically imported module: /assets/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('logs a module that could not be loaded (%s) at level info only', (message) => {
    const entries = entriesOf((say) => report(new TypeError(message), say))
    expect(brief(entries)).toEqual([{ name: 'chunk_load_error', level: 'info', message }])
  })
})

describe.each(Object.entries({ reportThrown, reportRejection }))('%s', (_, report) => {
  it('logs a custom error twice: as its event with its extension, and as an error with its stack', () => {
    const error = new CustomError('bot_detail_init', 'No such bot', { botId: '7' })
    const entries = entriesOf((say) => report(error, say))
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ name: 'bot_detail_init', message: 'No such bot', extra: { botId: '7' } })
    expect(entries[1]).toMatchObject({ name: 'CustomError', message: 'No such bot', stack: error.stack })
  })

  it.each([
    ['just words', 'just words'],
    [{ a: 1 }, '{"a":1}'],
    [undefined, 'undefined'],
    [7n, '7'],
  ])('logs a thrown %s as text', (value, message) => {
    expect(brief(entriesOf((say) => report(value, say)))).toEqual([{ name: 'thrown_value', level: 'error', message }])
  })
})

it('logs an error that reached the window under its own name', () => {
  const error = new RangeError('too far')
  expect(entriesOf((say) => reportThrown(error, say))).toMatchObject([
    { name: 'RangeError', level: 'error', message: 'too far', stack: error.stack },
  ])
})

it('logs an unhandled promise as unhandledrejection', () => {
  const error = new RangeError('too far')
  expect(entriesOf((say) => reportRejection(error, say))).toMatchObject([
    { name: 'unhandledrejection', level: 'error', message: 'too far', stack: error.stack },
  ])
})

describe('the boundary', () => {
  const named = (entries: LogEntry[]) => entries.filter(({ name }) => name === 'global_error_boundary')

  it('reports an error as global_error_boundary, once', () => {
    const error = new RangeError('too far')
    const entries = entriesOf((say) => reportBoundary(error, say))
    expect(named(entries)).toMatchObject([{ message: 'too far', stack: error.stack }])
  })

  it('wraps values that are not errors in a custom error', () => {
    const entries = entriesOf((say) => reportBoundary('just words', say))
    expect(named(entries)).toMatchObject([{ message: 'just words' }])
    expect(entries).toContainEqual(expect.objectContaining({ name: 'CustomError', message: 'just words' }))
  })

  it('logs the event of a custom error in addition to its own', () => {
    const entries = entriesOf((say) => reportBoundary(new CustomError('tool_render', 'No'), say))
    expect(entries.map(({ name }) => name)).toEqual(['tool_render', 'CustomError', 'global_error_boundary'])
  })
})

it('reports errors, rejections and chunks that failed to load', () => {
  const target = new EventTarget()
  const entries = entriesOf((say) => {
    installErrorHandlers(target, say)
    target.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError('one') }))
    target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new RangeError('two') }))
    target.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error('Unable to preload CSS') }))
    target.dispatchEvent(new Event('error'))
  })
  expect(entries.map(({ name, message }) => `${name} ${message}`)).toEqual([
    'RangeError one',
    'unhandledrejection two',
    'chunk_load_error Unable to preload CSS',
  ])
})
