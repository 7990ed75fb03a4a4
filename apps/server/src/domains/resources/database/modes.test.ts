import { TableMode } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Call } from '@orrery/engine'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { toolOf } from './testing/sql-tool.ts'

/**
 * For every mode, the same attempts on another user's rows go through a bot's SQL tool, a workflow's SQL node, the API,
 * and directly to the database as the role of the space. The result is the same everywhere, because the role decides.
 */
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

/** Number of rows found or changed, or the error. */
type Outcome = number | 'permission denied' | 'row-level security'
interface Table {
  id: string
  table_name: string
}
const reasonIn = (message: string): Outcome => {
  const found = /permission denied|row-level security/.exec(message)?.[0]
  if (!found) throw new Error(`Refused for another reason: ${message}`)
  return found as Outcome
}
const attempts = {
  read: (name: string) => `SELECT word FROM ${name}`,
  readByUser: (name: string) => `SELECT word FROM ${name} WHERE uuid = '${owner.id}'`,
  readByJoin: (name: string) => `SELECT a.word FROM ${name} a JOIN ${name} b ON a.id = b.id`,
  update: (name: string) => `UPDATE ${name} SET word = 'taken' WHERE word = 'of owner' RETURNING id`,
  pass: (name: string) => `UPDATE ${name} SET uuid = '${member.id}' RETURNING id`,
  insert: (name: string) => `INSERT INTO ${name} (word) VALUES ('added') RETURNING id`,
  forge: (name: string) => `INSERT INTO ${name} (word, uuid) VALUES ('forged', '${owner.id}') RETURNING id`,
  remove: (name: string) => `DELETE FROM ${name} WHERE word = 'of owner' RETURNING id`,
}
type Attempt = keyof typeof attempts

const ways: Record<string, (table: Table, sql: (name: string) => string, isWrite: boolean) => Promise<Outcome>> = {
  async 'the SQL tool of a bot'(table, sql, isWrite) {
    const { content, isError } = await (await toolOf(t, table, spaceId, member))(sql(table.table_name))
    if (isError) return reasonIn(content)
    if (isWrite) return Number(/^(\d+) rows? affected$/.exec(content)![1])
    return content === 'No rows' ? 0 : content.split('\n').length - 2
  },
  async 'the SQL node of a workflow'(table, sql) {
    const call = { mode: 'debug', context: { spaceId, userId: member.id, connectorId: '10000010' } } as unknown as Call
    const request = { databaseId: table.id, sql: sql(table.table_name), params: [] }
    return (async () => (await t.services.workflowPorts.database!.sql(request, call)).rowNum)().catch((cause: Error) =>
      reasonIn(cause.message),
    )
  },
  async 'the role of the space'(table, sql, isWrite) {
    const client = await t.infra.database.pool.connect()
    try {
      await client.query('BEGIN')
      const name = `d${table.id}`
      await client.query('SELECT tenant.enter($1, $2, $3, $4)', [member.id, '10000010', 'user', [name]])
      const { rows } = await client.query(`SELECT * FROM space_${spaceId}.run($1, 1000, $2)`, [sql(name), isWrite])
      await client.query('COMMIT')
      return rows.length - 1
    } catch (cause) {
      return reasonIn((cause as Error).message)
    } finally {
      await client.query('ROLLBACK').catch(() => {})
      client.release()
    }
  },
}
const writes = new Set<Attempt>(['update', 'pass', 'insert', 'forge', 'remove'])
const denied = { pass: 'permission denied', forge: 'permission denied' } as const
const wanted: Record<'singleUser' | 'readOnly' | 'multiUser', Record<Attempt, Outcome>> = {
  singleUser: { read: 0, readByUser: 0, readByJoin: 0, update: 0, insert: 1, remove: 0, ...denied },
  readOnly: { read: 1, readByUser: 1, readByJoin: 1, update: 0, insert: 'row-level security', remove: 0, ...denied },
  multiUser: { read: 1, readByUser: 1, readByJoin: 1, update: 1, insert: 1, remove: 1, ...denied },
}
let counter = 0
async function freshTable(mode: keyof typeof wanted): Promise<Table> {
  counter += 1
  const fields = { space_id: spaceId, table_name: `m_${counter}`, field_list: [{ name: 'word' }] }
  const { database_info } = await owner.api.database.add({ ...fields, rw_mode: TableMode[mode] })
  await owner.api.database.updateRecords({ database_id: database_info.id, record_data_add: [{ word: 'of owner' }] })
  return database_info
}
const ownersRows = async (table: Table) =>
  (await owner.api.database.records({ database_id: table.id })).data
    .filter((row) => row.bstudio_connector_uid === owner.id)
    .map((row) => row.word)

describe.each(Object.keys(wanted) as (keyof typeof wanted)[])('%s', (mode) => {
  test.each(Object.keys(ways))('through %s', async (way) => {
    for (const attempt of Object.keys(attempts) as Attempt[]) {
      const table = await freshTable(mode)
      const outcome = await ways[way]!(table, attempts[attempt], writes.has(attempt))
      expect(outcome, attempt).toBe(wanted[mode][attempt])
      const left = { update: ['taken'], remove: [] as string[] }[attempt as 'update' | 'remove']
      expect(await ownersRows(table), `after ${attempt}`).toEqual((mode === 'multiUser' && left) || ['of owner'])
    }
  })
  test('through the API', async () => {
    const table = await freshTable(mode)
    const [row] = (await owner.api.database.records({ database_id: table.id })).data
    const everything = { not_filter_by_user_id: true, not_filter_by_connector_id: true }
    const seen = await member.api.database.records({ database_id: table.id, ...everything })
    expect(seen.data.map((item) => item.word)).toEqual(mode === 'singleUser' ? [] : ['of owner'])
    const change = (fields: object) => member.api.database.updateRecords({ database_id: table.id, ...fields })
    const alter = { record_data_alter: [{ bstudio_id: row!.bstudio_id!, word: 'taken' }] }
    const remove = { record_data_delete: [{ bstudio_id: row!.bstudio_id! }] }
    const forge = { record_data_add: [{ word: 'forged', bstudio_connector_uid: owner.id }] }
    expect((await change(forge)).data).toMatchObject([{ word: 'forged', bstudio_connector_uid: member.id }])
    // Members of a space are editors in the studio: they fill tables that users can only read.
    if (mode === 'singleUser') {
      await expect(change(alter)).rejects.toMatchObject({ code: ErrorCode.database.rowNotYours })
      await expect(change(remove)).rejects.toMatchObject({ code: ErrorCode.database.rowNotYours })
      expect(await ownersRows(table)).toEqual(['of owner'])
    } else {
      await change(alter)
      expect(await ownersRows(table)).toEqual(['taken'])
      await change(remove)
      expect(await ownersRows(table)).toEqual([])
    }
  })
})
