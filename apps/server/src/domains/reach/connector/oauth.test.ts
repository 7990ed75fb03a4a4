import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import type { Person } from '#testing/test-app.ts'

/** The authorisation server, and the program behind the channel. */
const asked: URLSearchParams[] = []
const told: { event: unknown; authorization: string | undefined }[] = []
let isGone = false
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    if (request.url === '/hook') {
      const { event } = JSON.parse(body) as { event: unknown }
      told.push({ event, authorization: request.headers.authorization })
      return void response.end('{}')
    }
    const form = new URLSearchParams(body)
    asked.push(form)
    if (isGone) return void response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }))
    const n = asked.length
    response.end(JSON.stringify({ access_token: `at-${n}`, refresh_token: `rt-${n}`, expires_in: 3600 }))
  })
})
let lab: OpenLab
let maker: Person
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  lab = await openOpenLab({ allow: [`127.0.0.1:${port}`] })
  maker = lab.owner
})
afterAll(() => void server.close())

const settings = () => ({
  client_id: 'desk',
  client_secret: 'desk-secret-1',
  authorize_url: `${origin}/authorize`,
  token_url: `${origin}/token`,
  scope: 'publish',
})
let count = 0
async function channel() {
  const title = `Desk ${(count += 1)}`
  await maker.api.connector.create({
    connector_title: title,
    callback_url: `${origin}/hook`,
    space_id_list: [lab.spaceId],
  })
  return mine(title)
}
const mine = async (title: string) => (await maker.api.connector.list({})).data.find((item) => item.name === title)!
const save = (id: string, config: object | string) =>
  maker.api.connectorSetup.updateOauth({
    connector_id: id,
    oauth_config: typeof config === 'string' ? config : JSON.stringify(config),
  })
const row = async (id: string, botId: string) =>
  (await maker.api.bot.connectors({ space_id: lab.spaceId, bot_id: botId })).publish_connector_list.find(
    (item) => item.id === id,
  )!
const publish = (id: string, botId: string) =>
  maker.api.bot.publish({ space_id: lab.spaceId, bot_id: botId, connectors: { [id]: {} } })
async function authorise(connector_id: string) {
  const { state } = await maker.api.bot.authState({ connector_id })
  const address = new URL(state.authorize_url!)
  await maker.api.bot.authCode({ connector_id, code: 'c-1', encrypt_state: state.encrypt_state! })
  return address.searchParams
}

test('the form describes its fields and the redirect address, in both languages', async () => {
  const { oauth_schema: schema } = await maker.api.connectorSetup.oauthSchema({})
  const names = schema.schema_area.schema_list.map(({ name }) => name)
  expect(names).toEqual(['client_id', 'client_secret', 'authorize_url', 'token_url', 'scope', 'token_style'])
  expect(schema.copy_link_area.link_list[0]!.link).toMatch(/\/oauth\/connector$/)
})
test('people connect their account with PKCE, and the program receives the token of the publisher', async () => {
  const { id } = await channel()
  await save(id, settings())
  const botId = await lab.createBot()
  expect(await row(id, botId)).toMatchObject({ bind_type: 2, config_status: 2 })
  await publish(id, botId)
  expect((await row(id, botId)).publish_id, 'before they have connected').toBe('')
  const sent = await authorise(id)
  expect(sent.get('client_id')).toBe('desk')
  expect(sent.get('state')).toMatch(new RegExp(`^${id}\\.`))
  const form = asked.at(-1)!
  expect(form.get('client_secret')).toBe('desk-secret-1')
  const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url')
  expect(sent.get('code_challenge')).toBe(challenge)
  expect(await row(id, botId)).toMatchObject({ config_status: 1 })
  await publish(id, botId)
  expect((await row(id, botId)).publish_id).not.toBe('')
  expect(told.at(-1)).toEqual({ event: 'bot.publish', authorization: `Bearer at-${asked.length}` })
})
test('a state works once, for the person it was issued to (case 11)', async () => {
  const { id } = await channel()
  await save(id, settings())
  const { state } = await maker.api.bot.authState({ connector_id: id })
  const other = await lab.t.register('interceptor')
  await maker.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: other.id }] })
  const accept = (who: Person, encrypt_state: string) =>
    who.api.bot.authCode({ connector_id: id, code: 'c-2', encrypt_state })
  const before = asked.length
  await expect(accept(other, state.encrypt_state!)).rejects.toMatchObject({ status: 403 })
  await expect(accept(maker, '')).rejects.toMatchObject({ status: 403 })
  await accept(maker, state.encrypt_state!)
  await expect(accept(maker, state.encrypt_state!)).rejects.toMatchObject({ status: 403 })
  expect(asked).toHaveLength(before + 1)
})
test('an expiring token is renewed once; one that cannot be renewed is deleted', async () => {
  const { id } = await channel()
  await save(id, settings())
  await authorise(id)
  const botId = await lab.createBot()
  lab.t.clock.advance(3600_000)
  const before = asked.length
  await publish(id, botId)
  expect(asked).toHaveLength(before + 1)
  expect(asked.at(-1)!.get('grant_type')).toBe('refresh_token')
  expect(told.at(-1)!.authorization).toBe(`Bearer at-${asked.length}`)
  isGone = true
  lab.t.clock.advance(3600_000)
  await publish(id, botId)
  isGone = false
  expect(await row(id, botId)).toMatchObject({ config_status: 2 })
})
test('the secret is never shown, is kept when it is sent back masked, and is not sent to another server', async () => {
  const made = await channel()
  await save(made.id, settings())
  const shown = JSON.parse((await mine(made.name)).oauth_config) as Record<string, string>
  expect(shown.client_secret).not.toContain('desk-secret')
  await save(made.id, { ...shown, scope: 'publish read' })
  await authorise(made.id)
  expect(asked.at(-1)!.get('client_secret')).toBe('desk-secret-1')
  const moved = save(made.id, { ...shown, token_url: 'https://elsewhere.example.test/token' })
  await expect(moved).rejects.toMatchObject({ code: ErrorCode.connector.secretMoved })
  await save(made.id, '')
  expect((await mine(made.name)).oauth_config).toBe('')
  await expect(maker.api.bot.authState({ connector_id: made.id })).rejects.toMatchObject({ status: 400 })
})
test('invalid settings are refused with the name of the field, and nothing changes', async () => {
  const made = await channel()
  const bad: [string | object, string][] = [
    ['{', 'JSON'],
    [{ ...settings(), client_id: '' }, 'client_id'],
    [{ ...settings(), token_url: 'ftp://x' }, 'token_url'],
    [{ ...settings(), surprise: 1 }, 'surprise'],
  ]
  for (const [config, field] of bad)
    await expect(save(made.id, config)).rejects.toMatchObject({ message: expect.stringContaining(field) as string })
  await expect(save(made.id, { ...settings(), token_url: 'http://169.254.169.254/' })).rejects.toMatchObject({
    code: ErrorCode.egress.hostRefused,
  })
  expect((await mine(made.name)).oauth_config).toBe('')
  const other = await lab.t.register('other')
  const theirs = other.api.connectorSetup.updateOauth({ connector_id: made.id, oauth_config: '' })
  await expect(theirs).rejects.toMatchObject({ status: 404 })
  await save(made.id, settings())
  await expect(other.api.bot.authState({ connector_id: made.id })).rejects.toMatchObject({ status: 400 })
})
