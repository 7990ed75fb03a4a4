import { beforeAll, expect, test } from 'vitest'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { startOf } from './insight.service.ts'

let lab: OpenLab
beforeAll(async () => {
  lab = await openOpenLab()
})
const DAY = 86_400_000

test('permissions are those that calls require, grouped by subject, with stable ids', async () => {
  const { data } = await lab.owner.api.developer.permissions({})
  const bot = data.find((item) => item.key === 'Bot')!
  expect(bot.childrens.map((children) => children.permission_key)).toContain('Bot.chat')
  const chat = bot.childrens.find((children) => children.key === 'chat')!
  expect(chat).toMatchObject({
    parent_id: bot.permission_id,
    permission_scope: 0,
    permission_type: 0,
    release_status: 1,
  })
  expect([bot.display_name, chat.display_name]).toEqual(['Bots', 'Chat with bots'])
  expect(data.flatMap((item) => item.childrens).filter((item) => item.display_name === item.permission_key)).toEqual([])
  expect(chat.description).toMatch(/\S/)
  expect(data.find((item) => item.key === 'ApiApp')).toMatchObject({ permission_scope: 1 })
  const keys = data.flatMap((item) => item.childrens.map((child) => child.permission_key))
  // Each of them can be given to a token, and no others exist.
  await lab.owner.api.token.create({ name: 'All', duration_day: '1', account_permission: { permission_list: keys } })
  expect(keys.toSorted()).toEqual(
    (await lab.owner.api.token.supported({})).permission_list
      .flatMap((permission) => permission.actions.map((action) => `${permission.resource_type}.${action}`))
      .toSorted(),
  )
  const some = await lab.owner.api.developer.permissions({ full_key_list: ['Bot.chat'] })
  expect(some.data.map((item) => [item.key, item.childrens.map((child) => child.key)])).toEqual([['Bot', ['chat']]])
  expect((await lab.owner.api.developer.permissions({ permission_id_list: [bot.permission_id] })).data).toEqual([bot])
  expect((await lab.owner.api.developer.permissions({ key_list: ['Bot'] })).data).toEqual([bot])
  expect((await lab.owner.api.developer.permissions({ permission_type: 1 })).data).toEqual([])
  expect((await lab.owner.api.developer.permissions({ key_list: ['Nothing'] })).data).toEqual([])
})

test('the OAuth quickstart has code for each type of program, with the address of this instance', async () => {
  const read = async (type: string) =>
    (await lab.owner.api.developer.oauthQuickstart({ client_type: type })).lang_config
  const words = {
    WebBackend: 'getWebOAuthToken',
    web_backend: 'getWebOAuthToken',
    SinglePageOrNative: 'getPKCEOAuthToken',
    Terminal: 'getDeviceToken',
    service: 'getJWTToken',
  }
  for (const [type, word] of Object.entries(words)) {
    const config = await read(type)
    expect(config.map((item) => item.lang)).toEqual(['javascript', 'curl'])
    expect(config[0]!.instruction).toContain(word)
    for (const { instruction } of config) expect(instruction).toContain(new URL(lab.t.infra.config.publicUrl).host)
  }
  expect(await read('unheard of')).toEqual(await read('web_backend'))
})

test('usage of the caller is shown by day, call and bot: calls, outcomes and tokens', async () => {
  const botId = await lab.publishedBot()
  const first = await lab.owner.api.developer.analytics({ query_range: 1, metrics_type: 4, dimension: 1 })
  const before = first.pictures.TotalRequests!.total
  lab.server.script(says('fine'))
  await lab.coze.chat.createAndPoll({
    bot_id: botId,
    user_id: 'visitor',
    additional_messages: [{ role: 'user' as never, content: 'hi', content_type: 'text' }],
  })
  for (let n = 0; n < 3; n += 1) expect((await lab.call('GET', '/v1/workspaces')).status).toBe(200)
  expect((await lab.call('GET', '/v1/bots/12345')).body.code).toBe(4200)
  const {
    pictures,
    start_ms: start,
    end_ms: end,
  } = await lab.owner.api.developer.analytics({
    query_range: 1,
    metrics_type: 1,
    dimension: 1,
  })
  expect(end + 1 - start).toBe(7 * DAY)
  const names = [
    'TotalConsumption',
    'AverageConsumption',
    'TotalRequests',
    'TotalSuccessfulRequests',
    'AverageResponeseTime',
    'RequestSuccessRate',
    'ErrorCodeDistribution',
  ]
  expect(Object.keys(pictures)).toEqual(names)
  const requests = pictures.TotalRequests!
  expect(requests.picture_data).toHaveLength(7)
  expect(requests.picture_data.at(-1)!.y_value).toBe(requests.total)
  // The chat with its polling, three lists, and one that failed.
  expect(requests.total).toBeGreaterThanOrEqual(before + 5)
  expect(requests.total - pictures.TotalSuccessfulRequests!.total).toBe(1)
  expect(pictures.ErrorCodeDistribution).toEqual({
    picture_data: [{ x_value: 4200, y_value: 1 }],
    total: 1,
    last_total: 0,
  })
  expect(pictures.TotalConsumption!.total).toBeGreaterThan(0)
  expect(pictures.RequestSuccessRate!.total).toBeCloseTo(1 - 1 / requests.total, 3)

  const { rows: apis } = await lab.owner.api.developer.details({ query_range: 4, details_type: 1 })
  expect(apis.find((item) => item.name === 'GET /v1/workspaces')).toMatchObject({
    request_count: '3',
    request_success_count: '3',
    total_token: '0',
    single_token: '0',
  })
  // All tokens of the bot belong to the call that started the chat, none to the polling calls.
  expect(apis.filter((item) => item.total_token !== '0')).toMatchObject([
    {
      name: 'POST /v3/chat',
      total_token: String(pictures.TotalConsumption!.total),
      single_token: String(pictures.TotalConsumption!.total),
    },
  ])
  const { rows: bots } = await lab.owner.api.developer.details({ query_range: 4, details_type: 2 })
  const head = (await lab.t.services.resources.get(botId))!
  expect(bots).toEqual([
    {
      name: head.name,
      total_token: String(pictures.TotalConsumption!.total),
      single_token: String(pictures.TotalConsumption!.total),
      request_count: '1',
      request_success_count: '1',
      last_used_time: expect.stringMatching(/^\d{10}$/) as string,
      cost_time: expect.stringMatching(/^\d+$/) as string,
    },
  ])
  // After these days, all of it lies in the previous period.
  lab.t.clock.advance(7 * DAY)
  const later = await lab.owner.api.developer.analytics({ query_range: 1, metrics_type: 4, dimension: 1 })
  expect(later.pictures.TotalRequests).toMatchObject({ total: 0, last_total: requests.total })
  const all = await lab.owner.api.developer.analytics({ query_range: 3, metrics_type: 4, dimension: 5 })
  expect(all.pictures.TotalRequests!.total).toBe(requests.total)
  lab.t.clock.advance(-7 * DAY)
})

test('an unknown organisation is refused or has no data; an empty one is ignored', async () => {
  const { api } = lab.owner
  const calls: Record<string, (organization: string) => Promise<unknown>> = {
    'api_apps/create': (org_id) => api.apiApp.create({ app_type: 1, name: 'Of nobody', org_id }),
    'api_apps/list_normal': (org_id) => api.apiApp.listNormal({ org_id }),
    'api_apps/list_connector': (org_id) => api.apiApp.listConnector({ org_id }),
    'playground/save_run_history': (org_id) =>
      api.playground.saveRun({ method: 'GET', path: '/v1/workspaces', record: {}, org_id }),
    'playground/run_histroty': (org_id) => api.playground.runs({ org_id }),
    recent: (organization_id) => api.intelligences.recent({ organization_id }),
  }
  for (const [name, call] of Object.entries(calls)) {
    await expect(call('7'), name).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/organisations are not supported/) as string,
    })
    await call('')
    await call('0')
  }
  expect((await api.oauth.listApps({ organization_id: '7' })).apps).toEqual([])
  expect((await api.token.listByCreator({ organization_id: '7' })).personal_access_tokens).toEqual([])
  const names = (await api.apiApp.listNormal({})).api_apps.map((app) => app.name)
  expect(names.filter((name) => name === 'Of nobody')).toHaveLength(2)
})

test('usage of other people is not shown', async () => {
  const other = await lab.t.register()
  const { pictures } = await other.api.developer.analytics({ query_range: 3, metrics_type: 4, dimension: 1 })
  expect(pictures.TotalRequests!.total).toBe(0)
  for (const type of [1, 2])
    expect(await other.api.developer.details({ query_range: 3, details_type: type })).toMatchObject({ rows: [] })
})

test('days are grouped by week, starting on Monday, by month, quarter and year', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY
  const at = day('2026-11-15')
  expect([1, 2, 3, 4, 5].map((dimension) => startOf(at, dimension))).toEqual(
    ['2026-11-15', '2026-11-09', '2026-11-01', '2026-10-01', '2026-01-01'].map(day),
  )
})
