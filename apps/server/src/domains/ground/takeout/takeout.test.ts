import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { text } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { type Person, testPassword } from '#testing/test-app.ts'
import { leftOut, sections } from './takeout-sections.ts'

let lab: ChatLab
let person: Person
beforeAll(async () => {
  lab = await openChatLab()
  person = lab.owner
})
const record = (who = person) => who.api.takeout.record({})
const fetched = (who: Person) =>
  lab.t.request('/api/intelligence_api/user_profile/archive', { headers: { cookie: who.cookie() } })
type Rows = Record<string, unknown>[]
/** The files of an archive by name. */
async function unpacked(response: Response): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const entries = extract()
  Readable.fromWeb(response.body as never)
    .pipe(createGunzip())
    .pipe(entries)
  for await (const entry of entries) files.set(entry.header.name, await text(entry))
  return files
}
const packed = async (who = person) => {
  await expect.poll(async () => (await record(who)).status).toBe(1)
  const response = await fetched(who)
  expect(response.status).toBe(200)
  const files = await unpacked(response)
  return {
    files,
    all: [...files.values()].join('\n'),
    of: (name: string) => JSON.parse(files.get(`${name}.json`)!) as Rows,
  }
}
const keyOf = async (who: Person) => {
  const { rows } = await lab.t.infra.database.pool.query<{ blob_key: string }>(
    'SELECT blob_key FROM takeout WHERE user_id = $1',
    [who.id],
  )
  return rows[0]?.blob_key ?? ''
}

test('the archive contains all data of a person, but no secrets that could be used in their name', async () => {
  expect(await record()).toMatchObject({ request_time: 0, url: '', status: 1 })
  const botId = await lab.createBot()
  lab.server.script(says('the answer'))
  await lab.ask(botId, 'the question')
  const { token } = await person.api.token.create({ name: 'My token', duration_day: '1' })
  const app = await person.api.apiApp.create({ app_type: 1, name: 'My program' })
  const { upload_uri } = await person.api.upload.file({
    file_head: { file_type: 'txt', biz_type: 6 },
    data: Buffer.from('my own words').toString('base64'),
  })
  await person.api.filebox.upload({ bid: botId, source_files: [{ file_uri: upload_uri, file_name: 'words.txt' }] })
  const { database_info } = await person.api.database.add({
    space_id: lab.spaceId,
    table_name: 'guests',
    field_list: [{ name: 'guest', desc: '', type: 1, must_required: true }],
    rw_mode: 1,
  })
  await person.api.database.updateRecords({
    database_id: database_info.id,
    table_type: 1,
    record_data_add: [{ guest: 'Ada at the table' }],
  })
  // Resources in the bin are included.
  const binned = await lab.createBot()
  await person.api.bundle.removeMany({ space_id: lab.spaceId, ids: [binned, database_info.id] })
  await person.api.takeout.begin({})
  expect(await record()).toMatchObject({ status: 0, url: '' })
  expect((await fetched(person)).status).toBe(404)
  // The next job worker packs it.
  await lab.t.startJobs()
  const { files, all, of } = await packed()
  expect(of('profile')).toMatchObject([{ id: person.id, email: person.email }])
  expect(of('spaces').map((space) => space.name)).toContain('Lab')
  expect(of('resources').map((resource) => resource.name)).toContain('Lab bot')
  expect(of('bots').map((bot) => bot.id)).toEqual(expect.arrayContaining([botId, binned]))
  expect(of('tables').map((table) => table.id)).toEqual([database_info.id])
  expect(of('messages').map((message) => message.content)).toEqual(
    expect.arrayContaining(['the question', 'the answer']),
  )
  expect(of('tokens')).toMatchObject([{ name: 'My token' }])
  expect(of('api_apps')).toMatchObject([{ name: 'My program' }])
  expect(of('file_box')).toMatchObject([{ name: 'words.txt' }])
  expect([...files].find(([name]) => name.startsWith('files/'))![1]).toBe('my own words')
  expect([...files].find(([name]) => name.startsWith('table_rows/'))![1]).toContain('Ada at the table')
  const { counts } = JSON.parse(files.get('contents.json')!) as { counts: Record<string, number> }
  expect(Object.keys(counts)).toEqual(sections.map((section) => section.name))
  expect(counts.messages).toBe(of('messages').length)
  for (const secret of [token, app.verify_token, 'password_hash', 'token_hash']) expect(all).not.toContain(secret)
})

test('every table that names people is in the archive or excluded for a reason', async () => {
  const { rows } = await lab.t.infra.database.pool.query<{ table_name: string }>(
    `SELECT DISTINCT c.table_name FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       AND (c.column_name IN ('user_id', 'user_key', 'owner_id', 'actor_id', 'seller_id', 'author_id', 'creator_id', 'member_id')
         OR c.column_name ~ '_by$') ORDER BY 1`,
  )
  const packedTables = new Set(sections.map((section) => section.table))
  const { rows: all } = await lab.t.infra.database.pool.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  )
  const there = new Set(all.map(({ tablename }) => tablename))
  expect([...packedTables, ...Object.keys(leftOut)].filter((table) => !there.has(table))).toEqual([])
  const known = (table: string) => packedTables.has(table) || table in leftOut
  expect(rows.map(({ table_name }) => table_name).filter((table) => !known(table))).toEqual([])
})

test('only the person can fetch the file, only while signed in, and only until it expires', async () => {
  const key = await keyOf(person)
  const other = await lab.t.register('curious')
  expect((await fetched(other)).status).toBe(404)
  expect((await lab.t.request('/api/intelligence_api/user_profile/archive')).status).toBe(401)
  expect((await lab.t.request(`/api/file/${key}`)).status).toBe(403)
  const { expire_time, request_time } = await record()
  expect(expire_time - request_time).toBe(7 * 24 * 3600)
  lab.t.clock.advance(7 * 24 * 3600_000)
  try {
    expect(await record()).toMatchObject({ url: '', expire_time: 0 })
    expect((await fetched(person)).status).toBe(404)
  } finally {
    lab.t.clock.advance(-7 * 24 * 3600_000)
  }
})

test('a new archive replaces the previous one and its file', async () => {
  await packed()
  const before = await keyOf(person)
  lab.t.clock.advance(1000)
  await person.api.takeout.begin({})
  expect(await lab.t.infra.blobs.get(before)).toBeUndefined()
  await packed()
  const after = await keyOf(person)
  expect(after).not.toBe(before)
  expect(await lab.t.infra.blobs.get(after)).toBeDefined()
})

test('the archive contains no data of others, and each person has their own archive', async () => {
  const other = await lab.t.register('quiet')
  expect(await record(other)).toMatchObject({ url: '', request_time: 0 })
  await other.api.takeout.begin({})
  const { all, of } = await packed(other)
  expect(all).not.toContain('the question')
  expect(all).not.toContain('Lab bot')
  expect(all).not.toContain('Ada at the table')
  expect(of('profile')).toMatchObject([{ id: other.id }])
  expect(of('messages')).toEqual([])
})

test('the archive of an erased person is deleted', async () => {
  const leaving = await lab.t.register('leaving')
  await leaving.api.takeout.begin({})
  await packed(leaving)
  const key = await keyOf(leaving)
  await leaving.api.passport.erase({ password: testPassword })
  await expect.poll(() => lab.t.infra.blobs.get(key)).toBeUndefined()
  expect(await keyOf(leaving)).toBe('')
})
