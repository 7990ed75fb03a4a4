import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noMasks } from '#domains/chat/span/shared/mask.ts'
import { createSpanCounters } from '#domains/chat/span/span-counters.service.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { createSpanWorker } from './span-worker.ts'

/** Text large enough for the worker thread, even when compressed. */
const noise = Array.from({ length: 60_000 }, (_, at) => ((at * 7919 * 104_729) % 1_000_003).toString(36)).join(' ')
let t: TestApp
let owner: Person
let spaceId: string
let token: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Large' })).id
  ;({ token } = await owner.api.token.create({ name: 'Program', duration_day: '30' }))
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Priced',
    base_url: 'https://models.example.test/v1',
    api_key: 'sk-worker-000000001',
  })
  const priced = { provider_id: provider.id, name: 'GPT', model: 'gpt-4o', price_in: 1000, price_out: 2000 }
  await owner.api.instanceModel.createModel(priced)
})

let made = 0
const textOf = (key: string, stringValue: string) => ({ key, value: { stringValue } })
function spanOf(attributes: object[] = [], more: object = {}) {
  made += 1
  return {
    traceId: made.toString(16).padStart(32, '0'),
    spanId: made.toString(16).padStart(16, '0'),
    name: 'call',
    startTimeUnixNano: `${t.clock.now()}000000`,
    endTimeUnixNano: `${t.clock.now() + 5}000000`,
    attributes,
    ...more,
  }
}
const bodyOf = (...spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
const send = (body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) =>
  t.request('/v1/traces', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'cozeloop-workspace-id': spaceId,
      'content-type': 'application/json',
      ...more,
    },
    body,
  })
const rows = async (text: string, values: unknown[]) =>
  (await t.infra.database.pool.query<Record<string, unknown>>(text, values)).rows
const storedOf = (traceId: string) =>
  rows(
    `SELECT s.cost, s.input_tokens, s.model, b.input, b.attributes FROM span s
     JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id) WHERE s.trace_id = $1`,
    [traceId],
  )
const metric = async (name: string): Promise<number> => {
  const text = await (await t.request('/metrics', { headers: { authorization: `Bearer ${token}` } })).text()
  return Number(new RegExp(`^${name.replaceAll(/[{}"]/g, String.raw`\$&`)} (.+)$`, 'm').exec(text)?.[1] ?? 0)
}

test.each([
  ['as it is', (body: string) => body, {}],
  ['packed', (body: string) => new Uint8Array(gzipSync(body)), { 'content-encoding': 'gzip' }],
])('a large request, %s, is priced, masked, counted and stored once, like a small one', async (_, write, headers) => {
  await owner.api.traceSearch.saveSettings({
    space_id: spaceId,
    masks: { kinds: ['email'], words: ['falcon'], no_content: false },
  })
  const call = [
    textOf('gen_ai.operation.name', 'chat'),
    textOf('gen_ai.request.model', 'gpt-4o'),
    { key: 'gen_ai.usage.input_tokens', value: { intValue: '1000' } },
    textOf('input.value', `Falcon writes to ann@example.test with sk-abcdefgh12345678 ${noise}`),
  ]
  const [good, bad] = [spanOf(call), spanOf([], { traceId: 'xyz' })]
  const before = await metric('orrery_spans_written_total{source="otlp"}')
  const answer = await send(write(bodyOf(bad, good)), headers)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringMatching(/^spans\[0\]\.trace_id: must be 32/) },
    },
  ])
  const [stored, ...others] = await storedOf(good.traceId)
  expect(others).toEqual([])
  expect(stored).toMatchObject({ cost: 1, model: 'gpt-4o' })
  expect(stored!.input).toMatch(/^\[…\] writes to \[email\] with sk-\*\*\* /)
  expect(JSON.stringify(stored)).not.toMatch(/ann@example|abcdefgh1234/)
  expect(await rows('SELECT span_count, cost FROM trace_head WHERE trace_id = $1', [good.traceId])).toEqual([
    { span_count: 1, cost: 1 },
  ])
  expect(await metric('orrery_spans_written_total{source="otlp"}')).toBe(before + 1)
  // A retry after a lost answer.
  expect((await send(write(bodyOf(good)), headers)).status).toBe(200)
  expect(await storedOf(good.traceId)).toHaveLength(1)
  const counted = await rows(
    `SELECT sum(n)::int AS n FROM span_rollup WHERE space_id = $1 AND step = 3600
       UNION ALL SELECT count(*)::int FROM span WHERE space_id = $1`,
    [spaceId],
  )
  expect(counted[0]).toEqual(counted[1])
})

test('unreadable, unassigned and foreign large requests are refused like small ones', async () => {
  const filled = () => bodyOf(spanOf([textOf('note', noise)]))
  const outsider = await t.register('outsider')
  const foreign = await outsider.api.token.create({ name: 'x', duration_day: '30' })
  const span = spanOf([textOf('note', noise)])
  const answers = [
    await send(`${filled()}]`),
    await send(filled(), { 'content-encoding': 'gzip' }),
    await send(filled(), { 'content-encoding': 'br' }),
    await send(filled(), { 'cozeloop-workspace-id': 'nowhere' }),
    await send(bodyOf(span), { authorization: `Bearer ${foreign.token}` }),
    await send(`${filled()}]`, { 'accept-language': 'zh-CN' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 400, 404, 400])
  expect(((await answers.at(-1)!.json()) as { msg: string }).msg).toMatch(/^请求体不是有效的 OTLP 请求/)
  expect(await storedOf(span.traceId)).toEqual([])
  expect((await send(bodyOf(span))).status).toBe(200)
  expect(await storedOf(span.traceId)).toHaveLength(1)
})

test('a worker without a database rejects the spans it cannot store and releases their memory', async () => {
  const counters = createSpanCounters()
  const worker = createSpanWorker({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing',
    keep: { of: async () => 30, masksOf: async () => noMasks },
    outbound: { filled: () => {}, outwardOf: async () => undefined },
    counters,
    log: t.infra.log,
  })
  afterAll(worker.close)
  const request = () => ({
    form: 'json' as const,
    encoding: '',
    body: [new Uint8Array(Buffer.from(bodyOf(spanOf([textOf('note', noise)]))))],
    spaceId,
  })
  const asked: string[][] = []
  const taking = {
    admit: async (spaceIds: string[]) => void asked.push(spaceIds),
    factsOf: async () => ({ days: 30, prices: new Map() }),
    locale: 'en' as const,
    now: t.clock.now(),
  }
  await expect(worker.take(request(), taking)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const refused = { ...taking, admit: () => Promise.reject(new Error('not yours')) }
  await expect(worker.take(request(), refused)).rejects.toThrow('not yours')
  // The worker ends between reading and storing, so the sender is told to retry.
  const cut = worker.take(request(), { ...taking, admit: () => worker.close() })
  await expect(cut).rejects.toMatchObject({ status: 503 })
  expect([asked, worker.backlog(), worker.isFull(), counters.read().size]).toEqual([[[spaceId]], 0, false, 0])
})
