import { triggerKinds } from '@orrery/contract/shared/triggers'
import { describe, expect, test } from 'vitest'
import { exampleCall } from './example-call.ts'
import { configOf, fixedFields, isReady, newDraft, readDraft, type TriggerDraft } from './trigger-draft.ts'
import type { Trigger } from './trigger.queries.ts'

const stored = (draft: TriggerDraft): Trigger => ({
  trigger_id: '1',
  user_id: '2',
  connector_id: '',
  name: draft.name,
  event_id: draft.kind,
  event_input_schema: '',
  config: JSON.stringify(configOf(draft)),
  payload: JSON.stringify(draft.values),
  workflow_id: '3',
  create_time: 0,
  status: 1,
  webhook_url: '',
  form_url: '',
  source_id: draft.source?.id ?? '',
  source_name: draft.source?.name ?? '',
  next_trigger_time: 0,
  last_trigger_time: 0,
  last_execute_id: '',
  last_status: -1,
  last_error: '',
})

describe('a trigger in its dialog', () => {
  test.each(triggerKinds)('a %s has the same settings after it was stored and read back', (kind) => {
    const draft: TriggerDraft = {
      ...newDraft(kind),
      name: 'Mine',
      ...(kind === 'schedule' && { cron: '5 4 * * 1', timeZone: 'Asia/Shanghai', makesUp: false }),
      ...(kind === 'webhook' && { method: 'PUT' as const, auth: 'signature' as const }),
      ...(kind === 'form' && { title: 'Join', after: 'result' as const, hidden: ['source'], labels: { name: 'Name' } }),
      ...(kind === 'event' && { event: 'document.ready' as const, source: { id: '7', name: 'Notes' } }),
      values: { input: '{{name}}' },
    }
    expect(readDraft(stored(draft))).toEqual(draft)
    expect(isReady(draft)).toBe(true)
  })
  test('an event needs a resource that it concerns, and GET requests cannot be signed', () => {
    expect(isReady(newDraft('event'))).toBe(false)
    expect(configOf({ ...newDraft('webhook'), method: 'GET', auth: 'signature' })).toEqual({
      method: 'GET',
      auth: 'token',
    })
  })
})

test('values are fixed for all inputs of a schedule, and for the inputs that a form does not ask for', () => {
  const [name, source] = ['name', 'source'].map((name) => ({
    name,
    kind: 'string' as const,
    type: 'string',
    isRequired: true,
    description: '',
    fallback: '',
  }))
  const fields = [name!, source!]
  expect(fixedFields(newDraft('schedule'), fields)).toEqual(fields)
  expect(fixedFields({ ...newDraft('form'), hidden: ['source'] }, fields)).toEqual([source])
  expect(fixedFields(newDraft('webhook'), fields)).toEqual([])
})

test('an example call contains the inputs, but never the secret', () => {
  const on = { url: 'https://x.test/hook', names: ['city'] }
  expect(exampleCall({ ...on, method: 'GET', auth: 'token' })).toContain("--data-urlencode 'city=…'")
  expect(exampleCall({ ...on, method: 'POST', auth: 'token' })).toContain('Bearer $SECRET')
  expect(exampleCall({ ...on, method: 'POST', auth: 'signature' })).toContain('X-Orrery-Signature: t=$TIME,v1=$SIGN')
})
