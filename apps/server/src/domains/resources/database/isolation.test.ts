import { type BotConfig, TableMode, TableType } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Call } from '@orrery/engine'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { toolOf as sqlToolOf } from './testing/sql-tool.ts'

/**
 * The database decides who sees and changes which rows. Each rule is checked through a bot's tool, a workflow node, the
 * API, and directly as the role of the space.
 */
let t: TestApp
let owner: Person
let member: Person
let spaceId: string
let otherSpace: string
let otherTable: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  const stranger = await t.register('stranger')
  otherSpace = (await stranger.api.space.create({ name: 'Others' })).id
  const { database_info } = await stranger.api.database.add({
    space_id: otherSpace,
    table_name: 'secrets',
    field_list: [{ name: 'word' }],
    rw_mode: 3,
  })
  otherTable = database_info.id
  await stranger.api.database.updateRecords({ database_id: otherTable, record_data_add: [{ word: 'hidden treasure' }] })
})

let counter = 0
async function makeTable(mode: 1 | 2 | 3) {
  counter += 1
  const { database_info } = await owner.api.database.add({
    space_id: spaceId,
    table_name: `notes_${counter}`,
    field_list: [{ name: 'word' }, { name: 'n', type: 2 }],
    rw_mode: mode,
  })
  await owner.api.database.updateRecords({
    database_id: database_info.id,
    record_data_add: [{ word: 'of owner', n: '1' }],
  })
  return database_info
}
type Made = Awaited<ReturnType<typeof makeTable>>

const toolOf = (made: Made, who: Person) => sqlToolOf(t, made, spaceId, who)
const callOf = (who: Person, space = spaceId, connectorId = '10000010') =>
  ({ mode: 'debug', context: { spaceId: space, userId: who.id, connectorId } }) as unknown as Call
const nodes = () => t.services.workflowPorts.database!

/** Runs a statement as the role of the space, bypassing every check of the application. */
async function asRole(
  who: { id: string },
  tables: string[],
  sql: string,
  options: { isWrite?: boolean; capacity?: string; timeout?: number } = {},
) {
  const client = await t.infra.database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL statement_timeout = ${options.timeout ?? 5000}`)
    await client.query('SELECT tenant.enter($1, $2, $3, $4)', [who.id, '10000010', options.capacity ?? 'user', tables])
    const { rows } = await client.query<{ n: string; content: unknown }>(
      `SELECT * FROM space_${spaceId}.run($1, 1000, $2)`,
      [sql, options.isWrite ?? false],
    )
    await client.query('COMMIT')
    return rows.slice(0, -1).map((row) => row.content as Record<string, unknown>)
  } finally {
    await client.query('ROLLBACK').catch(() => {})
    client.release()
  }
}

describe('single user: everybody has their own rows', () => {
  let made: Made
  beforeAll(async () => void (made = await makeTable(TableMode.singleUser)))
  test('through the tool of a bot', async () => {
    const sql = await toolOf(made, member)
    expect((await sql(`SELECT word FROM ${made.table_name}`)).content).toBe('No rows')
    expect((await sql(`UPDATE ${made.table_name} SET word = 'mine now'`)).content).toBe('0 rows affected')
    expect((await sql(`DELETE FROM ${made.table_name}`)).content).toBe('0 rows affected')
    expect((await sql(`SELECT count(*) AS n FROM ${made.table_name} WHERE uuid = '${owner.id}'`)).content).toContain(
      '| 0 |',
    )
    expect(await sql(`INSERT INTO ${made.table_name} (word, uuid) VALUES ('forged', '${owner.id}')`)).toMatchObject({
      isError: true,
      content: expect.stringContaining('permission denied'),
    })
    expect(await sql(`INSERT INTO ${made.table_name} (word) VALUES ('of member')`)).toMatchObject({
      content: '1 row affected',
    })
    expect(await sql(`UPDATE ${made.table_name} SET uuid = '${owner.id}'`)).toMatchObject({ isError: true })
    expect((await sql(`SELECT word FROM ${made.table_name}`)).content).toContain('| of member |')
    expect((await (await toolOf(made, owner))(`SELECT word FROM ${made.table_name}`)).content).toBe(
      '| word |\n| --- |\n| of owner |',
    )
  })
  test('through the nodes of a workflow', async () => {
    const filter = {
      logic: 'AND' as const,
      conditions: [{ field: 'uuid', operation: 'EQUAL' as const, value: owner.id }],
    }
    const all = { databaseId: made.id, filter: undefined, fields: [], orderBy: [], limit: 100 }
    expect((await nodes().select(all, callOf(member))).rows.map((row) => row.word)).toEqual(['of member'])
    expect((await nodes().update({ databaseId: made.id, values: { word: 'x' }, filter }, callOf(member))).rowNum).toBe(
      0,
    )
    expect((await nodes().remove({ databaseId: made.id, filter }, callOf(member))).rowNum).toBe(0)
    expect(
      (
        await nodes().sql(
          { databaseId: made.id, sql: `SELECT word FROM ${made.table_name} WHERE uuid <> ?`, params: [member.id] },
          callOf(member),
        )
      ).rows,
    ).toEqual([])
    // An end user with the id of an account is not treated as that account.
    const posing = callOf(member)
    Object.assign(posing.context, { connectorUid: owner.id })
    expect((await nodes().select(all, posing)).rows).toEqual([])
    // The same end user id in another channel is a different user, because each channel has its own ids.
    expect((await nodes().select(all, callOf(member, spaceId, '1024'))).rows).toEqual([])
  })
  test('through the API', async () => {
    const rows = async (who: Person) =>
      (
        await who.api.database.records({
          database_id: made.id,
          not_filter_by_user_id: true,
          not_filter_by_connector_id: true,
        })
      ).data
    expect((await rows(member)).map((row) => row.word)).toEqual(['of member'])
    const [mine] = await rows(owner)
    expect(mine!.word).toBe('of owner')
    for (const change of [
      { record_data_alter: [{ bstudio_id: mine!.bstudio_id!, word: 'x' }] },
      { record_data_delete: [{ bstudio_id: mine!.bstudio_id! }] },
    ])
      await expect(member.api.database.updateRecords({ database_id: made.id, ...change })).rejects.toMatchObject({
        code: ErrorCode.database.rowNotYours,
      })
    await member.api.database.reset({ database_info_id: made.id, table_type: TableType.draft })
    expect((await rows(owner)).map((row) => row.word)).toEqual(['of owner'])
    const csv = await (await member.api.database.export({ database_id: made.id, format: 'csv' })).text()
    expect(csv).not.toContain('of owner')
  })
  test('directly as the role', async () => {
    const table = `d${made.id}`
    expect(await asRole(member, [table], `SELECT * FROM ${table}`)).toEqual([])
    expect(await asRole(member, [table], `UPDATE ${table} SET word = 'x' RETURNING id`, { isWrite: true })).toEqual([])
    expect(
      await asRole(member, [table], `DELETE FROM ${table} RETURNING id`, { isWrite: true, capacity: 'editor' }),
    ).toEqual([])
    expect(await asRole(owner, [table], `SELECT word FROM ${table}`)).toEqual([{ word: 'of owner' }])
    // Without a claim, or with one for other tables, no rows can be read or added.
    expect(await asRole(owner, [], `SELECT * FROM ${table}`)).toEqual([])
    await expect(
      asRole(owner, [], `INSERT INTO ${table} (word) VALUES ('x') RETURNING id`, { isWrite: true }),
    ).rejects.toThrow('row-level security')
  })
})

describe('read only: everybody reads, only editors in the studio write', () => {
  let made: Made
  beforeAll(async () => void (made = await makeTable(TableMode.readOnly)))
  test('through the tool of a bot', async () => {
    for (const who of [owner, member]) {
      const sql = await toolOf(made, who)
      expect((await sql(`SELECT word FROM ${made.table_name}`)).content).toContain('of owner')
      expect(await sql(`INSERT INTO ${made.table_name} (word) VALUES ('x')`)).toMatchObject({
        isError: true,
        content: expect.stringContaining('row-level security'),
      })
      expect((await sql(`UPDATE ${made.table_name} SET word = 'x'`)).content).toBe('0 rows affected')
      expect((await sql(`DELETE FROM ${made.table_name}`)).content).toBe('0 rows affected')
    }
  })
  test('through the nodes of a workflow', async () => {
    await expect(nodes().insert({ databaseId: made.id, values: { word: 'x' } }, callOf(owner))).rejects.toMatchObject({
      code: ErrorCode.database.refused,
    })
    const filter = {
      logic: 'AND' as const,
      conditions: [{ field: 'word', operation: 'IS_NOT_NULL' as const, value: null }],
    }
    expect((await nodes().remove({ databaseId: made.id, filter }, callOf(owner))).rowNum).toBe(0)
    expect(
      (
        await nodes().select(
          { databaseId: made.id, filter, fields: [{ field: 'word', distinct: true }], orderBy: [], limit: 5 },
          callOf(member),
        )
      ).rows,
    ).toEqual([{ word: 'of owner' }])
  })
  test('through the API', async () => {
    await member.api.database.updateRecords({ database_id: made.id, record_data_add: [{ word: 'of an editor' }] })
    expect((await owner.api.database.records({ database_id: made.id })).TotalNum).toBe(2)
  })
  test('directly as the role', async () => {
    const table = `d${made.id}`
    await expect(
      asRole(member, [table], `INSERT INTO ${table} (word) VALUES ('x') RETURNING id`, { isWrite: true }),
    ).rejects.toThrow('row-level security')
    expect(await asRole(member, [table], `DELETE FROM ${table} RETURNING id`, { isWrite: true })).toEqual([])
  })
})

describe('multi user: everybody reads and writes all rows', () => {
  let made: Made
  beforeAll(async () => void (made = await makeTable(TableMode.multiUser)))
  test('through the tool of a bot, without changing the owner of a row', async () => {
    const sql = await toolOf(made, member)
    expect((await sql(`UPDATE ${made.table_name} SET word = 'changed by member' WHERE n = 1`)).content).toBe(
      '1 row affected',
    )
    expect(await sql(`UPDATE ${made.table_name} SET uuid = '1'`)).toMatchObject({ isError: true })
    expect((await (await toolOf(made, owner))(`SELECT word, uuid FROM ${made.table_name}`)).content).toContain(
      `| changed by member | ${owner.id} |`,
    )
  })
  test('through the nodes and the API', async () => {
    expect(
      (await nodes().insert({ databaseId: made.id, values: { word: 'node', n: 2 } }, callOf(member))).rows,
    ).toMatchObject([{ word: 'node', n: 2, uuid: member.id }])
    const { data } = await owner.api.database.records({ database_id: made.id })
    expect(data.map((row) => row.bstudio_connector_uid)).toEqual([owner.id, member.id])
    await owner.api.database.updateRecords({
      database_id: made.id,
      record_data_delete: [{ bstudio_id: data[1]!.bstudio_id! }],
    })
  })
  test('an editor may request only their own rows', async () => {
    const table = await makeTable(TableMode.multiUser)
    await member.api.database.updateRecords({ database_id: table.id, record_data_add: [{ word: 'of member' }] })
    const words = async (more: object) =>
      (await owner.api.database.records({ database_id: table.id, ...more })).data.map((row) => row.word).toSorted()
    expect(await words({})).toEqual(['of member', 'of owner'])
    expect(await words({ not_filter_by_user_id: true })).toEqual(['of member', 'of owner'])
    expect(await words({ not_filter_by_user_id: false })).toEqual(['of owner'])
  })
  test('a change of the mode takes effect at once', async () => {
    await owner.api.database.update({ id: made.id, rw_mode: TableMode.singleUser })
    expect(await asRole(member, [`d${made.id}`], `SELECT * FROM d${made.id}`)).toEqual([])
    await owner.api.database.update({ id: made.id, rw_mode: TableMode.multiUser })
    expect(await asRole(member, [`d${made.id}`], `SELECT * FROM d${made.id}`)).toHaveLength(1)
  })
})

test('nodes and bots cannot find a table of another space', async () => {
  await expect(
    nodes().select({ databaseId: otherTable, filter: undefined, fields: [], orderBy: [], limit: 1 }, callOf(owner)),
  ).rejects.toMatchObject({ status: 404 })
  const reference = { table_id: otherTable } as BotConfig['database_list'][number]
  expect(await t.services.skillPorts.databases!.tools([reference], { spaceId } as never)).toEqual([])
})

describe('hostile statements', () => {
  let made: Made
  let table: string
  beforeAll(async () => {
    made = await makeTable(TableMode.multiUser)
    table = `d${made.id}`
  })
  const hostile = (): Record<string, string> => ({
    'stacked statements': `SELECT 1; DROP TABLE ${table}`,
    'a comment that hides one': `SELECT 1 /* x */; -- y\n DELETE FROM ${table}`,
    'tables of the application': 'SELECT * FROM public.app_user',
    'tables of the application, without schema': 'SELECT * FROM app_user',
    'views of the application': 'SELECT * FROM live.resource',
    'union with accounts': `SELECT word FROM ${table} UNION SELECT email FROM public.app_user`,
    'the secret of the claims': 'SELECT * FROM tenant.secret',
    'sealing a claim': "SELECT tenant.enter('1', '*', 'editor', '{}')",
    catalogs: 'SELECT relname FROM pg_class',
    'catalogs by schema': 'SELECT * FROM pg_catalog.pg_roles',
    'password hashes': 'SELECT * FROM pg_authid',
    'information schema': 'SELECT * FROM information_schema.tables',
    'activity of others': 'SELECT * FROM pg_stat_activity',
    "another space's table": `SELECT * FROM space_${otherSpace}.d${otherTable}`,
    "another space's runner": `SELECT * FROM space_${otherSpace}.run('SELECT 1', 1, false)`,
    'set role': 'SET ROLE orrery',
    'reset role': 'RESET ROLE',
    'set role by function': "SELECT set_config('role', 'orrery', true)",
    'session authorization': 'SET SESSION AUTHORIZATION orrery',
    'another claim': "SELECT set_config('orrery.claim', 'x', true)",
    'reading the claim': "SELECT current_setting('orrery.claim')",
    'copy out': `COPY ${table} TO '/tmp/x'`,
    'copy program': `COPY ${table} FROM PROGRAM 'id'`,
    sleep: 'SELECT pg_sleep(1)',
    files: "SELECT pg_read_file('/etc/passwd')",
    'large objects': "SELECT lo_import('/etc/passwd')",
    notifications: "SELECT pg_notify('orrery', '{}')",
    locks: 'SELECT pg_advisory_lock(7206001)',
    'statements in text': "SELECT query_to_xml('SELECT * FROM public.app_user', true, false, '')",
    'ending others': 'SELECT pg_terminate_backend(1)',
    'do blocks': 'DO $$ BEGIN PERFORM 1; END $$',
    ddl: 'CREATE TABLE x (a int)',
    dropping: `DROP TABLE ${table}`,
    truncating: `TRUNCATE ${table}`,
    'new functions': "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    'changing the runner': `ALTER FUNCTION space_${spaceId}.run(text, integer, boolean) SECURITY INVOKER`,
    'dropping the runner': `DROP FUNCTION space_${spaceId}.run(text, integer, boolean)`,
    'switching off row security': `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
    'select into': `SELECT * INTO stolen FROM ${table}`,
    'ends of transactions': 'COMMIT',
    extensions: 'CREATE EXTENSION dblink',
    attach: "ATTACH DATABASE 'x' AS y",
    pragma: 'PRAGMA table_info(x)',
  })
  test('are refused by the database itself, and by the tool and the node that send them', async () => {
    const sql = await toolOf(made, owner)
    for (const [what, statement] of Object.entries(hostile())) {
      await expect(asRole(owner, [table], statement), `${what}, as the role`).rejects.toThrow(/./)
      await expect(
        asRole(owner, [table], statement, { isWrite: true, capacity: 'editor' }),
        `${what}, as a writing editor`,
      ).rejects.toThrow(/./)
      expect(await sql(statement), `${what}, through the tool`).toMatchObject({ isError: true })
      await expect(
        (async () => nodes().sql({ databaseId: made.id, sql: statement, params: [] }, callOf(owner)))(),
        `${what}, through the node`,
      ).rejects.toMatchObject({ code: expect.any(Number) })
    }
    const reason = (what: string) =>
      asRole(owner, [table], hostile()[what]!).then(String, (cause: Error) => cause.message)
    expect(await reason('stacked statements')).toContain('cannot open multi-query plan as cursor')
    expect(await reason('catalogs')).toBe('permission denied for table pg_class')
    expect(await reason('set role')).toBe('cannot open SET query as cursor')
    expect(await reason('set role by function')).toBe('permission denied for function set_config')
    expect(await reason('sleep')).toBe('permission denied for function pg_sleep')
    expect(await reason("another space's table")).toBe(`permission denied for schema space_${otherSpace}`)
    expect(await asRole(owner, [table], `SELECT word FROM ${table}`)).toEqual([{ word: 'of owner' }])
    const { rows } = await t.infra.database.pool.query<{ u: string; r: string }>(
      "SELECT current_user AS u, coalesce(current_setting('role', true), '') AS r",
    )
    expect(rows[0]).toEqual({ u: 'orrery', r: 'none' })
  })
  test('plain statements succeed in the same ways, so the refusals above are due to the statements', async () => {
    expect(await asRole(owner, [table], 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(
      (await (await toolOf(made, owner))(`-- mine\nSELECT upper(word) AS u /* x */ FROM ${made.table_name};`)).content,
    ).toContain('OF OWNER')
    expect(
      (
        await nodes().sql(
          { databaseId: made.id, sql: 'WITH x AS (SELECT 2 AS a) SELECT a FROM x', params: [] },
          callOf(owner),
        )
      ).rows,
    ).toEqual([{ a: 2 }])
  })
  test('even with access to set_config, a statement cannot leave its role', async () => {
    const role = `space_${spaceId}_%`
    const { rows } = await t.infra.database.pool.query<{ name: string }>(
      'SELECT rolname AS name FROM pg_roles WHERE rolname LIKE $1',
      [role],
    )
    const grantee = `"${rows[0]!.name}"`
    await t.infra.database.pool.query(`GRANT EXECUTE ON FUNCTION set_config(text, text, boolean) TO ${grantee}`)
    try {
      for (const setting of ['role', 'session_authorization'])
        await expect(asRole(owner, [table], `SELECT set_config('${setting}', 'orrery', true)`)).rejects.toThrow(
          'within security-definer function',
        )
      // A statement can write another claim, but cannot seal it.
      expect(
        await asRole(
          owner,
          [table],
          `SELECT x.s, t.word FROM (SELECT set_config('orrery.claim', '${'0'.repeat(64)}{}', true) AS s OFFSET 0) x, LATERAL (SELECT word FROM ${table}) t`,
        ),
      ).toEqual([])
    } finally {
      await t.infra.database.pool.query(`REVOKE EXECUTE ON FUNCTION set_config(text, text, boolean) FROM ${grantee}`)
    }
  })
  test('a forged claim gives no access', async () => {
    const client = await t.infra.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query("SELECT set_config('orrery.claim', $1, true)", [
        '0'.repeat(64) + JSON.stringify({ u: owner.id, p: '*', c: 'editor', t: [table] }),
      ])
      const { rows } = await client.query(`SELECT * FROM space_${spaceId}.run($1, 10, false)`, [
        `SELECT * FROM ${table}`,
      ])
      expect(rows).toHaveLength(1)
      // A claim sealed in another transaction is invalid too.
      await client.query('SELECT tenant.enter($1, $2, $3, $4)', [owner.id, '*', 'editor', [table]])
      const { rows: sealed } = await client.query<{ claim: string }>("SELECT current_setting('orrery.claim') AS claim")
      await client.query('ROLLBACK')
      await client.query('BEGIN')
      await client.query("SELECT set_config('orrery.claim', $1, true)", [sealed[0]!.claim])
      expect(
        (await client.query(`SELECT * FROM space_${spaceId}.run($1, 10, false)`, [`SELECT * FROM ${table}`])).rows,
      ).toHaveLength(1)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
  test('a cross join of millions is cut off at the row limit or by the timeout', async () => {
    const sql = await toolOf(made, owner)
    const { content } = await sql('SELECT a.n FROM generate_series(1, 1000) a(n), generate_series(1, 1000) b(n)')
    expect(content).toContain('There are more than 100 rows')
    expect(content.split('\n').length).toBeLessThan(110)
    await expect(
      asRole(owner, [table], 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b', {
        timeout: 300,
      }),
    ).rejects.toThrow('statement timeout')
    await expect(
      asRole(owner, [table], "SELECT string_agg('0123456789', '') AS big FROM generate_series(1, 1000000)"),
    ).rejects.toThrow('8 MB')
  })
})
