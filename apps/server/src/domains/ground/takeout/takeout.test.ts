import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { type Person, testPassword } from '#testing/test-app.ts'

let lab: ChatLab
let person: Person
beforeAll(async () => {
  lab = await openChatLab()
  person = lab.owner
})
const record = (who = person) => who.api.takeout.record({})
const packed = async (who = person) => {
  await expect.poll(async () => (await record(who)).status, { timeout: 15_000 }).toBe(1)
  const { url } = await record(who)
  const { pathname, search } = new URL(url)
  return { path: pathname + search, response: await lab.t.request(pathname + search) }
}

test('everything that is kept of a person, without what could be used in their name', async () => {
  expect(await record()).toMatchObject({ request_time: 0, url: '', status: 1 })
  const botId = await lab.createBot()
  lab.server.script(says('the answer'))
  await lab.ask(botId, 'the question')
  const { token } = await person.api.token.create({ name: 'My token', duration_day: '1' })
  const app = await person.api.apiApp.create({ app_type: 1, name: 'My program' })
  await person.api.takeout.begin({})
  expect(await record()).toMatchObject({ status: 0, url: '' })
  // Picked up by the next job worker.
  await lab.t.startJobs()
  const { response } = await packed()
  const text = await response.text()
  const whole = JSON.parse(text) as Record<string, Record<string, unknown>[]>
  expect(whole.profile).toMatchObject([{ id: person.id, email: person.email }])
  expect(whole.spaces!.map((space) => space.name)).toContain('Lab')
  expect(whole.resources!.map((resource) => resource.name)).toContain('Lab bot')
  expect(whole.messages!.map((message) => message.content)).toEqual(
    expect.arrayContaining(['the question', 'the answer']),
  )
  expect(whole.tokens).toMatchObject([{ name: 'My token' }])
  expect(whole.api_apps).toMatchObject([{ name: 'My program' }])
  expect(whole.cut).toEqual([])
  for (const secret of [token, app.verify_token, 'password_hash', 'token_hash']) expect(text).not.toContain(secret)
}, 60_000)

test('the next one takes its place, and the file of the one before is gone', async () => {
  const { path } = await packed()
  lab.t.clock.advance(1000)
  await person.api.takeout.begin({})
  expect((await lab.t.request(path)).status).toBe(404)
  const { path: second } = await packed()
  expect(second).not.toBe(path)
  const { rows } = await lab.t.infra.database.pool.query<{ blob_key: string }>('SELECT blob_key FROM takeout')
  expect(await lab.t.infra.blobs.get(rows[0]!.blob_key)).toBeDefined()
}, 60_000)

test('what is kept of others is not in it, and the record of one is not that of another', async () => {
  const other = await lab.t.register('quiet')
  expect(await record(other)).toMatchObject({ url: '', request_time: 0 })
  await other.api.takeout.begin({})
  const { response } = await packed(other)
  const text = await response.text()
  expect(text).not.toContain('the question')
  expect(text).not.toContain('Lab bot')
  expect(JSON.parse(text)).toMatchObject({ profile: [{ id: other.id }], messages: [] })
}, 60_000)

test('whoever is erased leaves no file behind', async () => {
  const leaving = await lab.t.register('leaving')
  await leaving.api.takeout.begin({})
  const { path } = await packed(leaving)
  await leaving.api.passport.erase({ password: testPassword })
  await expect.poll(async () => (await lab.t.request(path)).status, { timeout: 15_000 }).toBe(404)
  const { rowCount } = await lab.t.infra.database.pool.query('SELECT 1 FROM takeout WHERE user_id = $1', [leaving.id])
  expect(rowCount).toBe(0)
}, 60_000)
