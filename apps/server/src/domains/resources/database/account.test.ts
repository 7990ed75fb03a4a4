import { ErrorCode } from '@orrery/contract/shared/error-codes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { toolOf } from './testing/sql-tool.ts'

/** Runs on a database server where our account has no special rights, like hosted servers. */
const made: string[] = []
async function asAdmin(...statements: string[]) {
  const client = new pg.Client({ connectionString: inject('postgresUrl').replace('/orrery?', '/postgres?') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
/** Creates a database account and returns the server address with it. */
async function account(rights: string): Promise<{ name: string; url: string }> {
  const name = `plain_${crypto.randomUUID().slice(0, 8)}`
  await asAdmin(`CREATE ROLE ${name} LOGIN PASSWORD 'plain' NOSUPERUSER ${rights}`)
  made.push(name)
  return { name, url: inject('postgresUrl').replace(/\/\/[^@]*@/, `//${name}:plain@`) }
}

describe('an account that may not create roles', () => {
  test('can do everything but create tables; the error names the statement to run, after which tables work', async () => {
    const { name, url } = await account('NOCREATEROLE')
    const t = await openTestApp({ account: url })
    await t.startJobs()
    const fix = `ALTER ROLE ${name} CREATEROLE;`
    expect(t.logLines.filter((line) => line.includes('may make no roles')).map((line) => JSON.parse(line).fix)).toEqual(
      [fix],
    )
    const owner = await t.register('owner')
    const space_id = (await owner.api.space.create({ name: 'Team' })).id
    const { bot_id } = await owner.api.bot.create({ space_id, name: 'Bot' })
    await owner.api.memory.add({ bot_id, item_type: 3, text: 'works', event_ms: 1 })
    const add = () => owner.api.database.add({ space_id, table_name: 'a', field_list: [{ name: 'word' }], rw_mode: 3 })
    await expect(add()).rejects.toMatchObject({
      code: ErrorCode.database.mayNotMakeRoles,
      status: 503,
      message: expect.stringContaining(fix),
    })
    expect((await owner.api.database.list({ space_id })).total_count).toBe(0)
    await asAdmin(fix)
    const { database_info } = await add()
    await owner.api.database.updateRecords({ database_id: database_info.id, record_data_add: [{ word: 'kept' }] })
    expect((await owner.api.database.records({ database_id: database_info.id })).data[0]!.word).toBe('kept')
  })
})

describe('an account that may create roles and is no superuser', () => {
  let t: TestApp
  let owner: Person
  let member: Person
  let spaceId: string
  let table: { id: string; table_name: string }
  beforeAll(async () => {
    t = await openTestApp({ account: (await account('CREATEROLE')).url })
    owner = await t.register('owner')
    member = await t.register('member')
    spaceId = (await owner.api.space.create({ name: 'Team' })).id
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    const fields = { space_id: spaceId, table_name: 'notes', field_list: [{ name: 'word' }] }
    table = (await owner.api.database.add({ ...fields, rw_mode: 1 })).database_info
    await owner.api.database.updateRecords({ database_id: table.id, record_data_add: [{ word: 'of owner' }] })
  })
  test('the database separates the rows of users', async () => {
    const { rows } = await t.infra.database.pool.query<{ super: string }>(
      "SELECT current_setting('is_superuser') AS super",
    )
    expect(rows).toEqual([{ super: 'off' }])
    const sql = await toolOf(t, table, spaceId, member)
    expect((await sql('SELECT word FROM notes')).content).toBe('No rows')
    expect((await sql("UPDATE notes SET word = 'mine'")).content).toBe('0 rows affected')
    expect((await sql(`INSERT INTO notes (word, uuid) VALUES ('x', '${owner.id}')`)).content).toContain(
      'permission denied',
    )
    expect((await (await toolOf(t, table, spaceId, owner))('SELECT word FROM notes')).content).toContain('of owner')
  })
  test('the database denies access to tables of the application, however the statement is written', async () => {
    const client = await t.infra.database.pool.connect()
    try {
      for (const statement of ['SELECT * FROM public.app_user', 'SELECT * FROM tenant.secret', 'SET ROLE postgres']) {
        await client.query('BEGIN')
        await client.query('SELECT tenant.enter($1, $2, $3, $4)', [owner.id, '*', 'editor', [`d${table.id}`]])
        await expect(client.query(`SELECT * FROM space_${spaceId}.run($1, 10, false)`, [statement])).rejects.toThrow(
          /permission denied|cannot open SET query as cursor/,
        )
        await client.query('ROLLBACK')
      }
    } finally {
      client.release()
    }
  })
  test.each([
    'SELECT relname FROM pg_class',
    'SELECT relname FROM "pg_class"',
    'SELECT * FROM pg_catalog.pg_roles',
    'SELECT * FROM notes, pg_stat_activity',
    'SELECT * FROM information_schema.tables',
    'SELECT pg_sleep(1)',
    'SELECT "pg_sleep"(1)',
    'SELECT pg_catalog . pg_sleep(1)',
    String.raw`SELECT U&"pg\005fsleep"(1)`,
    String.raw`SELECT E'\'', pg_sleep(1), '--'`,
    "SELECT $$'$$, pg_sleep(1), $$'$$",
    "SELECT $a$'$a$, pg_notify('orrery', '{}'), $a$'$a$",
    "SELECT /* /* */ pg_notify('orrery', '{}') -- */ */",
    "SELECT current_setting('orrery.claim')",
  ])('a statement on data that the role could see is refused: %s', async (statement) => {
    const sql = await toolOf(t, table, spaceId, owner)
    expect(await sql(statement)).toMatchObject({ isError: true, content: expect.stringContaining('refused') })
  })
  test('a plain statement with quotes, strings and quoted names works', async () => {
    const sql = await toolOf(t, table, spaceId, owner)
    const { content } = await sql(String.raw`SELECT upper("word") || E' it\'s' || ' $5 & U' AS "u" FROM "notes" AS u`)
    expect(content).toBe("| u |\n| --- |\n| OF OWNER it's $5 & U |")
  })
  test('deleting a space drops its schema and its role', async () => {
    const roles = async () =>
      (await t.infra.database.pool.query(`SELECT FROM pg_roles WHERE rolname LIKE 'space\\_${spaceId}\\_%'`)).rowCount
    expect(await roles()).toBe(1)
    await owner.api.space.remove({ space_id: spaceId })
    expect(await roles()).toBe(0)
  })
})

afterAll(async () => {
  // Only possible after the databases that they own were dropped.
  for (const name of made) await asAdmin(`DROP ROLE IF EXISTS ${name}`).catch(() => {})
})
