import { TableMode } from '@orrery/contract'
import type { Call } from '@orrery/engine'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { toolOf, toolsOf } from './testing/sql-tool.ts'

/** A bot may restrict a table further than the table's own mode: in the chat and in the workflows that it runs. */
let t: TestApp
let owner: Person
let member: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
type Mode = 'singleUser' | 'readOnly' | 'multiUser'
type Outcome = number | string
interface Table {
  id: string
  table_name: string
}
let counter = 0
/** A table with one row of the owner. */
async function table(mode: Mode): Promise<Table> {
  const table_name = `n_${(counter += 1)}`
  const fields = { space_id: spaceId, table_name, field_list: [{ name: 'word' }], rw_mode: TableMode[mode] }
  const { database_info } = await owner.api.database.add(fields)
  await owner.api.database.updateRecords({ database_id: database_info.id, record_data_add: [{ word: 'of owner' }] })
  return database_info
}
const attempts = {
  read: (name: string) => `SELECT word FROM ${name}`,
  update: (name: string) => `UPDATE ${name} SET word = 'taken' WHERE word = 'of owner' RETURNING id`,
  insert: (name: string) => `INSERT INTO ${name} (word) VALUES ('added') RETURNING id`,
  remove: (name: string) => `DELETE FROM ${name} RETURNING id`,
}
type Attempt = keyof typeof attempts
const refused = 'row-level security'
const reasonIn = (message: string) => /permission denied|row-level security/.exec(message)?.[0] ?? message

/** The result of an attempt by the member through the bot: the number of rows, or the refusal. */
async function inChat(of: Table, mode: Mode, attempt: Attempt): Promise<Outcome> {
  const run = await toolOf(t, of, spaceId, member, TableMode[mode])
  const { content, isError } = await run(attempts[attempt](of.table_name))
  if (isError) return reasonIn(content)
  const changed = /^(\d+) rows? affected$/.exec(content)
  return changed ? Number(changed[1]) : content === 'No rows' ? 0 : content.split('\n').length - 2
}
async function inWorkflow(of: Table, mode: Mode, attempt: Attempt): Promise<Outcome> {
  const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name: 'Narrow' })
  const entry = { table_id: of.id, table_name: of.table_name, rw_mode: TableMode[mode] }
  await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, database_list: [entry] } })
  const call = { mode: 'debug', context: { spaceId, userId: member.id, connectorId: '10000010', botId } }
  const request = { databaseId: of.id, sql: attempts[attempt](of.table_name), params: [] }
  const { sql } = t.services.workflowPorts.database!
  return (async () => (await sql(request, call as unknown as Call)).rowNum)().catch((cause: Error) =>
    reasonIn(cause.message),
  )
}

const wanted: Record<Mode, Record<Attempt, Outcome>> = {
  singleUser: { read: 0, update: 0, insert: 1, remove: 0 },
  readOnly: { read: 1, update: 0, insert: refused, remove: 0 },
  multiUser: { read: 1, update: 1, insert: 1, remove: 1 },
}
describe.each(Object.keys(wanted) as Mode[])('%s, on a table whose rows everybody may change', (mode) => {
  test.each(Object.keys(attempts) as Attempt[])('%s', async (attempt) => {
    expect(await inChat(await table('multiUser'), mode, attempt), 'in the chat').toBe(wanted[mode][attempt])
    expect(await inWorkflow(await table('multiUser'), mode, attempt), 'in a workflow').toBe(wanted[mode][attempt])
  })
})

test('a bot cannot allow more than the table does', async () => {
  expect(await inWorkflow(await table('readOnly'), 'multiUser', 'insert')).toBe(refused)
  expect(await inWorkflow(await table('singleUser'), 'multiUser', 'read')).toBe(0)
  expect(await inChat(await table('singleUser'), 'readOnly', 'insert')).toBe(refused)
})

test('a workflow without a bot is restricted only by the table', async () => {
  const { id: databaseId, table_name } = await table('multiUser')
  const call = { mode: 'debug', context: { spaceId, userId: member.id, connectorId: '10000010' } } as unknown as Call
  const { sql } = t.services.workflowPorts.database!
  expect((await sql({ databaseId, sql: attempts.update(table_name), params: [] }, call)).rowNum).toBe(1)
})

test('the description of the tool states what the model may do', async () => {
  const of = await table('multiUser')
  const described = async (mode: Mode) => (await toolsOf(t, of, spaceId, member, TableMode[mode]))[0]!
  expect(await described('readOnly')).toMatchObject({
    sideEffects: 'none',
    description: expect.stringContaining('SELECT only') as string,
  })
  expect((await described('singleUser')).description).toContain('only rows of the current user')
})
