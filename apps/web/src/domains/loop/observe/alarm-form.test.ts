import { expect, test } from 'vitest'
import { fromForm, isReady, toForm, unitOf } from './alarm-form.ts'

test('a new alarm watches everything, notifies its author, and needs a name', () => {
  const form = toForm(undefined, '7')
  expect(isReady(form)).toBe(false)
  expect(isReady({ ...form, name: 'Errors' })).toBe(true)
  expect(fromForm({ ...form, name: ' Errors ' })).toMatchObject({ name: 'Errors', object_key: '', user_ids: ['7'] })
})
test('an alarm notifies at least one person or a URL', () => {
  const form = { ...toForm(undefined, '7'), name: 'Errors', people: [] }
  expect(isReady(form)).toBe(false)
  expect(isReady({ ...form, url: 'https://example.test' })).toBe(true)
})
test('a saved alarm is shown unchanged in the form', () => {
  const form = { ...toForm(undefined, '7'), name: 'Slow', metric: 'latency_p95' as const, side: 'below' as const }
  const saved = fromForm(form)
  const row = { ...saved, id: '1', object_name: '', status: 'ok' as const, since: 0, checked_at: 0 }
  expect(fromForm(toForm(row, '8'))).toEqual(saved)
})
test('metrics have units', () => {
  expect([unitOf('error_rate'), unitOf('latency_p50'), unitOf('runs')]).toEqual(['%', 'ms', ''])
})
