import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'

const SECRET = 'ann@example.test'
let lab: ChatLab
let token: string
beforeAll(async () => {
  lab = await openChatLab()
  ;({ token } = await lab.owner.api.token.create({ name: 'Program', duration_day: '1' }))
})
const save = (masks: object) =>
  lab.owner.api.traceSearch.saveSettings({
    space_id: lab.spaceId,
    masks: { kinds: [], words: [], no_content: false, ...masks },
  })
/** All content of the span tables for the space, as text. */
async function stored(): Promise<string> {
  const rows = await Promise.all(
    ['trace_head', 'span', 'span_body'].map((table) =>
      lab.t.infra.database.pool.query(`SELECT * FROM ${table} WHERE space_id = $1`, [lab.spaceId]),
    ),
  )
  return JSON.stringify(rows.map((result) => result.rows as unknown[]))
}
const span = (letter: string) => ({
  workspace_id: lab.spaceId,
  trace_id: letter.repeat(32),
  span_id: letter.repeat(16),
  started_at_micros: (lab.t.clock.now() - 1000) * 1000,
  duration_micros: 10,
  span_name: 'ask',
  span_type: 'agent',
  input: `mail ${SECRET}`,
  output: 'Falcon',
  tags_string: { note: SECRET },
})

test('masked text is stored in no span table, whatever way it arrives', async () => {
  await save({ kinds: ['email'], words: ['falcon'] })
  lab.server.script(says(`I wrote to ${SECRET}`))
  await lab.ask(await lab.createBot(), `write to ${SECRET}`)
  await lab.owner.api.traceIngest.spans({ spans: [span('a')] })
  const attribute = { key: 'input.value', value: { stringValue: SECRET } }
  const nanos = `${lab.t.clock.now()}000000`
  const otlp = {
    traceId: 'b'.repeat(32),
    spanId: 'b'.repeat(16),
    name: 'x',
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes: [attribute],
  }
  const answer = await lab.t.request('/v1/traces', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'cozeloop-workspace-id': lab.spaceId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [otlp] }] }] }),
  })
  expect(await answer.json()).toEqual({})
  // Listing traces flushes the queue of spans first.
  const range = { start_time: lab.t.clock.now() - 60_000, end_time: lab.t.clock.now() + 60_000 }
  const { traces } = await lab.owner.api.traceSearch.list({ space_id: lab.spaceId, ...range })
  expect(traces).toHaveLength(3)
  const text = await stored()
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain('Falcon')
  expect(text).toContain('[email]')
})
/** All tables of the database, as text. */
async function everything(): Promise<string> {
  const { pool } = lab.t.infra.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const texts = await Promise.all(
    rows.map(
      async ({ name }) =>
        (await pool.query<{ t: string }>(`SELECT string_agg(x::text, '') AS t FROM ${name} x`)).rows[0]!.t,
    ),
  )
  return texts.join('')
}
test('masked text sent by a program reaches no table, dataset row, delivery or log line', async () => {
  await save({ kinds: ['email'], words: ['falcon'] })
  const { owner, spaceId: space_id } = lab
  await owner.api.traceOutbound.save({
    space_id,
    url: 'https://collector.example/v1/traces',
    headers: [],
    has_content: true,
  })
  const secret = 'only.here@example.test'
  const sent = { ...span('e'), input: `mail ${secret}`, tags_string: { note: `Falcon ${secret}` } }
  // Enough spans to be handled as a large batch.
  const many = Array.from({ length: 80 }, (_, at) => ({
    ...sent,
    span_id: `${'e'.repeat(14)}${String(at).padStart(2, '0')}`,
  }))
  await owner.api.traceIngest.spans({ spans: many })
  const made = await owner.api.traceExports.toSet({
    workspace_id: space_id,
    span_ids: [many[0]!.span_id],
    evaluation_set: { is_new_evaluation_set: true, evaluation_set_name: 'Masked' },
    field_mappings: [{ field_schema: { name: 'Question' }, trace_field_key: 'input', trace_field_jsonpath: '' }],
  } as never)
  expect(made).toMatchObject({ success_count: 1 })
  const all = await everything()
  expect(all).toContain('mail [email]')
  expect(all).not.toContain(secret)
  const { items } = await owner.api.datasetItem.list({ datasetID: made.evaluation_set_id })
  expect(JSON.stringify(items)).toContain('mail [email]')
  expect(lab.t.logLines.join('')).not.toContain(secret)
  await owner.api.traceOutbound.remove({ space_id })
})
test('a large input sent as a file is masked too; without content, nothing of the file is stored', async () => {
  const file = (name: string) => new File([`${'x'.repeat(10)} ${SECRET}`], name, { type: 'text/plain' })
  const whole = async (letter: string, name: string) => {
    await lab.owner.api.traceIngest.file({ workspace_id: lab.spaceId, file: file(name) } as never)
    await lab.owner.api.traceIngest.spans({
      spans: [{ ...span(letter), object_storage: JSON.stringify({ input_tos_key: name }) }],
    })
    const { spans } = await lab.owner.api.traceSearch.get({ space_id: lab.spaceId, trace_id: letter.repeat(32) })
    return spans[0]!
  }
  expect((await whole('c', 'large-1')).input).toBe('xxxxxxxxxx [email]')
  await save({ no_content: true })
  expect(await whole('d', 'large-2')).toMatchObject({ name: 'ask', input: '', output: '', attributes: {} })
})
test('only people with the right to observe the space change its masks, and blank words are refused', async () => {
  const member = await lab.t.register('member')
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  await expect(
    member.api.traceSearch.saveSettings({ space_id: lab.spaceId, masks: { kinds: [], words: [], no_content: false } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(save({ words: [' '] })).rejects.toMatchObject({ status: 400 })
  expect((await lab.owner.api.traceSearch.settings({ space_id: lab.spaceId })).masks.no_content).toBe(true)
})
