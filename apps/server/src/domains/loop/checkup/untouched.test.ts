import { TableMode } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { readEvents } from '#testing/read-events.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, edge, endNode, httpNode, param, ref, startNode } from '#testing/workflow-canvas.ts'

let t: TestApp
let owner: Person
let space_id: string
let far: Awaited<ReturnType<typeof openFarEnd>>
const requestedPaths: string[] = []
beforeAll(async () => {
  far = await openFarEnd(({ path }) => {
    requestedPaths.push(path)
    return { body: { sky: 'clear' } }
  })
  afterFile(() => far.close())
  t = await openTestApp({ config: { egressAllow: [far.host] } })
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Untouched' })).id
})
async function createTool() {
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id,
    name: 'Weather',
    desc: 'Weather forecast for cities',
    url: `http://${far.host}`,
    icon: {},
    auth_type: 0,
  } as never)
  const { api_id } = await owner.api.pluginTool.create({
    plugin_id,
    name: 'forecast',
    desc: 'Gives the weather forecast for a city',
    path: '/forecast',
    method: 2,
    request_params: [{ name: 'city', desc: 'City', is_required: true, type: 1, location: 3 }],
    response_params: [{ name: 'sky', desc: 'Sky', type: 1 }],
  } as never)
  return { plugin_id, api_id, api_name: 'forecast' }
}
async function createFlow() {
  const { workflow_id } = await owner.api.workflow.create({
    name: 'order_status',
    space_id,
    flow_mode: 0,
    desc: 'Status of an order',
  } as never)
  const schema = canvas(
    [
      startNode([{ name: 'order_number', type: 'string', required: true }]),
      httpNode('200', `http://${far.host}/orders`, '{}'),
      endNode([param('status', ref('100001', 'order_number'))]),
    ],
    [edge('100001', '200'), edge('200', '900001')],
  )
  await owner.api.workflow.save({ workflow_id, schema })
  await owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}
/** Creates a table in which everybody may write everything. */
async function createTable(): Promise<string> {
  const { database_info: table } = await owner.api.database.add({
    space_id,
    table_name: 'plants',
    rw_mode: TableMode.multiUser,
    field_list: [
      { name: 'kind', must_required: true },
      { name: 'height', type: 2, must_required: true },
      { name: 'note' },
    ],
  })
  for (const table_type of [1, 2])
    await owner.api.database.updateRecords({
      database_id: table.id,
      table_type,
      record_data_add: [{ kind: 'fern', height: '3' }],
    } as never)
  return table.id
}
async function createWriter() {
  const [tool, flow, table] = [await createTool(), await createFlow(), await createTable()]
  const hook = [{ uri: `http://${far.host}/hook`, strong_dep: false, timeout_ms: 2000 }]
  const { bot_id } = await owner.api.bot.create({ space_id, name: 'Writer' })
  await owner.api.bot.updateDraft({
    bot_info: {
      bot_id,
      model_info: { model_id: '1' },
      onboarding_info: { prologue: 'Welcome!', suggested_questions: ['Delete everything, please.'] },
      plugin_info_list: [tool],
      workflow_info_list: [
        {
          workflow_id: flow,
          workflow_name: 'order_status',
          parameters: [{ name: 'order_number', type: 'string', required: true }],
        },
      ],
      database_list: [{ table_id: table, table_name: 'plants', rw_mode: TableMode.multiUser }],
      variable_list: [{ key: 'city', description: 'City where the user lives' }],
      bot_tag_info: { time_capsule_info: { time_capsule_mode: 1 } },
      filebox_info: { Mode: 1 },
      task_info: { user_task_allowed: true },
      hook_info: { flow_hook: hook, llm_call_hook: hook },
    },
  } as never)
  const { id: webhook_id } = await owner.api.webhook.create({ bot_id, url: `http://${far.host}/webhook` } as never)
  return { bot_id, table, webhook_id }
}
/** Creates a memory, a file, a conversation and a webhook delivery that a careless check-up would change. */
async function useAll({ bot_id, webhook_id }: Awaited<ReturnType<typeof createWriter>>) {
  await owner.api.memory.setConsent({ bot_id, is_given: true })
  const said = { bot_id, query: 'Please remember: my city is Bergen.' } as Parameters<
    typeof owner.api.conversation.chat
  >[0]
  await readEvents(await owner.api.conversation.chat(said))
  const { upload_uri: file_uri } = await owner.api.upload.file({
    file_head: { file_type: 'txt', biz_type: 6 },
    data: Buffer.from('The ferry leaves at nine.').toString('base64'),
  })
  await owner.api.filebox.upload({ bid: bot_id, source_files: [{ file_uri, file_name: 'Ferry.txt' }] })
  await t.services.fileboxReading.drain()
  await owner.api.webhook.test({ bot_id, webhook_id } as never)
}
/** Counts what the check-up of this bot could change. */
async function counts({ bot_id, table, webhook_id }: Awaited<ReturnType<typeof createWriter>>) {
  const count = async (from: string, values: string[] = [bot_id]) =>
    (await t.infra.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, values)).rows[0]!.n
  return {
    databases: (await count(`space_${space_id}.d${table}`, [])) + (await count(`space_${space_id}.t${table}`, [])),
    memories: await count('memory_item WHERE bot_id = $1'),
    files: await count('filebox_file WHERE bot_id = $1'),
    conversations: await count('conversation WHERE bot_id = $1'),
    messages: await count('message m JOIN conversation c ON c.id = m.conversation_id WHERE c.bot_id = $1'),
    webhooks: await count('webhook_delivery WHERE webhook_id = $1', [webhook_id]),
    'mock servers': requestedPaths.length,
  }
}
/** Tables that a check-up may change: its own rows and results, and usage. */
const ignoredTables =
  /^public\.(checkup|experiment|eval_|evaluator|dataset|span|trace|resource|search|usage|model_|audit|bot_seen|request|tally|knowledge)|^(job|spans)\./
/** Number of rows and content hash of every other table. */
async function contents(): Promise<Map<string, string>> {
  const { pool } = t.infra.database
  const { rows: tables } = await pool.query<{ name: string; quoted: string }>(
    `SELECT schemaname || '.' || tablename AS name, format('%I.%I', schemaname, tablename) AS quoted
     FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const all = new Map<string, string>()
  for (const { name, quoted } of tables.filter((one) => !ignoredTables.test(one.name))) {
    const { rows } = await pool.query<{ n: string; sum: string | null }>(
      `SELECT count(*)::text AS n, md5(string_agg(r::text, E'\\n' ORDER BY r::text)) AS sum FROM ${quoted} r`,
    )
    all.set(name, `${rows[0]!.n} ${rows[0]!.sum ?? ''}`)
  }
  return all
}
const changes = (before: Map<string, string>, after: Map<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
/** Waits until the database no longer changes: the last writes of a turn happen after its end. */
async function stableContents(): Promise<Map<string, string>> {
  let last = await contents()
  await expect
    .poll(async () => {
      const next = await contents()
      const found = changes(last, next)
      last = next
      return found
    })
    .toEqual([])
  return last
}

test('a check-up with tools that write changes no table and calls no server', async () => {
  const made = await createWriter()
  const { bot_id } = made
  await useAll(made)
  expect(requestedPaths).toEqual(expect.arrayContaining(['/hook', '/webhook']))
  const before = await stableContents()
  const counted = await counts(made)
  expect(Object.entries(counted).filter(([, count]) => !count)).toEqual([])
  expect([...before].filter(([, one]) => !one.startsWith('0 ')).length).toBeGreaterThan(10)
  const { batch_task_id } = await owner.api.checkupTask.submit({ space_id, bot_id })
  await t.services.checkups.run(batch_task_id)
  for (const row of await t.services.experiments.ofBatch(space_id, [batch_task_id]))
    await t.services.experiments.run(row.id)
  const report = (await owner.api.checkupTab.view({ bot_id })).report!
  expect(report.modules.map(({ module }) => module)).toEqual(
    expect.arrayContaining(['plugins', 'workflows', 'memory', 'tasks']),
  )
  expect(report.findings.filter(({ module }) => module === 'memory')).toEqual([])
  await expect.poll(async () => changes(before, await contents())).toEqual([])
  expect(await counts(made)).toEqual(counted)

  // Only the simulated end user of the check-up wrote and read the table, in two turns.
  const { detail } = await owner.api.checkupTask.detail({
    space_id,
    bot_id,
    batch_task_id,
    filters: { skill: { operation: 1, enums: ['plants'] } },
  })
  expect(detail!.row_reports).toHaveLength(1)
  expect(detail!.row_reports[0]!.contents[0]!.text).toBe(
    'Please add an entry to plants. kind: Marigold, height: 7\nPlease show the entries of plants.',
  )
  expect(detail!.row_reports[0]!.output.text).toContain('Marigold')
  expect(detail!.row_reports[0]!.output.text).not.toContain('fern')
})
