import { TableMode } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { prepareSql } from './sql-text.ts'

let t: TestApp
let owner: Person
let member: Person
let spaceId: string
let botId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  botId = (await t.services.bots.create({ spaceId, userId: owner.id, name: 'Bot', description: '', iconUri: '' })).id
})
const make = async (who: Person, space_id: string, table_name: string) =>
  (await who.api.database.add({ space_id, table_name, field_list: [{ name: 'a' }], rw_mode: TableMode.multiUser }))
    .database_info.id
const bound = async () => (await t.services.bots.getDraft(botId)).content.config.database_list

test('a table is bound to a bot, disabled for its model, listed, and unbound', async () => {
  const id = await make(owner, spaceId, 'notes')
  await owner.api.database.bind({ bot_id: botId, database_id: id })
  await owner.api.database.bind({ bot_id: botId, database_id: id })
  expect(await bound()).toMatchObject([{ table_id: id, table_name: 'notes', prompt_disabled: false, rw_mode: 3 }])
  await owner.api.database.botSwitch({ bot_id: botId, database_id: id, prompt_disable: true })
  expect(await bound()).toMatchObject([{ prompt_disabled: true }])
  expect((await member.api.database.botTables({ bot_id: botId })).BotTableList.map((item) => item.table_id)).toEqual([
    id,
  ])
  const { database_info_list: all } = await owner.api.database.list({ space_id: spaceId, bot_id: botId })
  expect(all.find((item) => item.id === id)?.is_added_to_bot).toBe(true)
  expect(
    (await owner.api.database.list({ bot_id: botId })).database_info_list.map((databaseInfo) => databaseInfo.id),
  ).toEqual([id])
  await owner.api.database.unbind({ bot_id: botId, database_id: id })
  expect(await bound()).toEqual([])
  await expect(
    owner.api.database.botSwitch({ bot_id: botId, database_id: id, prompt_disable: true }),
  ).rejects.toMatchObject({ status: 404 })
})

test('binding requires the right to edit the bot, a table of its space, and a unique name', async () => {
  const id = await make(owner, spaceId, 'one')
  await expect(member.api.database.bind({ bot_id: botId, database_id: id })).rejects.toMatchObject({ status: 403 })
  const elsewhere = (await owner.api.space.create({ name: 'Elsewhere' })).id
  const foreign = await make(owner, elsewhere, 'foreign')
  await expect(owner.api.database.bind({ bot_id: botId, database_id: foreign })).rejects.toMatchObject({ status: 404 })
  await owner.api.database.bind({ bot_id: botId, database_id: id })
  const twin = await make(owner, spaceId, 'one')
  await expect(owner.api.database.bind({ bot_id: botId, database_id: twin })).rejects.toMatchObject({
    code: ErrorCode.database.nameTaken,
  })
})

test('the older calls create, change, fill, search and delete a table of a bot', async () => {
  const { table_id } = await owner.api.table.add({
    bot_id: botId,
    name: 'old',
    desc: 'Old',
    field_list: [{ name: 'word' }, { name: 'n', type: 2 }],
  })
  const list = async () => (await owner.api.table.list({ bot_id: botId, table_id: [table_id] })).table_infos
  expect(await list()).toMatchObject([{ table_id, name: 'old', field_list: [{ name: 'word' }, { name: 'n' }] }])
  await owner.api.table.alter({
    bot_id: botId,
    table_id,
    name: 'older',
    desc: 'Older',
    field_list: [{ name: 'word' }, { name: 'n', type: 2 }, { name: 'x' }],
  })
  expect(await list()).toMatchObject([{ name: 'older', desc: 'Older' }])
  await owner.api.table.addRows({
    bot_id: botId,
    table_id,
    data_list: [
      { word: 'sun', n: '1' },
      { word: '100%', n: '2' },
    ],
  })
  const rows = async (keyword?: string) =>
    (await owner.api.table.queryRows({ bot_id: botId, table_id, keyword })).data_list
  expect((await rows('SU')).map((row) => row.word)).toEqual(['sun'])
  expect((await rows('%')).map((row) => row.word)).toEqual(['100%'])
  const [first] = await rows()
  await owner.api.table.updateRows({ table_id, data_list: [{ id: first!.id!, word: 'moon' }] })
  expect((await rows()).map((row) => row.word)).toEqual(['moon', '100%'])
  expect((await owner.api.table.removeRows({ table_id, data_ids: [first!.id!] })).data_ids).toEqual([first!.id])
  expect(await rows()).toHaveLength(1)
  await owner.api.table.remove({ bot_id: botId, table_id })
  expect(await list()).toEqual([])
  await expect(owner.api.database.get({ id: table_id })).rejects.toMatchObject({ status: 404 })
})

test('limits and channels are returned', async () => {
  expect(await owner.api.database.modeConfig({ bot_id: botId })).toMatchObject({ mode: 'expert', max_column_num: 50 })
  expect(
    (await owner.api.database.connectorNames({ SpaceId: spaceId, ListAll: true })).ConnectorList.map(
      (item) => item.ConnectorID,
    ),
  ).toEqual(['10000010', '999', '1024'])
})

test.each([
  ['SELECT notes.a, notes FROM notes WHERE notes.a > 1', 'SELECT "t1".a, notes FROM "t1" WHERE "t1".a > 1'],
  ['select * from `notes` n, other o', 'select * from "t1" n, "t2" o'],
  ["SELECT 'from notes' FROM NOTES", 'SELECT \'from notes\' FROM "t1"'],
  ['SELECT a, notes FROM x JOIN notes ON true', 'SELECT a, notes FROM x JOIN "t1" ON true'],
  ['INSERT INTO notes (a) VALUES (?)', "INSERT INTO \"t1\" (a) VALUES ('it''s') RETURNING id"],
  ['UPDATE notes SET bstudio_id = 1;', 'UPDATE "t1" SET id = 1 RETURNING id'],
  [
    'DELETE FROM notes WHERE a IN (SELECT a FROM other) RETURNING a',
    'DELETE FROM "t1" WHERE a IN (SELECT a FROM "t2") RETURNING a',
  ],
])('table names in %s are replaced by those of the physical tables', (given, wanted) => {
  const names = new Map([
    ['notes', 't1'],
    ['other', 't2'],
  ])
  expect(prepareSql(given, names, ["it's"]).sql.replaceAll(/\s+/g, ' ').trim()).toBe(wanted)
})
