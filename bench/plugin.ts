import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Call } from '@orrery/engine'
import { Agent, fetch } from 'undici'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/kit/config.ts'
import { openInfra } from '../apps/server/src/kit/infra.ts'
import { createLog } from '../apps/server/src/kit/log.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

const CALLS = 600
const TURNS = 120
const TOOLS = 50
const MODEL_PORT = 8951

/** Measures what a plugin adds to a call of its target, and what fifty tools add to a turn. */
export async function benchPlugin() {
  const target = await listen((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ city: 'Lima', temperature: 21.5, days: [1, 2, 3], note: 'x'.repeat(2000) }))
  })
  const model = await startProcess(['bench/lib/floor-model.ts'], MODEL_PORT, { TOKENS: '3', GAP_MS: '1' })
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-plugin-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbedded(dataDir)
  const config = {
    ...readConfig({ DATA_DIR: dataDir }, []),
    webDir: undefined,
    egressAllow: [target.host, `127.0.0.1:${MODEL_PORT}`],
  }
  const infra = await openInfra(config, postgres.url, createLog({ level: 'error' }))
  const { app, services, start } = buildApp(infra)
  await start()
  try {
    const studio = await openStudio(app)
    const plugin = await createPlugin(studio, target.url)
    await measureCalls(services, studio, plugin, target.url)
    await measureTurns(services, studio, plugin)
  } finally {
    await infra.close()
    await Promise.all([postgres.stop(), model.stop(), target.close()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}
type Services = ReturnType<typeof buildApp>['services']
type Studio = Awaited<ReturnType<typeof openStudio>>
interface Plugin {
  id: string
  tools: { id: string; name: string }[]
}

async function listen(handler: RequestListener) {
  const server = createServer(handler)
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function openStudio(app: ReturnType<typeof buildApp>['app']) {
  let cookie = ''
  async function post<T>(route: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', cookie }
    const answer = await app.request(route, { method: 'POST', headers, body: JSON.stringify(body) })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const reply = (await answer.json()) as { code: number; msg: string; data?: unknown }
    if (reply.code !== 0) throw new Error(`${route}: ${reply.msg}`)
    return (reply.data ?? reply) as T
  }
  const user = await post<{ user_id_str: string }>('/api/passport/web/email/register/v2/', {
    email: 'bench@example.test',
    password: 'correct horse 7',
  })
  const space = await post<{ id: string }>('/api/space/create', { name: 'Bench' })
  return { post, userId: user.user_id_str, spaceId: space.id }
}

async function createPlugin({ post, spaceId }: Studio, url: string): Promise<Plugin> {
  const meta = { space_id: spaceId, name: 'Bench', desc: 'x', url, icon: {}, auth_type: 1, location: 1, key: 'x-key' }
  const { plugin_id } = await post<{ plugin_id: string }>('/api/plugin_api/register_plugin_meta', {
    ...meta,
    service_token: 'secret',
  })
  const tools: Plugin['tools'] = []
  for (let n = 0; n < TOOLS; n += 1) {
    const name = `forecast_${n}`
    const made = await post<{ api_id: string }>('/api/plugin_api/create_api', {
      plugin_id,
      name,
      desc: 'Tells the weather of a city on one of the next days',
      path: `/forecast/${n}`,
      request_params: [
        { name: 'city', desc: 'Which city', type: 1, location: 2, is_required: true },
        { name: 'day', desc: 'Which day', type: 2, location: 2, global_default: '1' },
      ],
      response_params: [
        { name: 'city', type: 1 },
        { name: 'temperature', type: 3 },
        { name: 'days', type: 5, sub_type: 2 },
      ],
    })
    tools.push({ id: made.api_id, name })
  }
  await post('/api/plugin_api/publish_plugin', { plugin_id })
  return { id: plugin_id, tools }
}

/** Alternates, so that both run under the same conditions. */
async function measureCalls(services: Services, { spaceId, userId }: Studio, plugin: Plugin, url: string) {
  const [tool] = plugin.tools
  const which = { pluginId: plugin.id, apiId: tool!.id, apiName: tool!.name, version: '', from: '' }
  const context = { spaceId, userId }
  const call = {
    mode: 'release',
    key: 'k',
    workflowId: '1',
    signal: new AbortController().signal,
    context,
  } as never as Call
  const agent = new Agent({ keepAliveTimeout: 60_000 })
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const direct = async () =>
    (await fetch(`${url}/forecast/0?city=Lima&day=1`, { dispatcher: agent, headers: { 'x-key': 'secret' } })).json()
  const port = services.workflowPorts.plugin!
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let n = 0; n < CALLS; n += 1) {
    floor.push(await timed(direct))
    ours.push(await timed(async () => port.call(which, { city: 'Lima' }, call)))
  }
  await agent.close()
  const [here, there] = [median(ours.slice(CALLS / 4)), median(floor.slice(CALLS / 4))]
  const added = `adds ${(here - there).toFixed(2)} ms; goal: at most 2 ms`
  report('a plugin call (median)', `${here.toFixed(2)} ms`, `${there.toFixed(2)} ms`, here / there, added)
}

async function measureTurns(services: Services, { post, spaceId, userId }: Studio, plugin: Plugin) {
  const provider = await post<{ id: string }>('/api/instance/model/provider/create', {
    kind: 'openai-compatible',
    name: 'Bench',
    base_url: `http://127.0.0.1:${MODEL_PORT}/v1`,
    api_key: 'sk-bench',
  })
  const model = await post<{ id: string }>('/api/instance/model/create', {
    provider_id: provider.id,
    name: 'Tiny',
    model: 'tiny',
  })
  async function createBot(tools: Plugin['tools']) {
    const { bot_id } = await post<{ bot_id: string }>('/api/draftbot/create', { space_id: spaceId, name: 'Bench' })
    const bot_info = {
      bot_id,
      model_info: { model_id: model.id },
      suggest_reply_info: { suggest_reply_mode: 2 },
      plugin_info_list: tools.map((tool) => ({ plugin_id: plugin.id, api_id: tool.id, api_name: tool.name })),
    }
    await post('/api/playground_api/draftbot/update_draft_bot_info', { bot_info })
    return bot_id
  }
  const [bare, full] = [await createBot([]), await createBot(plugin.tools)]
  async function turn(botId: string) {
    const started = performance.now()
    const live = await services.conversations.chat({
      botId,
      userId,
      connectorId: '',
      scene: 0,
      isDraft: true,
      conversationId: undefined,
      query: 'hi',
      contentType: 'text',
      traceScene: 'debug',
      locale: 'en',
      customVariables: {},
    })
    const reason = await live.finished
    if (reason !== 'done') throw new Error(`a turn ended as ${reason}`)
    return performance.now() - started
  }
  const [with50, without]: [number[], number[]] = [[], []]
  for (let n = 0; n < TURNS; n += 1) {
    without.push(await turn(bare))
    with50.push(await turn(full))
  }
  const [here, there] = [median(with50.slice(TURNS / 4)), median(without.slice(TURNS / 4))]
  const added = `adds ${(here - there).toFixed(1)} ms; goal: at most 10 ms`
  report(`a turn with ${TOOLS} tools (median)`, `${here.toFixed(1)} ms`, `${there.toFixed(1)} ms`, here / there, added)
}
