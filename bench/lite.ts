import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Contract, contract } from '@orrery/contract'
import { createClient, routeTable } from '@orrery/contract/client'
import { BatchStatus, CheckupStatus } from '@orrery/contract/shared/checkup-enums'
import pg from 'pg'
import { createEgress } from '../apps/server/src/kit/egress/egress.ts'
import { createLog } from '../apps/server/src/kit/log.ts'
import { createChatModel } from '../apps/server/src/kit/models/chat-model.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import type { Api } from '../apps/server/src/testing/test-app.ts'
import { canvas, edge, endNode, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { processTreeCpuMs, freePort, root, startOrrery, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

const CHUNKS = 500
const CHECKUPS = 200
const MODELS = 4
const ROWS = 200
const TAB_LOADS = 25
/** The number of rows that a comparison runs at once for each object. */
const AT_ONCE = 5
interface Bench {
  api: Api
  spaceId: string
  databaseUrl: string
  modelUrl: string
  /** CPU of the server, its children and its database. */
  used(): number
}

/** Measures check-ups and comparisons: their duration, their cost beside the models, and how fast the tab opens. */
export async function benchLite() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-lite-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const model = await startProcess([path.join(root, 'bench/lib/floor-model.ts')], await freePort(), {
    TOKENS: '20',
    GAP_MS: '1',
  })
  const server = await startOrrery(dataDir, await freePort(), {
    DATABASE_URL: database.url,
    EGRESS_ALLOW: '127.0.0.1',
  })
  try {
    const api = clientOf(server.url)
    await api.passport.register({ email: 'bench@example.test', password: 'correct horse 7' })
    const spaceId = (await api.space.create({ name: 'Bench' })).id
    const used = () => processTreeCpuMs(server.child.pid!, dataDir)
    const bench = { api, spaceId, databaseUrl: database.url, modelUrl: `${model.url}/v1`, used }
    const botId = await createBot(bench)
    await measureCheckups(bench, botId)
    await measureTab(bench, botId)
    await measureComparison(bench)
  } finally {
    await Promise.all([server.stop(), model.stop()])
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
function clientOf(address: string): Api {
  let cookie = ''
  return createClient<Contract>(routeTable(contract), async (target, init) => {
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(address + target, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  })
}

async function createTool({ api, spaceId: space_id }: Bench, name: string, about: string, parameter: string) {
  const { plugin_id } = await api.plugin.registerMeta({
    space_id,
    name,
    desc: about,
    url: 'https://tools.example.test',
    icon: {},
    auth_type: 0,
  } as never)
  const api_name = `get_${name.toLowerCase()}`
  const { api_id } = await api.pluginTool.create({
    plugin_id,
    name: api_name,
    desc: about,
    path: `/${name}`,
    method: 2,
    request_params: [{ name: parameter, desc: parameter, is_required: true, type: 1, location: 3 }],
    response_params: [{ name: 'result', desc: 'Result', type: 1 }],
  } as never)
  return { plugin_id, api_id, api_name }
}
async function createBase({ api, spaceId: space_id, databaseUrl }: Bench, name: string) {
  const { dataset_id } = await api.knowledge.create({ name, space_id, format_type: 0 })
  const things = ['orchard', 'harbour', 'library', 'workshop', 'greenhouse']
  const documents = Array.from({ length: CHUNKS }, (_, n) => {
    const text = `The ${name} ${things[n % things.length]} number ${n} opens at ${n % 24} o'clock and keeps ${n * 3} lanterns.`
    const file_base64 = Buffer.from(text).toString('base64')
    return { name: `Note ${n}.md`, source_info: { file_base64, file_type: 'md' } }
  })
  for (let at = 0; at < CHUNKS; at += 100)
    await api.knowledge.createDocument({ dataset_id, document_bases: documents.slice(at, at + 100) })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const ready = async () =>
    (
      await client.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM knowledge_slice WHERE knowledge_id = $1 AND status = 1',
        [dataset_id],
      )
    ).rows[0]!.n
  while ((await ready()) < CHUNKS) await sleep(500)
  await client.end()
  return { id: dataset_id, name }
}
/** Creates a bot with three tools, two knowledge bases and one workflow. */
async function createBot(bench: Bench): Promise<string> {
  const { api, spaceId: space_id } = bench
  const tools = [
    await createTool(bench, 'Weather', 'Weather forecast for a city', 'city'),
    await createTool(bench, 'Ferry', 'Departure times of ferries at a port', 'port'),
    await createTool(bench, 'Recipe', 'Cooking recipes for a dish', 'dish'),
  ]
  const bases = [await createBase(bench, 'North'), await createBase(bench, 'South')]
  const { workflow_id } = await api.workflow.create({
    name: 'order_status',
    space_id,
    flow_mode: 0,
    desc: 'Status of an order',
  } as never)
  const start = startNode([{ name: 'order_number', type: 'string', required: true }])
  const end = endNode([param('status', ref('100001', 'order_number'))])
  await api.workflow.save({ workflow_id, schema: canvas([start, end], [edge('100001', '900001')]) })
  await api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  const { bot_id } = await api.bot.create({ space_id, name: 'Measured' })
  const parameters = [{ name: 'order_number', type: 'string', required: true }]
  await api.bot.updateDraft({
    bot_info: {
      bot_id,
      prompt_info: { prompt: 'You are the friendly guide of a small town by the sea.' },
      onboarding_info: { prologue: 'Welcome!', suggested_questions: ['What can I see?', 'When does the ferry leave?'] },
      plugin_info_list: tools,
      workflow_info_list: [{ workflow_id, workflow_name: 'order_status', parameters }],
      knowledge: { knowledge_info: bases, min_score: 0.3, auto: true },
    },
  } as never)
  return bot_id
}
async function checkUp({ api, spaceId: space_id }: Bench, bot_id: string) {
  const of = { space_id, bot_id }
  const began = performance.now()
  const { batch_task_id } = await api.checkupTask.submit(of)
  const reaches = async (wanted: number) => {
    for (;;) {
      const { batch_tasks } = await api.checkupTask.statuses({ ...of, batch_task_ids: [batch_task_id] })
      if (batch_tasks[batch_task_id]!.status >= wanted) return performance.now() - began
      await sleep(50)
    }
  }
  return { madeMs: await reaches(CheckupStatus.processing), allMs: await reaches(CheckupStatus.terminated) }
}
async function measureCheckups(bench: Bench, bot_id: string) {
  const rowIds = async () => (await bench.api.checkupTab.rows({ bot_id })).rows.map(({ item_id }) => item_id)
  const first = await checkUp(bench, bot_id)
  const rows = await rowIds()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  report(`check-up, ${rows.length} questions made`, seconds(first.madeMs), '–', undefined, 'goal: under 5 s')
  report(`  and asked`, seconds(first.allMs), '–', undefined, 'goal: under 60 s')
  const second = await checkUp(bench, bot_id)
  const known = new Set(rows)
  const fresh = (await rowIds()).filter((id) => !known.has(id)).length
  report(`  second one (${seconds(second.allMs)})`, `${fresh} new`, '–', undefined, 'goal: none made again')
}

/** The tab draws all check-ups, but reads only the rows of the last two; the older ones are copies of the first. */
async function measureTab({ api, databaseUrl, used }: Bench, bot_id: string) {
  await api.checkupTab.view({ bot_id })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const [table, key, more] of [
    ['checkup', 'id', {}],
    ['experiment', 'batch_id', { name: true }],
  ] as const) {
    const { fields } = await client.query(`SELECT * FROM ${table} LIMIT 0`)
    const names = fields.map(({ name }) => `"${name}"`).join(', ')
    const values = fields
      .map(({ name }) =>
        name === 'id' || name === key
          ? `s."${name}" - n`
          : 'name' in more && name === 'name'
            ? `s.name || ' ' || n`
            : `s."${name}"`,
      )
      .join(', ')
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM generate_series(1, $1) n,
       (SELECT * FROM ${table} WHERE ${table === 'checkup' ? 'bot_id = $2' : 'batch_id IN (SELECT id FROM checkup WHERE bot_id = $2)'}
        ORDER BY id LIMIT 1) s`,
      [CHECKUPS - 2, bot_id],
    )
  }
  await client.query('UPDATE checkup SET score = 80 WHERE score IS NULL')
  await client.end()
  const { history } = await api.checkupTab.view({ bot_id })
  const times: number[] = []
  const before = used()
  for (let at = 0; at < TAB_LOADS; at += 1) {
    const began = performance.now()
    await api.checkupTab.view({ bot_id })
    times.push(performance.now() - began)
  }
  const cpu = (used() - before) / TAB_LOADS
  report(
    `tab with ${history.length} check-ups`,
    `${median(times).toFixed(0)} ms`,
    '–',
    undefined,
    `goal: median under 150 ms; ${cpu.toFixed(0)} ms CPU`,
  )
}

async function measureComparison({ api, spaceId: space_id, modelUrl, used }: Bench) {
  const { id: provider_id } = await api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Floor',
    base_url: modelUrl,
    api_key: 'sk-bench',
  })
  const models: string[] = []
  for (let at = 0; at < MODELS; at += 1)
    models.push((await api.instanceModel.createModel({ provider_id, name: `Model ${at}`, model: `m${at}` })).id)
  const { id: batch_task_id } = await api.liteBatch.create({ space_id, name: 'Four models' })
  const of = { space_id, batch_task_id }
  await api.liteBatch.bindObjects({
    ...of,
    eval_objects: models.map((model_id) => ({ object_type: 8, playground_coze_model: { model_id } })),
  })
  await api.liteDataset.create({
    ...of,
    name: 'Rows',
    column_schema: [{ name: 'input' }, { name: 'reference_output' }],
    row_groups: Array.from({ length: ROWS }, (_, n) => ({ rows: [{ cells: [`Question ${n}`, `word${n % 20}`] }] })),
  })
  await api.liteBatch.setRule({
    ...of,
    rule: {
      evaluator_type: 10_004,
      process_type: 4,
      name: 'Contains',
      buildin_func_rule: { contents: ['{{reference_output}}'] },
    },
  })
  const before = used()
  await api.liteBatch.submit(of)
  for (;;) {
    const { status } = (await api.liteBatch.get(of)).coze_batch_task.coze_batch_task_progress
    if (status === BatchStatus.complete || status === BatchStatus.failed) break
    await sleep(1000)
  }
  const all = used() - before
  const floor = await modelCpu(modelUrl, MODELS, ROWS)
  const count = MODELS * ROWS
  report(
    `${MODELS} models x ${ROWS} rows, each row (CPU)`,
    `${(all / count).toFixed(2)} ms`,
    `${(floor / count).toFixed(2)} ms`,
    undefined,
    `goal: at most 5 ms more; ${((all - floor) / count).toFixed(2)} ms`,
  )
}
/**
 * CPU of the models alone: the same calls through the model port, with nothing around it. With a bare fetch as the
 * floor, the comparison would be charged for what every model call costs here: reading the stream, the egress rules,
 * the timeout.
 */
async function modelCpu(modelUrl: string, models: number, rows: number): Promise<number> {
  const egress = createEgress({ allow: ['127.0.0.1'], log: createLog({ level: 'silent' }) })
  const callers = Array.from({ length: models }, (_, at) =>
    createChatModel(
      { kind: 'openai-compatible', providerName: 'Floor', baseUrl: modelUrl, apiKey: 'sk-bench', model: `m${at}` },
      egress,
    ),
  )
  const before = process.cpuUsage()
  for (let at = 0; at < rows; at += AT_ONCE)
    await Promise.all(
      callers.flatMap(({ chat }) =>
        Array.from({ length: AT_ONCE }, (_, n) =>
          chat({ messages: [{ role: 'user', content: `Question ${at + n}` }], signal: new AbortController().signal }),
        ),
      ),
    )
  const { user, system } = process.cpuUsage(before)
  await egress.close()
  return (user + system) / 1000
}
