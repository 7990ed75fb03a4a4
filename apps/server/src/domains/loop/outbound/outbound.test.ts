import { beforeAll, expect, test } from 'vitest'
import { MAX_BACKLOG } from '#domains/chat/span/outbound/outbox.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { listening } from '#testing/listening.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

const SECRET = 'ann@example.test'
let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let space_id: string
/** The receiving system: another space, reached over HTTP like any collector. */
let other: string
let url: string
let token: string
let made = 0
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId: space_id } = lab)
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  other = (await owner.api.space.create({ name: 'Other' })).id
  const base = await listening(lab.t)
  url = `${base}/v1/traces`
  lab.t.infra.egress.allowMore([new URL(base).host])
  ;({ token } = await owner.api.token.create({ name: 'Exporter', duration_day: '30' }))
})
const settings = (more: object = {}) => ({
  space_id,
  url,
  headers: [
    { name: 'Authorization', value: `Bearer ${token}` },
    { name: 'cozeloop-workspace-id', value: other },
  ],
  ...more,
})
const send = (more: object = {}, n = 1) =>
  owner.api.traceIngest.spans({
    spans: Array.from({ length: n }, () => {
      made += 1
      return {
        workspace_id: space_id,
        trace_id: String(made).padStart(32, '0'),
        span_id: String(made).padStart(16, '0'),
        started_at_micros: (lab.t.clock.now() - 1000) * 1000 + made,
        duration_micros: 1500,
        span_name: 'ask',
        span_type: 'model',
        psm: 'shop',
        input: `mail ${SECRET} about the tram`,
        tags_string: { model_name: 'm-1' },
        tags_long: { input_tokens: 7, output_tokens: 3 },
        ...more,
      }
    }),
  })
const arrived = async () =>
  (
    await lab.t.infra.database.pool.query<Record<string, unknown>>(
      'SELECT * FROM span JOIN span_body USING (keep, started_at, space_id, trace_id, span_id) WHERE space_id = $1 ORDER BY span_id',
      [other],
    )
  ).rows
const state = () => owner.api.traceOutbound.get({ space_id })
const deliver = () => lab.t.services.spanOutbound.deliver()

test.each(['protobuf', 'json'] as const)(
  'spans arrive as %s, with tokens and times, and without content',
  async (protocol) => {
    await owner.api.traceOutbound.save(settings({ protocol }))
    await send()
    expect(await arrived()).toHaveLength(made - 1)
    await deliver()
    const last = (await arrived()).at(-1)
    const traceId = String(made).padStart(32, '0')
    expect(last).toMatchObject({
      trace_id: traceId,
      kind: 'model',
      model: 'm-1',
      input_tokens: '7',
      input: '',
      service: 'shop',
    })
    expect(await state()).toMatchObject({ sent: made, backlog: 0, dropped: 0, problem: '' })
  },
)
test("with content, masked text is not sent, and the spans of a bot's turn keep their tree", async () => {
  await owner.api.traceSearch.saveSettings({ space_id, masks: { kinds: ['email'], words: [], no_content: false } })
  await owner.api.traceOutbound.save(settings({ has_content: true }))
  await send()
  lab.server.script(says('hello'))
  await lab.ask(await lab.createBot(), `I am ${SECRET}`)
  await lab.t.services.spanQueue.flush()
  await deliver()
  const rows = await arrived()
  expect(JSON.stringify(rows)).not.toContain(SECRET)
  expect(JSON.stringify(rows)).toContain('mail [email] about the tram')
  const turn = rows.filter(({ service }) => service === 'orrery')
  const roots = turn.filter(({ parent_id }) => parent_id === '')
  expect(roots).toHaveLength(1)
  expect(turn.filter(({ parent_id }) => parent_id === roots[0]!.span_id).length).toBeGreaterThan(0)
})
test('a share of the traces is sent, with all or none of the spans of a trace', async () => {
  await owner.api.traceOutbound.save(settings({ share: 0 }))
  const before = (await arrived()).length
  await send()
  await deliver()
  expect(await arrived()).toHaveLength(before)
})
test('refused spans wait, are sent by any process, and are dropped and counted after five attempts', async () => {
  await owner.api.traceOutbound.remove({ space_id })
  await owner.api.traceOutbound.save(settings({ headers: [{ name: 'authorization', value: 'Bearer wrong' }] }))
  await send({}, 2)
  await deliver()
  expect(await state()).toMatchObject({ sent: 0, problem: 'HTTP 401' })
  await owner.api.traceOutbound.save(settings())
  const before = (await arrived()).length
  const another = await lab.t.another()
  another.infra.egress.allowMore([new URL(url).host])
  await Promise.all([another.services.spanOutbound.deliver(), deliver()])
  expect(await arrived()).toHaveLength(before + 2)
  expect(await state()).toMatchObject({ sent: 2, backlog: 0, problem: '' })
  await owner.api.traceOutbound.save(settings({ headers: [] }))
  await send()
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await state()).dropped).toBe(0)
    await deliver()
    lab.t.clock.advance(700_000)
  }
  expect(await state()).toMatchObject({ dropped: 1, backlog: 0 })
})
test('the backlog is bounded: spans over the limit are stored locally and counted as dropped', async () => {
  await owner.api.traceOutbound.remove({ space_id })
  await owner.api.traceOutbound.save(settings())
  await lab.t.infra.database.pool.query('UPDATE span_outbound SET backlog_bytes = $1', [MAX_BACKLOG - 10])
  await send()
  expect(await state()).toMatchObject({ dropped: 1 })
  const { rows } = await lab.t.infra.database.pool.query('SELECT 1 FROM span WHERE span_id = $1', [
    String(made).padStart(16, '0'),
  ])
  expect(rows).toHaveLength(1)
})
test('header values are never returned, are kept if left empty, and are not sent to another origin', async () => {
  await owner.api.traceOutbound.save(settings())
  const names = [
    { name: 'authorization', value: '' },
    { name: 'cozeloop-workspace-id', value: '' },
  ]
  await owner.api.traceOutbound.save(settings({ headers: names }))
  const found = await state()
  expect(found.header_names).toEqual(['authorization', 'cozeloop-workspace-id'])
  expect(JSON.stringify(found)).not.toContain(token)
  const { rows } = await lab.t.infra.database.pool.query('SELECT * FROM span_outbound')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await owner.api.traceOutbound.test(settings({ headers: names }))).toEqual({ is_taken: true, problem: '' })
  await expect(
    owner.api.traceOutbound.test(settings({ headers: names, url: 'https://elsewhere.example/v1/traces' })),
  ).rejects.toThrow('headers[0].value')
  expect(await owner.api.traceOutbound.test(settings({ headers: [] }))).toMatchObject({ is_taken: false })
})
test('invalid settings are refused with the field; members and outsiders have no access', async () => {
  await expect(owner.api.traceOutbound.save(settings({ url: 'http://10.0.0.1/v1/traces' }))).rejects.toMatchObject({
    status: 403,
  })
  await expect(owner.api.traceOutbound.save(settings({ headers: [{ name: 'Host', value: 'x' }] }))).rejects.toThrow(
    'headers[0].name',
  )
  await expect(
    owner.api.traceOutbound.save(settings({ headers: [{ name: 'x-a', value: 'a\r\nb: c' }] })),
  ).rejects.toThrow('headers[0].value')
  await expect(member.api.traceOutbound.get({ space_id })).rejects.toMatchObject({ status: 403 })
  await expect(outsider.api.traceOutbound.save(settings())).rejects.toMatchObject({ status: 404 })
})
