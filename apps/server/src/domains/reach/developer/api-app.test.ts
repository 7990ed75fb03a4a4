import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { checkSignature } from '#domains/flow/trigger/shared/signature.ts'

/** The program that receives the events. */
const received: { headers: IncomingHttpHeaders; body: string; path: string }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body, path: request.url! })
    response.writeHead(204).end()
  })
})
let lab: OpenLab
let other: Person
let stranger: Person
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  lab = await openOpenLab({ allow: [`127.0.0.1:${port}`] })
  other = await lab.t.register()
  stranger = await lab.t.register()
  await lab.t.startJobs()
})
afterAll(() => void server.close())
beforeEach(() => {
  lab.server.reset()
  received.length = 0
})
const ask = (botId: string, connectorId?: string) =>
  lab.coze.chat.createAndPoll({
    bot_id: botId,
    user_id: 'visitor',
    ...(connectorId && { connector_id: connectorId }),
    additional_messages: [{ role: 'user' as never, content: 'hi', content_type: 'text' }],
  })
const told = () => received.map(({ path, body }) => [path, (JSON.parse(body) as { event: string }).event])

describe('a subscribed app', () => {
  test('receives signed events of all bots of its owner, and none that it did not subscribe to', async () => {
    const { id, verify_token: token } = await lab.owner.api.apiApp.create({
      app_type: 1,
      name: 'Ledger',
      callback_url: `${url}/ledger`,
    })
    const silent = await lab.owner.api.apiApp.create({ app_type: 1, name: 'Silent', callback_url: `${url}/silent` })
    await lab.owner.api.apiApp.subscribe({ id, event_type: 'chat.completed' })
    await lab.owner.api.apiApp.subscribe({ id: silent.id, event_type: 'chat.failed' })
    const bots = [await lab.publishedBot(), await lab.publishedBot()]
    lab.server.script(says('one'), says('two'))
    const asked = [await ask(bots[0]!), await ask(bots[1]!)]
    await expect.poll(() => received.length).toBe(2)
    expect(told()).toEqual([
      ['/ledger', 'chat.completed'],
      ['/ledger', 'chat.completed'],
    ])
    const bodies = received.map(({ body }) => JSON.parse(body) as { data: { id: string; bot_id: string } })
    expect(bodies.map(({ data }) => data.bot_id).toSorted()).toEqual(bots.toSorted())
    expect(bodies.map(({ data }) => data.id).toSorted()).toEqual(asked.map(({ chat }) => chat.id).toSorted())
    const { headers, body } = received[0]!
    const signature = String(headers['x-orrery-signature'])
    expect(() => checkSignature(token, signature, body, lab.t.clock.now())).not.toThrow()
    expect(() => checkSignature(silent.verify_token, signature, body, lab.t.clock.now())).toThrow()

    await lab.owner.api.apiApp.unsubscribe({ id, event_type: 'chat.completed' })
    lab.server.script(says('three'), { status: 400, body: '{"error":{"message":"no"}}' })
    await ask(bots[0]!)
    await ask(bots[0]!)
    await expect.poll(told).toHaveLength(3)
    expect(told()[2]).toEqual(['/silent', 'chat.failed'])
    await lab.owner.api.apiApp.remove({ id: silent.id })
    await lab.owner.api.apiApp.remove({ id })
    const left = await lab.t.infra.database.pool.query('SELECT 1 FROM webhook WHERE app_id IS NOT NULL')
    expect(left.rowCount).toBe(0)
  })

  test("receives no events of bots of others; after a handover only the new owner's app does", async () => {
    const mine = await other.api.apiApp.create({ app_type: 1, name: 'Nosy', callback_url: `${url}/nosy` })
    await other.api.apiApp.subscribe({ id: mine.id, event_type: 'chat.completed' })
    const own = await lab.owner.api.apiApp.create({ app_type: 1, name: 'Own', callback_url: `${url}/own` })
    await lab.owner.api.apiApp.subscribe({ id: own.id, event_type: 'chat.completed' })
    const botId = await lab.publishedBot()
    lab.server.script(says('one'), says('two'))
    await ask(botId)
    await expect.poll(told).toEqual([['/own', 'chat.completed']])
    await lab.t.services.resources.handOver(lab.spaceId, lab.owner.id, other.id)
    await ask(botId)
    await expect.poll(() => received.length).toBe(2)
    expect(told()[1]).toEqual(['/nosy', 'chat.completed'])
    // No events at all are delivered to a disabled owner.
    const written = async () =>
      (
        await lab.t.infra.database.pool.query(
          'SELECT 1 FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE w.app_id = $1',
          [mine.id],
        )
      ).rowCount
    expect(await written()).toBe(1)
    await lab.owner.api.instance.setUserDisabled({ user_id: other.id, disabled: true })
    lab.t.clock.advance(15_000)
    lab.server.script(says('three'))
    await ask(botId)
    expect(await written()).toBe(1)
    await lab.owner.api.instance.setUserDisabled({ user_id: other.id, disabled: false })
    await lab.t.services.resources.handOver(lab.spaceId, other.id, lab.owner.id)
    await lab.t.infra.database.pool.query('DELETE FROM api_app WHERE id = $1', [mine.id])
    await lab.owner.api.apiApp.remove({ id: own.id })
  })

  test('for one channel receives events of that channel only', async () => {
    const { id } = await lab.owner.api.apiApp.create({
      app_type: 2,
      name: 'Site',
      connector_id: '999',
      callback_url: `${url}/site`,
    })
    await lab.owner.api.apiApp.subscribe({ id, event_type: 'chat.completed' })
    const all = await lab.owner.api.apiApp.create({ app_type: 1, name: 'All', callback_url: `${url}/all` })
    await lab.owner.api.apiApp.subscribe({ id: all.id, event_type: 'chat.completed' })
    const botId = await lab.publishedBot()
    lab.server.script(says('fine'))
    await ask(botId)
    await expect.poll(told).toEqual([['/all', 'chat.completed']])
    expect((await lab.owner.api.apiApp.listConnector({})).api_apps).toMatchObject([
      { id, connector_id: '999', connector_name: expect.stringMatching(/\S/) as string, status: 2 },
    ])
    await expect(
      lab.owner.api.apiApp.create({ app_type: 2, name: 'Again', connector_id: '999' }),
    ).rejects.toMatchObject({ code: ErrorCode.developer.channelTaken })
    await expect(
      lab.owner.api.apiApp.create({ app_type: 2, name: 'Nowhere', connector_id: '12' }),
    ).rejects.toMatchObject({ code: ErrorCode.developer.noChannel, message: expect.stringContaining('1024') as string })
    await lab.owner.api.apiApp.remove({ id })
    await lab.owner.api.apiApp.remove({ id: all.id })
  })
})

test('the public API creates, changes, subscribes, lists and deletes apps', async () => {
  const made = await lab.call('POST', '/v1/api_apps', { app_type: 'normal', name: 'Program' })
  expect(made.body).toMatchObject({
    code: 0,
    data: { app_type: 'normal', name: 'Program', callback_url: '', connector_id: '' },
  })
  const { id, verify_token: token } = made.body.data as unknown as { id: string; verify_token: string }
  expect(token).toMatch(/^vt_[\w-]{40,}$/)
  const second = await lab.call('POST', '/v1/api_apps', { name: 'Second' })
  await lab.call('PUT', `/v1/api_apps/${id}`, { callback_url: `${url}/x`, name: 'Renamed' })
  await lab.call('POST', `/v1/api_apps/${id}/events`, { event_types: ['chat.completed', 'chat.failed'] })
  const page = (await lab.call('GET', '/v1/api_apps?page_size=1')).body.data as never as {
    items: { name: string }[]
    next_page_token: string
    has_more: boolean
  }
  expect([page.items.map((item) => item.name), page.has_more]).toEqual([['Second'], true])
  const next = await lab.call('GET', `/v1/api_apps?page_size=1&page_token=${page.next_page_token}`)
  expect(next.body.data).toMatchObject({
    items: [{ id, name: 'Renamed', callback_url: `${url}/x`, verify_token: token }],
    has_more: false,
    next_page_token: '',
  })
  const events = async (query = '') =>
    (await lab.call('GET', `/v1/api_apps/${id}/events${query}`)).body.data as never as {
      items: { event_type: string }[]
      next_page_token: string
    }
  expect((await events()).items).toEqual([
    expect.objectContaining({ event_type: 'chat.completed', api_app_id: id, name: 'Chat completed' }),
    expect.objectContaining({ event_type: 'chat.failed', name: 'Chat failed' }),
  ])
  const { next_page_token: after } = await events('?page_size=1')
  expect((await events(`?page_size=1&page_token=${after}`)).items.map((item) => item.event_type)).toEqual([
    'chat.failed',
  ])
  await lab.call('DELETE', `/v1/api_apps/${id}/events`, { event_types: ['chat.completed'] })
  expect((await events()).items.map((item) => item.event_type)).toEqual(['chat.failed'])
  const [listed] = (await lab.owner.api.apiApp.listNormal({})).api_apps.filter((apiApp) => apiApp.id === id)
  expect(listed!.events.map((event) => [event.event_type, event.status])).toEqual([
    ['chat.completed', 1],
    ['chat.failed', 2],
    ['chat.canceled', 1],
    ['chat.requires_action', 1],
    ['bot.gray.paused', 1],
  ])
  expect((await lab.call('POST', `/v1/api_apps/${id}/events`, { event_types: ['chat.nothing'] })).status).toBe(400)
  await lab.call('DELETE', `/v1/api_apps/${id}`)
  await lab.call('DELETE', `/v1/api_apps/${(second.body.data as { id?: string }).id}`)
  expect((await lab.call('GET', `/v1/api_apps/${id}/events`)).status).toBe(404)
  expect((await lab.call('GET', '/v1/api_apps')).body.data).toMatchObject({ items: [] })
})

test('every call about the app of another person answers not found', async () => {
  const { id } = await lab.owner.api.apiApp.create({ app_type: 1, name: 'Mine' })
  const api = stranger.api.apiApp
  for (const call of [
    () => api.update({ id, name: 'Yours' }),
    () => api.remove({ id }),
    () => api.subscribe({ id, event_type: 'chat.completed' }),
    () => api.unsubscribe({ id, event_type: 'chat.completed' }),
    () => api.openUpdate({ api_app_id: id, callback_url: 'https://example.com' }),
    () => api.openRemove({ api_app_id: id }),
    () => api.openSubscribe({ api_app_id: id, event_types: ['chat.completed'] }),
    () => api.openUnsubscribe({ api_app_id: id, event_types: ['chat.completed'] }),
    () => api.openEvents({ api_app_id: id }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  expect((await api.listNormal({})).api_apps).toEqual([])
  expect((await api.listNormal({ page_token: `${BigInt(id) + 1n}` })).api_apps).toEqual([])
  expect((await lab.owner.api.apiApp.listNormal({})).api_apps.find((apiApp) => apiApp.id === id)).toMatchObject({
    name: 'Mine',
    events: expect.arrayContaining([expect.objectContaining({ event_type: 'chat.completed', status: 1 })]) as object[],
  })
  await lab.owner.api.apiApp.remove({ id })
})

test('a token for one space cannot create an app, and each action needs its scope', async () => {
  const { token } = await lab.owner.api.token.create({
    name: 'Narrow',
    duration_day: '1',
    workspace_permission_v2: {
      workspace_id_list: [lab.spaceId],
      permission_list: ['ApiApp.create', 'ApiApp.view', 'ApiApp.update'],
    },
  })
  const headers = { authorization: `Bearer ${token}` }
  expect((await lab.call('POST', '/v1/api_apps', { name: 'Wide' }, headers)).body).toMatchObject({
    code: ErrorCode.developer.wholeAccount,
  })
  expect((await lab.call('GET', '/v1/api_apps', undefined, headers)).status).toBe(403)
  const reader = { authorization: `Bearer ${await lab.tokenOf(lab.owner, ['ApiApp.view'])}` }
  expect((await lab.call('GET', '/v1/api_apps', undefined, reader)).status).toBe(200)
  expect((await lab.call('POST', '/v1/api_apps', { name: 'No' }, reader)).status).toBe(403)
})

test('an address in the internal network is refused on creation and on change; the verify token is stored encrypted', async () => {
  const inner = { callback_url: 'http://169.254.169.254/latest' }
  await expect(lab.owner.api.apiApp.create({ app_type: 1, name: 'Inner', ...inner })).rejects.toMatchObject({
    status: 403,
  })
  const { id, verify_token: token } = await lab.owner.api.apiApp.create({
    app_type: 1,
    name: 'Outer',
    verify_token: 'chosen-by-the-owner',
  })
  expect(token).toBe('chosen-by-the-owner')
  await expect(lab.owner.api.apiApp.update({ id, ...inner })).rejects.toMatchObject({ status: 403 })
  expect((await lab.owner.api.apiApp.listNormal({})).api_apps).toMatchObject([{ id, callback_url: '' }])
  const { rows } = await lab.t.infra.database.pool.query<{ verify_token: string }>(
    'SELECT verify_token FROM api_app WHERE id = $1',
    [id],
  )
  expect(rows[0]!.verify_token).not.toContain(token)
  const { events } = await lab.t.services.audit.list({}, 1, 20)
  expect(events.map((event) => event.action)).toContain('api_app.create')
  await lab.owner.api.apiApp.remove({ id })
})
