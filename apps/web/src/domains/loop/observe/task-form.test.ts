import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import { expect, test } from 'vitest'
import { emptyTask, isReady, toTask } from './task-form.ts'

test('an automation needs an action', () => {
  expect(isReady(emptyTask)).toBe(false)
  expect(isReady({ ...emptyTask, evaluator: '7' })).toBe(true)
  expect(isReady({ ...emptyTask, type: 'auto_data_reflow', dataset: '7' })).toBe(false)
  expect(isReady({ ...emptyTask, type: 'auto_data_reflow', dataset: '7', outputField: 'out' })).toBe(true)
})
test('the field that filters by app depends on the list of spans', () => {
  const fieldOf = (form: object) =>
    (toTask({ ...emptyTask, evaluator: '7', ...form }, '1', 0).rule?.span_filters?.filters as FilterTree | undefined)
      ?.filter_fields[0]?.field_name
  expect(fieldOf({ app: '42' })).toBe('object')
  expect(fieldOf({ app: '42', spans: 'models' })).toBe('object_id')
  expect(fieldOf({ app: 'shop', spans: 'all' })).toBe('psm')
  expect(fieldOf({})).toBeUndefined()
})
test('the share is sent as a fraction, and the past as a start time', () => {
  const { rule } = toTask({ ...emptyTask, evaluator: '7', share: 25, past: 'day' }, '1', 86_400_000 * 3)
  expect(rule?.sampler?.sample_rate).toBe(0.25)
  expect(rule?.backfill_effective_time).toEqual({ start_at: 86_400_000 * 2, end_at: 86_400_000 * 3 })
  expect(toTask({ ...emptyTask, past: 'none' }, '1', 5).rule).not.toHaveProperty('backfill_effective_time')
})
