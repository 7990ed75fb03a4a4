import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Loop' })).id
})
const query = async (text: string, values: unknown[]) =>
  (await t.infra.database.pool.query<Record<string, unknown>>(text, values)).rows
let n = 0
const span = (more: object = {}) => ({
  workspace_id: spaceId,
  trace_id: 'a'.repeat(32),
  span_id: String((n += 1)).padStart(16, '0'),
  parent_id: '0',
  started_at_micros: t.clock.now() * 1000,
  duration: 0,
  duration_micros: 1500,
  span_name: 'step',
  span_type: 'custom',
  method: '',
  status_code: 0,
  input: '',
  output: '',
  ...more,
})
const send = (...spans: ReturnType<typeof span>[]) => owner.api.traceIngest.spans({ spans })
const stored = async (traceId: string) =>
  query(
    `SELECT s.*, b.input, b.output, b.attributes FROM span s JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id)
     WHERE trace_id = $1 ORDER BY span_id`,
    [traceId],
  )

describe('spans in the format of the loop clients', () => {
  test('are stored as the clients of each language send them', async () => {
    const trace_id = 'b'.repeat(32)
    const root = span({
      trace_id,
      span_type: 'agent',
      tags_string: { thread_id: 'th', user_id: 'ann' },
      logid: 'log-1',
      psm: 'shop',
    })
    const python = span({
      trace_id,
      parent_id: root.span_id,
      started_at_micros: String(t.clock.now() * 1000),
      duration_micros: '2500',
      span_type: 'model',
      log_id: 'log-1',
      service_name: 'shop',
      input: 'question',
      output: 'answer',
      tags_string: { model_name: 'm', model_provider: 'p', prompt_key: 'greet', prompt_version: '1' },
      tags_long: { input_tokens: '12', output_tokens: 3, latency_first_resp: 700 },
      tags_double: { temperature: 0.5 },
      tags_bool: { stream: true },
      system_tags_string: { runtime: '{"language":"python"}' },
    })
    const javascript = span({
      trace_id,
      parent_id: root.span_id,
      span_type: 'tool',
      latency_first_resp: 900,
      status_code: 1,
      tags_string: { error: 'broke' },
    })
    await send(root, python, javascript)
    expect(await stored(trace_id)).toMatchObject([
      {
        kind: 'agent',
        parent_id: '',
        user_key: 'ann',
        thread_id: 'th',
        log_id: 'log-1',
        service: 'shop',
        duration_us: '1500',
      },
      {
        kind: 'model',
        parent_id: root.span_id,
        model: 'm',
        provider: 'p',
        input_tokens: '12',
        output_tokens: '3',
        first_us: '700',
        duration_us: '2500',
        prompt_key: 'greet',
        input: 'question',
        output: 'answer',
        attributes: { temperature: 0.5, stream: true, system_tags: { runtime: '{"language":"python"}' } },
      },
      { kind: 'tool', first_us: '900', status: 2, error_code: 1, error_msg: 'broke' },
    ])
    expect(await query('SELECT * FROM trace_head WHERE trace_id = $1', [trace_id])).toMatchObject([
      { source: 'loop', root_id: root.span_id, span_count: 3, failed_count: 1, input_tokens: '12', log_id: 'log-1' },
    ])
  })
  test('are stored all or none, and the error names the invalid span', async () => {
    const other = (await owner.api.space.create({ name: 'Other' })).id
    const trace_id = 'c'.repeat(32)
    const cases: [object, RegExp][] = [
      [{ workspace_id: other }, /spans\[1\]\.workspace_id/],
      [{ started_at_micros: (t.clock.now() + 3_600_000) * 1000 }, /spans\[1\]\.started_at_micros.*future/],
      [{ started_at_micros: 1_000_000 }, /spans\[1\]\.started_at_micros.*too long ago/],
      [{ span_id: '' }, /spans\.1\.span_id/],
    ]
    for (const [more, message] of cases)
      await expect(send(span({ trace_id }), span({ trace_id, ...more }))).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      })
    expect(await stored(trace_id)).toEqual([])
  })
  test('can be sent by members only', async () => {
    const outsider = await t.register('outsider')
    await expect(outsider.api.traceIngest.spans({ spans: [span()] })).rejects.toMatchObject({ status: 404 })
  })
})

describe('files of spans', () => {
  test('are stored under their key, and only the person who sent a file can replace it', async () => {
    const file = (text: string) => new File([text], 'trace/input-1.txt', { type: 'text/plain' })
    expect(await owner.api.traceIngest.file({ workspace_id: spaceId, file: file('long') })).toEqual({
      bytes: 4,
      file_name: 'trace/input-1.txt',
    })
    await owner.api.traceIngest.file({ workspace_id: spaceId, file: file('longer') })
    const member = await t.register('member')
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    await expect(member.api.traceIngest.file({ workspace_id: spaceId, file: file('mine') })).rejects.toMatchObject({
      status: 400,
    })
    const [row] = await query('SELECT blob_key, size FROM span_file WHERE space_id = $1', [spaceId])
    expect(row).toMatchObject({ size: '6' })
    const blob = await t.infra.blobs.get(String(row!.blob_key))
    expect(Buffer.from(await blob!.bytes()).toString()).toBe('longer')
  })
})
