import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RoleType } from '@coze/api'
import { ConnectorType } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkSignature } from '#domains/flow/trigger/shared/signature.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
/** The program behind a channel. */
const received: Received[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
})
let lab: OpenLab
let maker: Person
let other: Person
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
  lab = await openOpenLab({ allow: [`127.0.0.1:${port}`] })
  maker = lab.owner
  other = await lab.t.register('other')
  await lab.t.startJobs()
})
afterAll(() => void server.close())
beforeEach(() => {
  lab.server.reset()
  received.length = 0
})

const mine = async (who = maker) => (await who.api.connector.list({})).data
type NewConnector = Parameters<Person['api']['connector']['create']>[0]
/** Creates a channel, and returns it as its creator sees it. */
async function made(title: string, more: Omit<NewConnector, 'connector_title'> = {}, who = maker) {
  await who.api.connector.create({ connector_title: title, ...more })
  return (await mine(who)).find((item) => item.name === title)!
}
const inSpace = async (spaceId: string, who = maker) =>
  (await who.api.connector.ofSpace({ space_id: spaceId, page_size: 50 })).data
const channels = async (botId: string) =>
  (await maker.api.bot.connectors({ space_id: lab.spaceId, bot_id: botId })).publish_connector_list
const publish = (botId: string, connectorId: string) =>
  maker.api.bot.publish({ space_id: lab.spaceId, bot_id: botId, connectors: { [connectorId]: {} } })
const events = () => received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
/** Filters by channel, since deliveries to other channels may still arrive. */
const told = (channel: { id: string }, event: string) =>
  events().filter((item) => item.event === event && item.connector_id === channel.id)

describe('a custom channel', () => {
  test('can be changed, and its token seen, only by its creator', async () => {
    const channel = await made('Robot', { connector_desc: 'Speaks', callback_url: url })
    expect(channel).toMatchObject({ desc: 'Speaks', callback_url: url, public_type: 1, is_added_to_account: true })
    expect(channel.callback_token).toMatch(/^cbt_[\w-]{32}$/)
    expect(await mine(other)).toEqual([])
    await expect(other.api.connector.update({ id: channel.id, connector_title: 'Mine' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(other.api.connector.remove({ id: channel.id })).rejects.toMatchObject({ status: 404 })
    await maker.api.connector.update({ id: channel.id, connector_title: 'Robot 2' })
    expect((await mine()).find((item) => item.id === channel.id)).toMatchObject({
      name: 'Robot 2',
      desc: 'Speaks',
      callback_token: channel.callback_token,
    })
  })
  test('gets a new token with a new address', async () => {
    const channel = await made('Moves', { callback_url: url })
    const { callback_token } = await maker.api.connector.update({ id: channel.id, callback_url: `${url}new` })
    expect(callback_token).not.toBe(channel.callback_token)
    expect((await mine()).find((item) => item.id === channel.id)!.callback_token).toBe(callback_token)
  })
  test('cannot be listed for another account', async () => {
    await expect(maker.api.connector.list({ account_id: other.id })).rejects.toMatchObject({ status: 404 })
  })
  test('is refused and not stored if its address is inside the network', async () => {
    const refused = maker.api.connector.create({ connector_title: 'Inside', callback_url: 'http://169.254.169.254/' })
    await expect(refused).rejects.toMatchObject({ code: ErrorCode.egress.hostRefused })
    expect((await mine()).map((item) => item.name)).not.toContain('Inside')
  })
  test('is listed page by page, newest first', async () => {
    const who = await lab.t.register('pages')
    for (const title of ['one', 'two', 'three']) await who.api.connector.create({ connector_title: title })
    const first = await who.api.connector.list({ page_size: 2 })
    expect(first).toMatchObject({ data: [{ name: 'three' }, { name: 'two' }], has_more: true })
    const rest = await who.api.connector.list({ page_size: 2, page_token: first.next_page_token })
    expect(rest).toMatchObject({ data: [{ name: 'one' }], has_more: false, next_page_token: '' })
  })
})

describe('installed in a space', () => {
  test('bots of that space can be published to it, and bots of other spaces cannot', async () => {
    const channel = await made('Desk')
    const botId = await lab.createBot()
    expect((await channels(botId)).map((item) => item.id)).not.toContain(channel.id)
    await expect(publish(botId, channel.id)).rejects.toMatchObject({ status: 400 })
    await maker.api.connector.bindSpace({ connector_id_list: [channel.id], space_id: lab.spaceId })
    expect((await channels(botId)).find((item) => item.id === channel.id)).toMatchObject({
      name: 'Desk',
      bind_type: 1,
      config_status: 1,
    })
    await publish(botId, channel.id)
    lab.server.script(says('hello from the desk'))
    // The type of the official client lacks the field, but the client sends it.
    const question = {
      bot_id: botId,
      user_id: 'visitor',
      connector_id: channel.id,
      additional_messages: [{ role: RoleType.User, content: 'hi', content_type: 'text' as const }],
    }
    const answer = await lab.coze.chat.createAndPoll(question)
    expect(answer.messages?.map((message) => message.content)).toContain('hello from the desk')
  })
  test('uninstalling takes the bots of the space offline on it', async () => {
    const channel = await made('Leaves', { space_id_list: [lab.spaceId], callback_url: url })
    const botId = await lab.createBot()
    await publish(botId, channel.id)
    await maker.api.connector.bindSpace({
      connector_id_list: [channel.id],
      space_id: lab.spaceId,
      uninstall: true,
    })
    expect((await channels(botId)).map((item) => item.id)).not.toContain(channel.id)
    await expect.poll(() => told(channel, 'bot.unpublish')).toMatchObject([{ bot_id: botId }])
    await expect.poll(() => told(channel, 'connector.uninstall')).toMatchObject([{ space_id: lab.spaceId }])
  })
  test('after a reinstallation, the same bot can be published to it at once', async () => {
    const channel = await made('Comes back', { space_id_list: [lab.spaceId] })
    const botId = await lab.createBot()
    const install = { connector_id_list: [channel.id], space_id: lab.spaceId }
    await publish(botId, channel.id)
    await maker.api.connector.bindSpace({ ...install, uninstall: true })
    await maker.api.connector.bindSpace(install)
    const shown = async () => (await channels(botId)).find((item) => item.id === channel.id)
    expect(await shown()).toMatchObject({ config_status: 1, publish_id: '' })
    await publish(botId, channel.id)
    expect((await shown())!.publish_id).not.toBe('')
  })
  test('only owners and admins install, members see it, and outsiders are refused', async () => {
    const member = await lab.t.register('member')
    await maker.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
    const theirs = await made('Of a member', {}, member)
    const install = (who: Person) =>
      who.api.connector.bindSpace({ connector_id_list: [theirs.id], space_id: lab.spaceId })
    await expect(install(member)).rejects.toMatchObject({ status: 403 })
    await expect(install(other)).rejects.toMatchObject({ status: 404 })
    // A private channel is visible only to its creator, so that the owner of the space cannot find it.
    expect(await install(maker)).toMatchObject({ manage_result: { [theirs.id]: false } })
    const channel = await made('For the team', { space_id_list: [lab.spaceId] })
    expect((await inSpace(lab.spaceId, member)).find((item) => item.id === channel.id)).toMatchObject({
      is_added: true,
      connector_type: ConnectorType.team,
    })
    const asked = { connector_id: channel.id, space_id_list: [lab.spaceId] }
    expect(await member.api.connector.spaceStatus(asked)).toMatchObject({ bind_status_map: { [lab.spaceId]: 1 } })
    expect(await other.api.connector.spaceStatus(asked)).toMatchObject({ bind_status_map: { [lab.spaceId]: 0 } })
  })
  test('a refusal of one space does not stop the others', async () => {
    const channel = await made('Several')
    const theirs = (await other.api.space.create({ name: 'Not yours' })).id
    const spaces = [lab.spaceId, theirs]
    const result = await maker.api.connector.bindSpace({ connector_id_list: [channel.id], space_id_list: spaces })
    expect(result.manage_result).toEqual({ [lab.spaceId]: true, [theirs]: false })
    expect((await mine()).find((item) => item.id === channel.id)!.space_id_list).toEqual([lab.spaceId])
  })
  test('several channels in several spaces, or no space, are refused', async () => {
    const ids = [(await made('First')).id, (await made('Second')).id]
    await expect(
      maker.api.connector.bindSpace({ connector_id_list: ids, space_id_list: [lab.spaceId] }),
    ).rejects.toMatchObject({ code: ErrorCode.connector.severalByOne })
    await expect(maker.api.connector.bindSpace({ connector_id_list: ids })).rejects.toMatchObject({
      code: ErrorCode.connector.noSpaces,
    })
  })
  test('a program installs with a token that has the permission', async () => {
    const channel = await made('By program')
    const path = `/v1/connectors/${channel.id}/install`
    const narrow = await lab.tokenOf(maker, ['Bot.view'])
    const refused = await lab.call('POST', path, { workspace_id: lab.spaceId }, { authorization: `Bearer ${narrow}` })
    expect(refused.status).toBe(403)
    expect((await lab.call('POST', path, { workspace_id: lab.spaceId })).body.code).toBe(0)
    expect((await inSpace(lab.spaceId)).find((item) => item.id === channel.id)).toMatchObject({ is_added: true })
  })
})

describe('callbacks', () => {
  test('report installations and publications, signed in both ways', async () => {
    const channel = await made('Listens', { callback_url: url, space_id_list: [lab.spaceId] })
    const botId = await lab.createBot()
    await publish(botId, channel.id)
    await expect.poll(() => told(channel, 'connector.install')).toMatchObject([{ space_id: lab.spaceId }])
    await expect.poll(() => told(channel, 'bot.publish')).toMatchObject([{ connector_id: channel.id, bot_id: botId }])
    const own = received.filter(({ body }) => body.includes(channel.id))
    expect(own.length).toBeGreaterThanOrEqual(2)
    for (const { headers, body } of own) {
      const [time, nonce] = [String(headers['x-coze-timestamp']), String(headers['x-coze-nonce'])]
      const signed = `${time}${nonce}${channel.callback_token}${body}`
      expect(headers['x-coze-signature']).toBe(createHash('sha1').update(signed).digest('hex'))
      const signature = headers['x-orrery-signature'] as string
      expect(() => checkSignature(channel.callback_token, signature, body, lab.t.clock.now())).not.toThrow()
    }
  })
  test('are listed for the creator with their outcomes', async () => {
    const channel = await made('Watched', { callback_url: url, space_id_list: [lab.spaceId] })
    const listed = async () => (await maker.api.connector.deliveries({ id: channel.id })).items
    await expect
      .poll(listed)
      .toMatchObject([
        { event: 'connector.install', status: 'delivered', attempts: 1, response_status: 204, error: '' },
      ])
    await expect(other.api.connector.deliveries({ id: channel.id })).rejects.toMatchObject({ status: 404 })
  })
  test('report that a bot was unpublished', async () => {
    const channel = await made('Loses one', { callback_url: url, space_id_list: [lab.spaceId] })
    const botId = await lab.createBot()
    await publish(botId, channel.id)
    await maker.api.bot.unpublish({ space_id: lab.spaceId, bot_id: botId, connectors: [channel.id] })
    await expect.poll(() => told(channel, 'bot.unpublish')).toMatchObject([{ bot_id: botId }])
  })
})

test('a program is notified that a bot was deleted', async () => {
  const channel = await made('Mourns', { callback_url: url, space_id_list: [lab.spaceId] })
  const botId = await lab.createBot()
  await publish(botId, channel.id)
  await maker.api.bot.remove({ space_id: lab.spaceId, bot_id: botId })
  await expect.poll(() => told(channel, 'bot.delete')).toMatchObject([{ bot_id: botId }])
})

describe('an account', () => {
  test('can add public channels, and removing one uninstalls it from the spaces of the account', async () => {
    const channel = await made('For everybody')
    const guest = await lab.t.register('guest')
    const space = (await guest.api.space.create({ name: 'Elsewhere' })).id
    const seen = async () =>
      (await guest.api.connector.ofAccount({ space_id: space, page_size: 50 })).data.find(({ id }) => id === channel.id)
    const manage = (action: 0 | 1) => guest.api.connector.manageAccount({ connector_id_list: [channel.id], action })
    expect(await seen()).toBeUndefined()
    expect((await manage(0)).manage_result).toEqual({ [channel.id]: false })
    await expect(guest.api.connector.setPublic({ id: channel.id, is_public: true })).rejects.toMatchObject({
      status: 403,
    })
    await maker.api.connector.setPublic({ id: channel.id, is_public: true })
    expect(await seen()).toMatchObject({ connector_type: ConnectorType.public, is_added_to_account: false })
    expect((await manage(0)).manage_result).toEqual({ [channel.id]: true })
    await guest.api.connector.bindSpace({ connector_id_list: [channel.id], operate_all_space: true })
    expect(await seen()).toMatchObject({
      connector_type: ConnectorType.installedPublic,
      is_added_to_account: true,
      is_added_to_space: true,
      // The personal space and the created one.
      added_space_count: 2,
      total_space_count: 2,
    })
    expect((await manage(1)).manage_result).toEqual({ [channel.id]: true })
    expect(await seen()).toMatchObject({ is_added_to_account: false, is_added_to_space: false, added_space_count: 0 })
  })
  test('finds built-in channels by name', async () => {
    const { data } = await other.api.connector.ofAccount({ search_word: 'telegram', connector_type: 3 })
    expect(data).toMatchObject([{ name: 'Telegram', connector_type: ConnectorType.official, agent_type: [0, 1] }])
  })
})

test('the instance owner sees the channels of all accounts', async () => {
  const theirs = await made('Of somebody', {}, other)
  const find = async () => (await maker.api.connector.all({ page_size: 50 })).data.find((item) => item.id === theirs.id)
  expect(await find()).toMatchObject({ name: 'Of somebody', user_name: 'other', public_type: 1, space_count: 0 })
  await maker.api.connector.setPublic({ id: theirs.id, is_public: true })
  expect(await find()).toMatchObject({ public_type: 2 })
  await expect(other.api.connector.all({})).rejects.toMatchObject({ status: 403 })
})

describe('a channel that is deleted', () => {
  test('takes the bots of its creator offline, and cannot be deleted while it serves bots of others', async () => {
    const channel = await made('Ends')
    await maker.api.connector.setPublic({ id: channel.id, is_public: true })
    const space = (await other.api.space.create({ name: 'Tenants' })).id
    await other.api.connector.bindSpace({ connector_id_list: [channel.id], space_id: space })
    const { bot_id: theirs } = await other.api.bot.create({ space_id: space, name: 'Tenant' })
    await other.api.bot.publish({ space_id: space, bot_id: theirs, connectors: { [channel.id]: {} } })
    await expect(maker.api.connector.remove({ id: channel.id })).rejects.toMatchObject({
      code: ErrorCode.connector.inUse,
    })
    await other.api.bot.unpublish({ space_id: space, bot_id: theirs, connectors: [channel.id] })
    await maker.api.connector.remove({ id: channel.id })
    expect((await mine()).map((item) => item.id)).not.toContain(channel.id)
    expect((await inSpace(space, other)).map((item) => item.id)).not.toContain(channel.id)
  })
})
