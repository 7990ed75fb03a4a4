import { expect, test } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createIngestService } from './ingest.service.ts'
import { fromLoop } from './loop-span.ts'
import { costIn, createPrices } from './price.ts'

test('a sender that is faster than the store is told to retry later, and nothing is stored', async () => {
  let waiting = 0
  let written = 0
  const ingest = createIngestService({
    store: {
      backlog: () => waiting,
      room: async () => {},
      spool: () => ({ rows: 0, isFull: false }),
      write: async ({ spans }) => void (written += spans.length),
    },
    keep: { of: async () => 30 },
    worker: { isFull: () => false, take: () => Promise.reject(new Error('too small for a worker')) },
    counters: { refused: () => {} },
    prices: createPrices({ modelsOf: async () => [], now: systemClock.now }),
    clock: systemClock,
  })
  const span = {
    workspace_id: '1',
    trace_id: 'a',
    span_id: 'b',
    started_at_micros: Date.now() * 1000,
    span_name: 'x',
    span_type: 'custom',
    status_code: 0,
    input: '',
    output: '',
  }
  await ingest.takeLoop([span])
  waiting = 30_000
  await expect(ingest.takeLoop([span])).rejects.toMatchObject({ status: 503, params: { seconds: 2 } })
  const request = { form: 'json' as const, encoding: '', body: [Buffer.from('{}')], spaceId: '1' }
  await expect(ingest.takeOtlp(request, async () => {}, 'en')).rejects.toMatchObject({ status: 503 })
  expect(written).toBe(1)
})

test('a price applies to versions of a model and to names with a provider prefix, but not to another model', async () => {
  const config = { model: 'gpt-4o' }
  const modelsOf = async () => [
    { name: 'GPT', config, priceIn: 1_000_000, priceOut: 0 },
    { name: 'Mini', config: { model: 'gpt-4o-mini' }, priceIn: 10_000, priceOut: 0 },
  ]
  const prices = createPrices({ modelsOf, now: systemClock.now })
  const costOf = async (model_name: string, tags: object = {}) => {
    const sent = fromLoop({
      workspace_id: '1',
      trace_id: 'a',
      span_id: 'b',
      started_at_micros: 1,
      span_name: 'x',
      span_type: 'model',
      status_code: 0,
      input: '',
      output: '',
      tags_string: { model_name },
      tags_long: { input_tokens: 1 },
      ...tags,
    })
    return sent.cost ?? costIn(await prices.of('1'), sent.span)
  }
  expect(await costOf('gpt-4o')).toBe(1)
  expect(await costOf('openai/gpt-4o-2026-08-06')).toBe(1)
  expect(await costOf('gpt-4o-mini-2026')).toBe(0.01)
  expect(await costOf('gpt-4')).toBe(0)
  expect(await costOf('gpt-4o-audio')).toBe(0)
  expect(await costOf('gpt-4o', { tags_double: { cost: 7 } })).toBe(7)
})
