import { SpanListType } from '@orrery/contract/shared/trace-enums'
import type { FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let spaceId: string
let bot: string
let turn: string
const trace = (letter: string) => letter.repeat(32)
let n = 0
const span = (more: object = {}) => ({
  workspace_id: spaceId,
  trace_id: trace('a'),
  span_id: String((n += 1)).padStart(16, '0'),
  parent_id: '0',
  started_at_micros: (lab.t.clock.now() - 60_000) * 1000 + n * 1000,
  duration_micros: 1500,
  span_name: 'step',
  span_type: 'custom',
  status_code: 0,
  ...more,
})
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId } = lab)
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  bot = await lab.createBot()
  lab.server.script(says('sunny'), refuses(401, 'no'), says('雨天'))
  await lab.ask(bot, 'weather in Rome')
  await lab.ask(bot, 'weather in Oslo')
  const reply = await lab.ask(bot, '利马的天气', {}, member)
  turn = reply.list[0]!.message.extra_info.log_id
  const root = span({
    span_type: 'agent',
    span_name: 'plan a trip',
    psm: 'shop',
    duration_micros: 12_000_000,
    input: '100% sure',
    logid: 'log-a',
  })
  const call = span({
    parent_id: root.span_id,
    span_type: 'model',
    psm: 'shop',
    tags_string: { model_name: 'gpt-x', prompt_key: 'greet' },
    tags_long: { input_tokens: 40, output_tokens: 2 },
  })
  await owner.api.traceIngest.spans({ spans: [root, call] })
  await owner.api.traceIngest.spans({
    spans: [
      span({
        trace_id: trace('b'),
        psm: 'desk',
        span_name: 'other',
        status_code: 7,
        tags_string: { error: 'timed out', user_id: 'ann' },
      }),
    ],
  })
})
const range = () => ({
  space_id: spaceId,
  start_time: lab.t.clock.now() - 3_600_000,
  end_time: lab.t.clock.now() + 60_000,
})
const filterOf = (field_name: string, query_type: QueryType, ...values: string[]): FilterTree => ({
  filter_fields: [{ field_name, query_type, values }],
})
const list = async (more: object = {}, who = owner) => (await who.api.traceSearch.list({ ...range(), ...more })).traces
const shown = async (filters: FilterTree) => (await list({ filters })).map((one) => one.input || one.name).toSorted()

describe('the traces of a space', () => {
  test('offer the values of a field, most frequent first, from traces that the reader may see', async () => {
    const values = async (field: string, who = owner, words = '') => {
      const input = { ...range(), field, ...(words && { words }) }
      return (await who.api.traceSearch.options(input)).options.map(({ value, count }) => [value, count])
    }
    expect(await values('psm')).toEqual([
      ['desk', 1],
      ['shop', 1],
    ])
    expect(await values('psm', owner, 'SHO')).toEqual([['shop', 1]])
    expect(await values('psm', member)).toEqual([])
    await expect(values('latency')).rejects.toThrow('latency')
    await expect(values('psm', outsider)).rejects.toMatchObject({ status: 404 })
  })
  test('are sent without values when they are large; each span can then be fetched with its values', async () => {
    const root = span({ trace_id: trace('f'), input: 'many steps' })
    const steps = Array.from({ length: 600 }, (_, at) =>
      span({ trace_id: trace('f'), parent_id: root.span_id, input: `step ${at}` }),
    )
    for (let at = 0; at < steps.length; at += 100)
      await owner.api.traceIngest.spans({ spans: [...(at ? [] : [root]), ...steps.slice(at, at + (at ? 100 : 99))] })
    const found = await owner.api.traceSearch.get({ space_id: spaceId, trace_id: trace('f') })
    expect(found).toMatchObject({ has_values: false, trace: { span_count: 600 } })
    expect(found.spans.every(({ input }) => input === '')).toBe(true)
    const asked = { space_id: spaceId, trace_id: trace('f'), span_id: steps[5]!.span_id }
    expect((await owner.api.traceSearch.span(asked)).span.input).toBe('step 5')
    await expect(member.api.traceSearch.span(asked)).rejects.toMatchObject({ status: 404 })
    await lab.t.infra.database.pool.query('DELETE FROM trace_head WHERE trace_id = $1', [trace('f')])
  })
  test('include turns, runs and spans of programs, latest first, with page tokens valid only for their query', async () => {
    const first = await owner.api.traceSearch.list({ ...range(), limit: 3 })
    expect(first).toMatchObject({ has_more: true })
    expect(first.traces.map(({ source }) => source)).toEqual(['turn', 'turn', 'turn'])
    expect(first.traces[0]).toMatchObject({
      object_kind: 'bot',
      object_id: bot,
      object_name: 'Lab bot',
      user_id: member.id,
      status: 1,
      input: '利马的天气',
    })
    const at = { ...range(), limit: 3 }
    const again = await owner.api.traceSearch.list(at)
    const rest = await owner.api.traceSearch.list({ ...at, page_token: again.next_page_token })
    expect(rest.traces.map(({ name, object_name, is_incomplete }) => [name, object_name, is_incomplete])).toEqual([
      ['other', 'desk', false],
      ['plan a trip', 'shop', false],
    ])
    await expect(
      owner.api.traceSearch.list({ ...at, words: 'Rome', page_token: again.next_page_token }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('page_token') })
  })
  test.each([
    ['status', filterOf('status', 'eq', 'error'), ['other', 'weather in Oslo']],
    ['anything but a status', filterOf('status', 'not_eq', 'success'), ['other', 'weather in Oslo']],
    ['latency', filterOf('latency', 'gte', '10000'), ['100% sure']],
    ['a word, whose wildcard is a character', filterOf('input', 'match', '0%'), ['100% sure']],
    ['a word that does not occur', filterOf('input', 'match', '%%'), []],
    ['a missing word', filterOf('input', 'not_match', 'weather'), ['100% sure', 'other', '利马的天气']],
    ['a service', filterOf('psm', 'in', 'shop', 'desk'), ['100% sure', 'other']],
    ['no service', filterOf('psm', 'not_exist'), ['weather in Oslo', 'weather in Rome', '利马的天气']],
    ['a user of a program', filterOf('user_id', 'eq', 'ann'), ['other']],
    ['no user', filterOf('user_id', 'eq', ''), ['100% sure']],
    ['not a user', filterOf('user_id', 'not_in', 'ann', ''), ['weather in Oslo', 'weather in Rome', '利马的天气']],
    ['tokens', filterOf('input_tokens', 'gt', '30'), ['100% sure']],
    [
      'one of two',
      {
        query_and_or: 'or',
        filter_fields: [
          ...filterOf('psm', 'eq', 'desk').filter_fields,
          ...filterOf('output', 'match', '雨').filter_fields,
        ],
      } as FilterTree,
      ['other', '利马的天气'],
    ],
    [
      'nested',
      {
        query_and_or: 'and',
        filter_fields: [
          { field_name: 'status', query_type: 'eq', values: ['error'] },
          {
            sub_filter: {
              query_and_or: 'or',
              filter_fields: [
                { field_name: 'psm', query_type: 'exist' },
                { field_name: 'cost', query_type: 'gt', values: ['5'] },
              ],
            },
          },
        ],
      } as FilterTree,
      ['other'],
    ],
  ])('by %s', async (_, filters, expected) => {
    expect(await shown(filters)).toEqual(expected.toSorted())
  })
  test.each([
    ['an unknown field', filterOf('secret', 'eq', 'x'), /no field secret/],
    ['an unknown value', filterOf('status', 'eq', 'odd'), /status: odd is none of/],
    ['an invalid number', filterOf('latency', 'gt', 'long'), /latency: long is not a number/],
    ['a comparison of texts', filterOf('input', 'lt', 'a'), /only numbers/],
    ['no values', filterOf('input', 'eq'), /values are missing/],
  ])('refuses %s', async (_, filters, message) => {
    await expect(list({ filters })).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) })
  })
  test('are searched for all words, in input and output', async () => {
    expect((await list({ words: 'weather rome' })).map(({ input }) => input)).toEqual(['weather in Rome'])
    expect((await list({ words: '雨' })).map(({ input }) => input)).toEqual(['利马的天气'])
  })
  test('are filtered by accounts and by users of programs together', async () => {
    expect(await shown(filterOf('user_id', 'in', member.id, 'ann'))).toEqual(['other', '利马的天气'].toSorted())
  })
  test('need a range that ends after it starts', async () => {
    await expect(list({ end_time: 1000 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('end_time'),
    })
  })
  test('are counted over time and by facet', async () => {
    const found = await owner.api.traceSearch.overview(range())
    expect(found).toMatchObject({ total: 5, failed: 2 })
    expect(found.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(5)
    expect(found.objects.map(({ name, count }) => [name, count])).toEqual(
      expect.arrayContaining([
        ['Lab bot', 3],
        ['shop', 1],
      ]),
    )
    expect(found.errors).toContainEqual({ value: 'timed out', name: 'timed out', count: 1 })
    expect(found.latency.find(({ value }) => value === '10000')).toMatchObject({ count: 1 })
  })
  test('keep all counts of the filtered facet, and narrow those of the others', async () => {
    const filters = filterOf('latency_band', 'in', '10000')
    const found = await owner.api.traceSearch.overview({ ...range(), filters })
    expect(found.total).toBe(1)
    expect(found.latency.reduce((sum, { count }) => sum + count, 0)).toBe(5)
    expect(found.status.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    expect(await list({ filters })).toHaveLength(1)
    await expect(list({ filters: filterOf('latency_band', 'in', '7') })).rejects.toMatchObject({ status: 400 })
  })
  test('are counted by view, within the requested time range', async () => {
    const filters = JSON.stringify(filterOf('psm', 'eq', 'shop'))
    const { id } = await owner.api.observation.createView({ fornax_space_id: spaceId, view_name: 'Shop', filters })
    const { total, views } = await owner.api.traceSearch.counts(range())
    expect(total).toBe(5)
    const counts = new Map(views.map((view) => [view.id, view.count]))
    expect([counts.get('-1'), counts.get('-2'), counts.get(id)]).toEqual([2, 1, 1])
    expect((await member.api.traceSearch.counts(range())).total).toBe(1)
    await owner.api.observation.deleteView({ fornax_space_id: spaceId, id })
  })
  test('are downloaded with the same filters, in the language of the reader', async () => {
    const download = async (input: object, person = owner) => {
      const text = await (await person.api.traceSearch.csv({ ...range(), ...input })).text()
      return Papa.parse<string[]>(text, { skipEmptyLines: true }).data
    }
    const [names, ...rows] = await download({ filters: filterOf('status', 'eq', 'error') })
    expect(names).toEqual(expect.arrayContaining(['Trace ID', 'Input', 'Latency (ms)', 'User ID']))
    expect(rows).toHaveLength(2)
    expect(rows.map((row) => row[names!.indexOf('Status')])).toEqual(['failed', 'failed'])
    expect(await download({}, member)).toHaveLength(2)
    for (const wrong of [{ filters: filterOf('nothing', 'eq', 'x') }, { end_time: 1000 }])
      expect((await owner.api.traceSearch.csv({ ...range(), ...wrong })).status).toBe(400)
  })
})

describe('the access rule of traces', () => {
  test('lets owners see everything, members their own turns and what they may edit, outsiders nothing', async () => {
    expect((await list({}, member)).map(({ input }) => input)).toEqual(['利马的天气'])
    expect(await member.api.traceSearch.overview(range())).toMatchObject({ total: 1, failed: 0 })
    await expect(member.api.traceSearch.get({ space_id: spaceId, trace_id: trace('a') })).rejects.toMatchObject({
      status: 404,
    })
    expect((await member.api.observation.allSpans(range())).spans.every(({ trace_id }) => trace_id === turn)).toBe(true)
    expect(
      (await member.api.observation.advanceInfo({ space_id: spaceId, traces: [{ trace_id: trace('a') }] }))
        .traces_advance_info,
    ).toEqual([])
    await expect(list({}, outsider)).rejects.toMatchObject({ status: 404 })
    await expect(outsider.api.observation.traces(range())).rejects.toMatchObject({ status: 404 })
    const elsewhere = (await outsider.api.space.create({ name: 'Elsewhere' })).id
    await expect(outsider.api.traceSearch.get({ space_id: elsewhere, trace_id: turn })).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('owners and admins set how long traces are kept; the setting applies to new traces', async () => {
  const kept = { space_id: spaceId, keep_days: 30 } as const
  await expect(member.api.traceSearch.saveSettings(kept)).rejects.toMatchObject({ status: 403 })
  expect(await member.api.traceSearch.settings({ space_id: spaceId })).toMatchObject({ keep_days: 365 })
  await owner.api.traceSearch.saveSettings(kept)
  await owner.api.traceIngest.spans({ spans: [span({ trace_id: trace('d') })] })
  const { rows } = await lab.t.infra.database.pool.query('SELECT DISTINCT keep FROM span WHERE trace_id = $1', [
    trace('d'),
  ])
  expect(rows).toEqual([{ keep: 30 }])
  const old = span({ started_at_micros: (lab.t.clock.now() - 40 * 86_400_000) * 1000 })
  await expect(owner.api.traceIngest.spans({ spans: [old] })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('30 days'),
  })
  await owner.api.traceSearch.saveSettings({ ...kept, keep_days: 365 })
})

describe('one trace', () => {
  test('is returned with its spans, whatever its source', async () => {
    const sent = await owner.api.traceSearch.get({ space_id: spaceId, trace_id: trace('a') })
    expect(sent.trace).toMatchObject({ name: 'plan a trip', input_tokens: 40, duration_ms: 12_000 })
    expect(sent.spans).toMatchObject([
      { kind: 'agent', parent_id: '', offset_ms: 0 },
      { kind: 'model', model_name: 'gpt-x', input_tokens: 40, parent_id: sent.spans[0]!.span_id },
    ])
    const own = await member.api.traceSearch.get({ space_id: spaceId, trace_id: turn })
    expect(own.spans.map(({ kind }) => kind)).toEqual(['turn', 'model'])
  })
  test('shows values too large for a span, and attachments', async () => {
    const file = (name: string, text: string) => new File([text], name, { type: 'text/plain' })
    await owner.api.traceIngest.file({ workspace_id: spaceId, file: file('k-input', 'the whole input') })
    await owner.api.traceIngest.file({ workspace_id: spaceId, file: file('k-image', 'pixels') })
    const object_storage = JSON.stringify({
      input_tos_key: 'k-input',
      Attachments: [{ field: 'input', name: 'cat.png', type: 'image', tos_key: 'k-image' }],
    })
    await owner.api.traceIngest.spans({ spans: [span({ trace_id: trace('c'), input: 'the wh', object_storage })] })
    const { spans } = await owner.api.traceSearch.get({ space_id: spaceId, trace_id: trace('c') })
    expect(spans[0]).toMatchObject({
      input: 'the whole input',
      attributes: { attachments: [{ name: 'cat.png', url: expect.stringContaining('/api/file/') }] },
    })
  })
})

describe('the calls of observation', () => {
  test('list roots, all spans and model calls', async () => {
    const filters = { psm: { string: { in: ['shop'] } } }
    const roots = await owner.api.observation.traces({ ...range(), filters })
    expect(roots.spans).toMatchObject([
      { trace_id: trace('a'), name: 'plan a trip', parent_id: '0', status: 2, latency: '12000', log_id: 'log-a' },
    ])
    const all = await owner.api.observation.allSpans({
      ...range(),
      filters,
      order_by: [{ field_name: 'start_time', order_type: 3 }],
    })
    expect(all.spans.map(({ type }) => type)).toEqual([15, 3])
    const models = await owner.api.observation.modelSpans({ ...range(), filters })
    expect(models.spans).toMatchObject([
      { attr_model: { model_name: 'gpt-x' }, attr_base: { tokens: 42, prompt_key: 'greet' } },
    ])
    const either = { psm: { string: { in: ['desk'] } }, latency: { f64: { gte: 10_000 } } }
    expect((await owner.api.observation.traces({ ...range(), filters: either, query_and_or: 2 })).spans).toHaveLength(2)
    expect((await owner.api.observation.traces({ ...range(), filters: either })).spans).toEqual([])
  })
  test('filter by platform and environment', async () => {
    const names = async (more: object) => (await owner.api.observation.traces({ ...range(), ...more })).spans.length
    expect([
      await names({ platform_type: 11 }),
      await names({ platform_type: 2 }),
      await names({ target_env: 1 }),
      await names({ target_env: 0 }),
    ]).toEqual([3, 4, 3, 4])
  })
  test('find a trace by its id, by a log id, and spans of it', async () => {
    const by = { space_id: spaceId }
    const found = await owner.api.observation.trace({ ...by, trace_id: trace('a') })
    expect(found).toMatchObject({
      is_complete_trace: true,
      traces_advance_info: { trace_id: trace('a'), tokens: { input: 40, output: 2 } },
    })
    expect(found.spans).toHaveLength(2)
    expect((await owner.api.observation.byLogId({ ...by, log_id: 'log-a' })).spans).toEqual(found.spans)
    expect((await owner.api.observation.search({ ...by, id: 'log-a', search_type: 1 })).spans).toEqual(found.spans)
    expect((await owner.api.observation.search({ ...by, id: trace('a'), search_type: 2 })).spans).toEqual(found.spans)
    const some = await owner.api.observation.spanInfo({ ...by, trace_id: trace('a'), span_id: [found.spans[1]!.id] })
    expect(some.spans.map(({ id }) => id)).toEqual([found.spans[1]!.id])
    await expect(
      owner.api.observation.trace({ ...by, trace_id: trace('a'), start_time: 1, end_time: 2 }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await owner.api.observation.trace({ ...by, trace_id: turn })).spans[0]).toMatchObject({
      type: 16,
      attr_coze_bot: { bot_id: bot },
    })
  })
  test('name the fields to filter by', async () => {
    const { field_metas } = await owner.api.observation.metaInfo({
      space_id: spaceId,
      span_list_type: SpanListType.root,
    })
    expect(field_metas['status']).toMatchObject({
      value_type: 6,
      field_options: { string: ['success', 'error', 'broken'] },
    })
    expect(field_metas['latency']).toMatchObject({ value_type: 4 })
  })
})

describe('views', () => {
  const filters = JSON.stringify(filterOf('psm', 'eq', 'shop'))
  const create = (who: Person, view_name: string, text = filters) =>
    who.api.observation.createView({ fornax_space_id: spaceId, view_name, filters: text })
  const named = async (who = owner) => (await who.api.observation.listViews({ fornax_space_id: spaceId })).views
  test('are shared with all members; members change their own views, owners all', async () => {
    const { id } = await create(member, 'Shop')
    expect((await named()).map(({ id: one, is_system }) => [one, is_system])).toEqual([
      ['-1', true],
      ['-2', true],
      ['-3', true],
      ['-4', true],
      [id, false],
    ])
    await expect(create(owner, 'shop')).rejects.toMatchObject({ status: 409 })
    const mine = await create(owner, 'Mine')
    const change = { fornax_space_id: spaceId, id: mine.id, view_name: 'Theirs' }
    await expect(member.api.observation.updateView(change)).rejects.toMatchObject({ status: 403 })
    await owner.api.observation.updateView({ fornax_space_id: spaceId, id, view_name: 'Shop floor' })
    expect((await named()).map(({ view_name }) => view_name)).toContain('Shop floor')
    await owner.api.observation.deleteView({ fornax_space_id: spaceId, id })
    expect((await named()).map((view) => view.id)).not.toContain(id)
  })
  test('include built-in ones, which work as filters and cannot be deleted', async () => {
    for (const view of (await named()).filter(({ is_system }) => is_system)) {
      await list({ filters: JSON.parse(view.filters) as FilterTree })
      await expect(owner.api.observation.deleteView({ fornax_space_id: spaceId, id: view.id })).rejects.toMatchObject({
        status: 400,
      })
    }
  })
  test('are refused if their filter is invalid, and are not found from another space', async () => {
    await expect(create(owner, 'Bad', '[]')).rejects.toMatchObject({ status: 400 })
    await expect(create(owner, 'Bad', JSON.stringify(filterOf('nothing', 'eq', '1')))).rejects.toMatchObject({
      status: 400,
    })
    const { id } = await create(owner, 'Here')
    const elsewhere = (await outsider.api.space.create({ name: 'Elsewhere' })).id
    await expect(outsider.api.observation.deleteView({ fornax_space_id: elsewhere, id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(outsider.api.observation.listViews({ fornax_space_id: spaceId })).rejects.toMatchObject({
      status: 404,
    })
  })
})
