import { gzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { type Person, testPassword } from '#testing/test-app.ts'

/** Attacks on traces, numbered as in the list of attacks. */
let lab: ChatLab
let owner: Person
let other: Person
/** Spaces of two people who share no space. */
let mine: string
let theirs: string
let token: string
const trace = (letter: string) => letter.repeat(32)
const now = () => lab.t.clock.now()
const range = (space_id: string) => ({ space_id, start_time: now() - 3_600_000, end_time: now() + 60_000 })
const missing = { status: 404 }
let n = 0
const span = (workspace_id: string, more: object = {}) => ({
  workspace_id,
  trace_id: trace('a'),
  span_id: String((n += 1)).padStart(16, '0'),
  started_at_micros: (now() - 60_000) * 1000 + n,
  duration_micros: 1500,
  span_name: 'step',
  span_type: 'agent',
  ...more,
})
const stored = async (spaceId: string) => {
  const { pool } = lab.t.infra.database
  const tables = ['trace_head', 'span', 'span_body', 'span_outbox', 'dataset_item']
  const column = (table: string) => (table === 'dataset_item' ? '1 = 1 OR 0' : 'space_id')
  const rows = await Promise.all(
    tables.map((table) => pool.query(`SELECT * FROM ${table} WHERE ${column(table)} = $1::bigint`, [spaceId])),
  )
  return JSON.stringify(rows.map((result) => result.rows as unknown[]))
}
const otlp = (body: BodyInit, headers: Record<string, string> = {}) =>
  lab.t.request('/v1/traces', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'cozeloop-workspace-id': mine,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
const otlpSpan = (at: number, more: object = {}) => ({
  traceId: trace('e'),
  spanId: String(at + 1).padStart(16, 'e'),
  name: 'x',
  startTimeUnixNano: `${now() - 1000}000000`,
  endTimeUnixNano: `${now()}000000`,
  ...more,
})
const otlpBody = (spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId: mine } = lab)
  other = await lab.t.register('other')
  theirs = (await other.api.space.create({ name: 'Theirs' })).id
  token = (await owner.api.token.create({ name: 'Program', duration_day: '1' })).token
  await owner.api.traceIngest.spans({ spans: [span(mine, { input: 'mine', psm: 'shop' })] })
  const foreign = span(theirs, { trace_id: trace('b'), input: 'Project Falcon', psm: 'falcon', logid: 'falcon-log' })
  await other.api.traceIngest.spans({ spans: [foreign] })
})

describe('data of another space', () => {
  test('13: is not found by id in any call, with the same answer as for a missing id', async () => {
    const { traceSearch, observation, traceCharts, traceAlarms, traceTasks } = owner.api
    const chart = { title: 'Spend', metric: 'cost' } as const
    const { chart_id } = await other.api.traceCharts.save({ space_id: theirs, chart })
    const alarm = { name: 'Errors', metric: 'errors' as const, threshold: 1, user_ids: [other.id] }
    const { alarm_id } = await other.api.traceAlarms.save({ space_id: theirs, alarm })
    const filters = '{"filter_fields":[]}'
    const view = { fornax_space_id: theirs, view_name: 'Secret', filters }
    const { id } = await other.api.observation.createView(view)
    const { spans } = await other.api.traceSearch.get({ space_id: theirs, trace_id: trace('b') })
    const span_id = spans[0]!.span_id
    const attempts = [
      () => traceSearch.get({ space_id: theirs, trace_id: trace('b') }),
      () => traceSearch.get({ space_id: mine, trace_id: trace('b') }),
      () => traceSearch.span({ space_id: mine, trace_id: trace('b'), span_id }),
      () => traceSearch.list(range(theirs)),
      () => traceSearch.options({ ...range(theirs), field: 'psm' }),
      () => traceSearch.counts(range(theirs)),
      () => traceCharts.points({ ...range(theirs), chart }),
      () => traceCharts.marks(range(theirs)),
      () => traceCharts.save({ space_id: mine, chart_id, chart }),
      () => traceCharts.remove({ space_id: mine, chart_id }),
      () => traceAlarms.save({ space_id: mine, alarm_id, alarm: { ...alarm, user_ids: [owner.id] } }),
      () => traceAlarms.remove({ space_id: mine, alarm_id }),
      () => traceAlarms.events({ space_id: mine, alarm_id }),
      () => observation.updateView({ fornax_space_id: mine, id, filters }),
      () => observation.deleteView({ fornax_space_id: mine, id }),
      () => traceTasks.scores({ space_id: theirs, trace_id: trace('b') } as never),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(missing)
    expect((await traceSearch.csv(range(theirs))).status).toBe(404)
    // The message is the same as for an id that does not exist.
    const [foreign, none] = await Promise.all(
      [trace('b'), trace('9')].map((trace_id) =>
        traceSearch.get({ space_id: mine, trace_id }).catch((cause: { message: string }) => cause.message),
      ),
    )
    expect(foreign).toBe(none)
  })
  test('22: appears in no list, count, suggestion, figure or message', async () => {
    const { traceSearch, traceCharts, traceDashboard } = owner.api
    const answers = await Promise.all([
      traceSearch.list({ ...range(mine), words: 'Falcon' }),
      traceSearch.options({ ...range(mine), field: 'psm' }),
      traceSearch.options({ ...range(mine), field: 'psm', words: 'falcon' }),
      traceDashboard.get(range(mine)),
      traceSearch.counts(range(mine)),
      traceSearch.csv(range(mine)).then((file) => file.text()),
      traceCharts.points({ ...range(mine), chart: { metric: 'runs', split: 'object' } }),
      owner.api.observation.listViews({ fornax_space_id: mine }),
      traceSearch.get({ space_id: mine, trace_id: trace('b') }).catch((cause: Error) => cause.message),
    ])
    expect(JSON.stringify(answers)).not.toMatch(/falcon|secret/i)
    expect((await traceSearch.overview({ ...range(mine), words: 'Falcon' })).total).toBe(0)
  })
  test('23: such as settings, deliveries, alarms and exports is not found', async () => {
    const { traceOutbound, traceSearch, traceExports, traceAlarms } = owner.api
    const space = { space_id: theirs }
    await expect(traceOutbound.get(space)).rejects.toMatchObject(missing)
    const target = { ...space, url: 'https://thief.example/v1/traces', protocol: 'json' as const, headers: [] }
    await expect(traceOutbound.save({ ...target, has_content: true })).rejects.toMatchObject(missing)
    await expect(traceSearch.saveSettings({ ...space, keep_days: 7 })).rejects.toMatchObject(missing)
    await expect(traceAlarms.list(space)).rejects.toMatchObject(missing)
    const set = { is_new_evaluation_set: true, evaluation_set_name: 'Stolen' }
    const mapping = [{ field_schema: { name: 'q' }, trace_field_key: 'input', trace_field_jsonpath: '' }]
    const stolen = { span_ids: ['0'.repeat(15) + '2'], evaluation_set: set, field_mappings: mapping }
    await expect(traceExports.toSet({ workspace_id: theirs, ...stolen } as never)).rejects.toMatchObject(missing)
  })
  test('24: is left out of a batch, while the caller’s own data is returned', async () => {
    const traces = [trace('a'), ...Array.from({ length: 99 }, () => trace('b'))].map((trace_id) => ({ trace_id }))
    const found = await owner.api.observation.advanceInfo({ space_id: mine, traces })
    const known = found.traces_advance_info.filter(({ trace_id }) => trace_id === trace('a'))
    expect(known).toHaveLength(1)
    expect(JSON.stringify(found)).not.toContain('falcon')
    // Ingest is all or nothing, and a batch has spans of one space only.
    const mixed = [span(mine, { trace_id: trace('c') }), span(theirs, { trace_id: trace('c') })]
    await expect(owner.api.traceIngest.spans({ spans: mixed })).rejects.toThrow('spans[1]')
    await expect(owner.api.traceSearch.get({ space_id: mine, trace_id: trace('c') })).rejects.toMatchObject(missing)
  })
})

describe('user input', () => {
  test('33: in masks and filters is matched as plain text, and nested filters are limited', async () => {
    await owner.api.traceSearch.saveSettings({
      space_id: mine,
      masks: { kinds: [], words: ['(a+)+$', '[x', '100%_'], no_content: false },
    })
    const input = `${'a'.repeat(50_000)}! (a+)+$ [x 100%_`
    await owner.api.traceIngest.spans({ spans: [span(mine, { trace_id: trace('d'), input })] })
    const filters = { filter_fields: [{ field_name: 'input', query_type: 'match' as const, values: ['%_%'] }] }
    expect((await owner.api.traceSearch.list({ ...range(mine), filters })).traces).toEqual([])
    const deep = (depth: number): object =>
      depth ? { filter_fields: [{ sub_filter: deep(depth - 1) }] } : { filter_fields: [] }
    await expect(owner.api.traceSearch.list({ ...range(mine), filters: deep(8) as never })).rejects.toMatchObject({
      status: 400,
    })
    await owner.api.traceSearch.saveSettings({ space_id: mine, masks: { kinds: [], words: [], no_content: false } })
  })
  test('54: is downloaded as text in its own cell, whatever it looks like', async () => {
    const odd = [
      `=cmd|' /C calc'!A0`,
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      `'=1`,
      '"unclosed',
      'a,b\nc;d\te',
      '你好 é ﷽',
      'x'.repeat(20_000),
    ]
    lab.server.script(...odd.map((text) => says(text)))
    const bot_id = await lab.createBot()
    for (const text of odd) await lab.ask(bot_id, text)
    const file = Buffer.from(await (await owner.api.traceQuestions.csv({ space_id: mine, bot_id })).arrayBuffer())
    const { data, errors } = Papa.parse<string[]>(file.toString().slice(1), { skipEmptyLines: true })
    expect(errors).toEqual([])
    const [names, ...rows] = data
    expect(rows).toHaveLength(odd.length)
    for (const row of rows) expect(row).toHaveLength(names!.length)
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    for (const text of odd.slice(0, -1)) expect(rows.flat().join('\n')).toContain(text)
    // Lists and downloads contain only the beginning of long values.
    expect(file.byteLength).toBeLessThan(50_000)
    const sheet = await (await owner.api.traceSearch.csv(range(mine))).text()
    const all = Papa.parse<string[]>(sheet, { skipEmptyLines: true })
    expect(all.errors).toEqual([])
    expect(all.data.length).toBeGreaterThan(odd.length)
    for (const row of all.data) expect(row).toHaveLength(all.data[0]!.length)
    expect(all.data.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })
  test('68: does not bring provider keys or tokens into any table', async () => {
    lab.server.script(says('fine'))
    const bot = await lab.createBot()
    const key = 'sk-live-0123456789abcdef'
    await lab.ask(bot, `my key is ${key}`)
    await owner.api.traceIngest.spans({
      spans: [span(mine, { trace_id: trace('7'), input: key, tags_string: { auth: `Bearer ${token}` } })],
    })
    await otlp(otlpBody([otlpSpan(900, { attributes: [{ key: 'k', value: { stringValue: key } }] })]))
    await lab.t.services.spanQueue.flush()
    const all = await stored(mine)
    for (const secret of [key, token, 'sk-lab-secret-key-0001']) expect(all).not.toContain(secret)
    expect(lab.t.logLines.join('')).not.toContain(key)
  })
  test('77: is cut if it is large, and lists show only its beginning', async () => {
    const large = 'x'.repeat(3 * 1024 * 1024)
    const body = otlpBody([
      otlpSpan(1, { traceId: trace('4'), attributes: [{ key: 'input.value', value: { stringValue: large } }] }),
    ])
    expect((await otlp(body)).status).toBe(200)
    const [head] = (await owner.api.traceSearch.list(range(mine))).traces.filter((one) => one.trace_id === trace('4'))
    expect(head!.input).toHaveLength(2000)
    const { spans } = await owner.api.traceSearch.get({ space_id: mine, trace_id: trace('4') })
    expect(spans[0]!.input.length).toBeLessThanOrEqual(1024 * 1024 + 1)
  })
  test('78: OTLP that is too large, too many, foreign, broken or out of range is refused and not stored', async () => {
    const before = (await lab.t.infra.database.pool.query('SELECT count(*) AS n FROM span')).rows
    const gzip = { 'content-encoding': 'gzip' }
    const packed = (text: string | Buffer) => new Uint8Array(gzipSync(text))
    const statuses = [
      await otlp(packed(Buffer.alloc(100 * 1024 * 1024, ' ')), gzip),
      await otlp(packed(otlpBody(Array.from({ length: 10_001 }, (_, at) => otlpSpan(at)))), gzip),
      await otlp(new Uint8Array(9 * 1024 * 1024)),
      await otlp(new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]), { 'content-type': 'application/x-protobuf' }),
      await otlp(otlpBody([otlpSpan(1)]), { 'cozeloop-workspace-id': theirs }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([413, 413, 413, 400, 404])
    const times = ['0', '4070908800000000000'].map((startTimeUnixNano, at) => otlpSpan(at, { startTimeUnixNano }))
    const partly = (await (await otlp(otlpBody(times))).json()) as { partialSuccess: object }
    expect(partly.partialSuccess).toMatchObject({
      rejectedSpans: '2',
      errorMessage: expect.stringContaining('start_time'),
    })
    expect((await lab.t.infra.database.pool.query('SELECT count(*) AS n FROM span')).rows).toEqual(before)
  })
})

describe('odd ids and pages', () => {
  test.each(['9007199254740993', '-1', '0', '1.5', '007', '9'.repeat(40)])(
    '80: the id %s is treated as text',
    async (id) => {
      const answer = await owner.api.traceSearch
        .get({ space_id: id, trace_id: trace('a') })
        .catch((cause: { status: number }) => cause.status)
      expect([400, 404]).toContain(answer)
      const found = owner.api.traceSearch.get({ space_id: mine, trace_id: id })
      await expect(found).rejects.toMatchObject(missing)
    },
  )
  test('80: long ids keep every digit, and invalid ids are refused or not found', async () => {
    const long = '9007199254740993'
    await owner.api.traceIngest.spans({ spans: [span(mine, { trace_id: trace('7'), tags_string: { order: long } })] })
    const { pool } = lab.t.infra.database
    const kept = await pool.query('SELECT attributes::text FROM span_body WHERE trace_id = $1', [trace('7')])
    expect(JSON.stringify(kept.rows)).toContain(long)
    for (const space_id of ['9007199254740993', '-1', '0', '1.5', '007', '9'.repeat(40), 'NaN'])
      await expect(owner.api.traceSearch.list({ ...range(space_id), limit: 1 } as never)).rejects.toMatchObject({
        status: expect.toSatisfy((status: number) => status === 400 || status === 404),
      })
  })
  test('81: page sizes are bounded, and a page token is valid only for its list and reader', async () => {
    for (const limit of [0, -1, 1e9]) {
      const answer = await owner.api.traceSearch
        .list({ ...range(mine), limit })
        .then(({ traces }) => traces.length <= 200)
        .catch((cause: { status: number }) => cause.status === 400)
      expect(answer).toBe(true)
    }
    const asked = range(mine)
    const { next_page_token } = await owner.api.traceSearch.list({ ...asked, limit: 1 })
    const member = await lab.t.register('reader')
    await owner.api.space.addMembers({ space_id: mine, member_info_list: [{ user_id: member.id }] })
    const refused = { status: 400 }
    const forged = `${next_page_token.slice(0, -2)}AA`
    await expect(owner.api.traceSearch.list({ ...asked, page_token: forged })).rejects.toMatchObject(refused)
    await expect(member.api.traceSearch.list({ ...asked, page_token: next_page_token })).rejects.toMatchObject(refused)
    const words = { ...asked, words: 'mine', page_token: next_page_token }
    await expect(owner.api.traceSearch.list(words)).rejects.toMatchObject(refused)
  })
})

test('87: the questions of an erased person are removed from traces, and their counts are kept', async () => {
  // A background job completes the erasure.
  await lab.t.startJobs()
  const leaving = await lab.t.register('leaving')
  await owner.api.space.addMembers({ space_id: mine, member_info_list: [{ user_id: leaving.id }] })
  lab.server.script(says('It stays between us.'))
  const bot = await lab.createBot()
  await owner.api.collaborator.add({ resource_id: bot, user_ids: [leaving.id] } as never).catch(() => undefined)
  await lab.ask(bot, 'My very own question', {}, leaving)
  await lab.t.services.spanQueue.flush()
  expect(await stored(mine)).toContain('My very own question')
  const runs = async () => (await owner.api.traceDashboard.get(range(mine))).totals.runs
  const before = await runs()
  await leaving.api.passport.erase({ password: testPassword })
  const all = await stored(mine)
  expect(all).not.toContain('My very own question')
  expect(all).not.toContain('It stays between us.')
  expect(await runs()).toBe(before)
})

// Last test, because it moves the clock.
test('77: expired spans are deleted, so that the database stays bounded by the time to keep', async () => {
  await owner.api.traceSearch.saveSettings({ space_id: mine, keep_days: 7 })
  await owner.api.traceIngest.spans({ spans: [span(mine, { trace_id: trace('5') })] })
  const rows = async () => {
    const found = await lab.t.infra.database.pool.query('SELECT FROM span_body WHERE trace_id = $1', [trace('5')])
    return found.rowCount
  }
  expect(await rows()).toBe(1)
  lab.t.clock.advance(10 * 86_400_000)
  await lab.t.services.spanStore.dropOld()
  expect(await rows()).toBe(0)
})
