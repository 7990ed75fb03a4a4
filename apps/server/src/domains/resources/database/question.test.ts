import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import type { Field } from './database.table.ts'
import { plainQuestion } from './question-rules.ts'

const fields: Field[] = [
  { id: 1, name: 'city', desc: '', type: 1, required: false },
  { id: 2, name: 'budget', desc: '', type: 2, required: false },
  { id: 3, name: 'starts', desc: '', type: 3, required: false },
]
describe('plain questions', () => {
  test.each([
    ['How many trips are there?', 'SELECT count(*) AS n FROM "trips"'],
    ['一共有多少行', 'SELECT count(*) AS n FROM "trips"'],
    ['show all trips', 'SELECT * FROM "trips" LIMIT 100'],
    ['average budget', 'SELECT avg("budget") AS "avg_budget" FROM "trips"'],
    ['how many have budget above 300?', 'SELECT count(*) AS n FROM "trips" WHERE "budget" > 300'],
    ['which have city is Porto', `SELECT * FROM "trips" WHERE "city" ILIKE 'Porto' LIMIT 100`],
    ['max budget where city is Porto', `SELECT max("budget") AS "max_budget" FROM "trips" WHERE "city" ILIKE 'Porto'`],
    ["city is O'Hare", undefined],
    ['why do people travel', undefined],
  ])('%s', (question, sql) => {
    if (question.includes("O'H")) expect(plainQuestion(question, 'trips', fields) ?? '').not.toMatch(/[^']'H/)
    else expect(plainQuestion(question, 'trips', fields)).toBe(sql)
  })
})

describe('questions about a table', () => {
  let t: TestApp
  let owner: Person
  let member: Person
  let tableId: string
  beforeAll(async () => {
    t = await openTestApp()
    owner = await t.register('owner')
    member = await t.register('member')
    const spaceId = (await owner.api.space.create({ name: 'Team' })).id
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    const { database_info } = await owner.api.database.add({
      space_id: spaceId,
      table_name: 'trips',
      field_list: [{ name: 'city' }, { name: 'budget', type: 2 }],
      rw_mode: 1,
    })
    tableId = database_info.id
    await owner.api.database.updateRecords({
      database_id: tableId,
      record_data_add: [
        { city: 'Porto', budget: '320' },
        { city: 'Lisbon', budget: '180' },
      ],
    })
  })

  test('a question becomes a statement, which then finds rows', async () => {
    const { sql } = await owner.api.database.questionToSql({ database_id: tableId, text: 'budget above 200?' })
    expect(sql).toContain('"budget" > 200')
    const found = await owner.api.database.query({ database_id: tableId, sql })
    expect(found.rows).toMatchObject([{ city: 'Porto', budget: '320' }])
    expect(found.columns).toContain('city')
  })
  test('without a real model, only plain questions are answered', async () => {
    await expect(
      owner.api.database.questionToSql({ database_id: tableId, text: 'why do people travel' }),
    ).rejects.toMatchObject({ code: ErrorCode.database.needsModel })
  })
  test('another member does not see rows of others', async () => {
    const found = await member.api.database.query({ database_id: tableId, sql: 'SELECT * FROM trips' })
    expect(found.rows).toEqual([])
  })
  test.each(['DELETE FROM trips', 'WITH x AS (DELETE FROM trips RETURNING *) SELECT * FROM x'])(
    'a question never changes rows: %s',
    async (sql) => {
      await expect(owner.api.database.query({ database_id: tableId, sql })).rejects.toMatchObject({
        code: ErrorCode.database.onlyReads,
      })
      expect((await owner.api.database.records({ database_id: tableId })).TotalNum).toBe(2)
    },
  )
  test.each(['SELECT * FROM pg_user', 'SELECT * FROM public.user', 'SELECT pg_sleep(60)'])(
    'a question can read only its own table: %s',
    async (sql) => {
      await expect(owner.api.database.query({ database_id: tableId, sql })).rejects.toMatchObject({
        code: ErrorCode.database.refused,
      })
    },
  )
})
