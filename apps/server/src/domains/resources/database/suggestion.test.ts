import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { openTestApp } from '#testing/test-app.ts'

let lab: ChatLab
beforeAll(async () => void (lab = await openChatLab()))
beforeEach(() => lab.server.reset())
const purpose = () => String(lab.server.requests.at(-1)!.body.messages.at(-1)!.content)
const proposal = {
  tables: [
    {
      name: 'Trip Plans',
      description: 'Where people go',
      rows: 'own',
      fields: [
        { name: 'City', type: 'text', description: 'Where', required: true },
        { name: 'budget', type: 'integer' },
        { name: 'budget', type: 'float' },
        { name: 'id', type: 'integer' },
        { name: '城市', type: 'text' },
        { name: 'odd', type: 'blob' },
      ],
    },
    { name: 'nothing', fields: [] },
  ],
}

test('a purpose in plain language becomes tables that can be created unchanged', async () => {
  lab.server.script(says('Here: ```json\n', JSON.stringify(proposal), '\n```'))
  const { bot_table_list: list } = await lab.owner.api.database.suggestTables({
    space_id: lab.spaceId,
    text: 'keep trips',
  })
  expect(purpose()).toBe('<purpose>\nkeep trips\n</purpose>')
  expect(list.map((item) => [item.table_name, item.rw_mode, item.field_list.map((f) => [f.name, f.type])])).toEqual([
    [
      'trip_plans',
      1,
      [
        ['city', 1],
        ['budget', 4],
        ['odd', 1],
      ],
    ],
  ])
  const { table_name, table_desc, field_list } = list[0]!
  const { database_info } = await lab.owner.api.database.add({
    space_id: lab.spaceId,
    table_name,
    table_desc,
    rw_mode: 1,
    field_list: field_list.map(({ name, desc, type, must_required }) => ({ name, desc, type, must_required })),
  })
  expect(database_info.field_list.filter((field) => !field.is_system_field).map((field) => field.name)).toEqual([
    'city',
    'budget',
    'odd',
  ])
})
test('without a purpose, the persona of the bot is used', async () => {
  const botId = await lab.createBot({ prompt_info: { prompt: 'You book trains.' } })
  lab.server.script(says(JSON.stringify(proposal)))
  await lab.owner.api.database.suggestTables({ bot_id: botId, scene_type: 1 })
  expect(purpose()).toContain('You book trains.')
  const silent = await lab.createBot()
  await expect(lab.owner.api.database.suggestTables({ bot_id: silent, scene_type: 1 })).rejects.toMatchObject({
    code: ErrorCode.database.purposeNeeded,
  })
})
test('an answer without a table is reported as an error', async () => {
  lab.server.script(says('I would rather not.'))
  await expect(
    lab.owner.api.database.suggestTables({ space_id: lab.spaceId, text: 'keep trips' }),
  ).rejects.toMatchObject({ code: ErrorCode.database.noSuggestion })
})
test('outsiders are refused, and a space or bot is required', async () => {
  const stranger = await lab.t.register()
  await expect(stranger.api.database.suggestTables({ space_id: lab.spaceId, text: 'x' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(stranger.api.database.suggestTables({ text: 'x' })).rejects.toMatchObject({
    code: ErrorCode.database.placeNeeded,
  })
})
test('the built-in model is refused', async () => {
  const t = await openTestApp()
  const owner = await t.register('owner')
  const space_id = (await owner.api.space.list({})).bot_space_list[0]!.id
  await expect(owner.api.database.suggestTables({ space_id, text: 'keep trips' })).rejects.toMatchObject({
    code: ErrorCode.database.suggestionNeedsModel,
  })
})

test('a model turns a question into a statement, which is refused if it writes or reads elsewhere', async () => {
  const { database_info } = await lab.owner.api.database.add({
    space_id: lab.spaceId,
    table_name: 'rides',
    field_list: [{ name: 'city' }],
    rw_mode: 1,
  })
  const ask = () => lab.owner.api.database.questionToSql({ database_id: database_info.id, text: 'which cities?' })
  lab.server.script(says('```sql\nSELECT DISTINCT city FROM rides LIMIT 200\n```'))
  expect((await ask()).sql).toBe('SELECT DISTINCT city FROM rides LIMIT 200')
  expect(purpose()).toContain('table "rides"')
  for (const [said, code] of [
    ['DELETE FROM rides', ErrorCode.database.onlyReads],
    ['SELECT * FROM pg_user', ErrorCode.database.refused],
  ] as const) {
    lab.server.script(says(said))
    await expect(ask()).rejects.toMatchObject({ code })
  }
})

test('the bots and workflows of the space that use a table are listed', async () => {
  const { database_info } = await lab.owner.api.database.add({
    space_id: lab.spaceId,
    table_name: 'used',
    field_list: [{ name: 'city' }],
    rw_mode: 1,
  })
  const users = async () =>
    (await lab.owner.api.database.usedBy({ database_id: database_info.id })).users.map((user) => [user.kind, user.name])
  expect(await users()).toEqual([])
  const botId = await lab.createBot()
  await lab.owner.api.database.bind({ bot_id: botId, database_id: database_info.id })
  const { workflow_id } = await lab.owner.api.workflow.create({ name: 'Writer', space_id: lab.spaceId })
  const databaseInfoList = [{ databaseInfoID: database_info.id }]
  const node = { id: '2', type: '46', meta: { position: { x: 0, y: 0 } }, data: { inputs: { databaseInfoList } } }
  await lab.owner.api.workflow.save({ workflow_id, schema: JSON.stringify({ nodes: [node], edges: [] }) })
  expect(await users()).toEqual([
    ['bot', 'Lab bot'],
    ['workflow', 'Writer'],
  ])
  await lab.owner.api.database.unbind({ bot_id: botId, database_id: database_info.id })
  expect(await users()).toEqual([['workflow', 'Writer']])
})
