import { TableMode } from '@orrery/contract'
import { ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { qrCode } from '#builtin-plugins/pictures.ts'
import { pluginIdOf } from '#builtin-plugins/registry.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import { tablesNaming } from '#testing/tables-naming.ts'
import type { Person } from '#testing/test-app.ts'
import { boardNode, canvas, edge, endNode, literal, param, ref, startNode } from '#testing/workflow-canvas.ts'

/** An evaluation leaves no database row, memory or file of its end users behind. */
let lab: ChatLab
let owner: Person
let space_id: string
let made = 0
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId: space_id } = lab)
})
async function submit(eval_target_type: number, source_target_id: string, inputs: string[]): Promise<string> {
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: `Set ${(made += 1)}`,
    evaluation_set_schema: { field_schemas: [{ name: 'input' }] },
  })
  const items = inputs.map((text) => ({ turns: [{ field_data_list: [{ name: 'input', content: { text } }] }] }))
  await owner.api.evaluationSet.addItems({ space_id, evaluation_set_id, items })
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: `Run ${made}`,
    eval_set_id: evaluation_set_id,
    create_eval_target_param: { eval_target_type, source_target_id },
    item_concur_num: 1,
  })
  return experiment.id
}
const statusOf = async (id: string) =>
  (await owner.api.experiment.getMany({ space_id, expt_ids: [id] })).experiments[0]!.status
async function outputsOf(id: string): Promise<string[]> {
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [id] })
  return item_results.map(
    ({ turn_results }) =>
      turn_results[0]!.experiment_results[0]!.payload!.target_output.eval_target_record!.eval_target_output_data
        .output_fields.actual_output!.text ?? '',
  )
}
/** Keys of stored files, except pictures built into the instance. */
async function blobs(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of lab.t.infra.blobs.list()) if (!key.startsWith('builtin/')) keys.push(key)
  return keys.toSorted()
}
async function count(from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await lab.t.infra.database.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM ${from}`)
  return rows[0]!.n
}

test("pictures that a bot's tool generates for a row are deleted with the experiment", async () => {
  const { number, tools } = qrCode
  const tool = { plugin_id: pluginIdOf({ number }), api_name: tools[0]!.name }
  const botId = await lab.createBot({ plugin_info_list: [{ ...tool, api_id: `${tool.plugin_id}01` }] })
  const before = await blobs()
  const draw = () => calls({ name: 'make_qr_code', arguments: '{"text":"hello","size":64}' })
  // A picture generated in a person's own chat is not deleted.
  lab.server.script(draw(), says('Here it is'))
  await lab.ask(botId, 'Draw')
  const own = await blobs()
  expect(own.length).toBe(before.length + 1)
  lab.server.script(draw(), says('First'), draw(), says('Second'))
  const id = await submit(TargetType.bot, botId, ['Draw', 'Again'])
  await lab.t.services.experiments.run(id)
  expect([await statusOf(id), await outputsOf(id)]).toEqual([ExperimentStatus.success, ['First', 'Second']])
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [id] })
  expect(JSON.stringify(item_results)).toContain('/api/file/generated/')
  expect(await blobs()).toEqual(own)
  expect(await count(sql`end_user_file`)).toBe(0)
})

/** Tables that keep data of evaluations on purpose: results, traces, search index, usage. */
const results = /^public\.(experiment|eval_|dataset|span|trace|search|usage|resource|bot|model|tally)|^(spans|job)\./
const leftOf = async (word: string) =>
  (await tablesNaming(lab.t.infra.database.db, word)).filter((name) => !results.test(name))

test('database rows that a bot writes for a row are deleted with the experiment; rows of people are not', async () => {
  const { database_info: table } = await owner.api.database.add({
    space_id,
    table_name: 'groceries',
    table_desc: 'What to buy',
    field_list: [{ name: 'item' }],
    rw_mode: TableMode.singleUser,
  })
  const botId = await lab.createBot()
  await owner.api.database.bind({ bot_id: botId, database_id: table.id })
  const call = (query: string) => calls({ name: 'groceries', arguments: JSON.stringify({ sql: query }) })
  lab.server.script(call("INSERT INTO groceries (item) VALUES ('own rice')"), says('Noted'))
  await lab.ask(botId, 'Note rice')
  const write = (item: string) => [
    call(`INSERT INTO groceries (item) VALUES ('${item}')`),
    call('SELECT item FROM groceries'),
    says(`Noted ${item}`),
  ]
  lab.server.script(...write('saffron'), ...write('saffron threads'))
  const id = await submit(TargetType.bot, botId, ['Note it', 'Note that'])
  await lab.t.services.experiments.run(id)
  expect([await statusOf(id), await outputsOf(id)]).toEqual([
    ExperimentStatus.success,
    ['Noted saffron', 'Noted saffron threads'],
  ])
  // Each row ran as its own end user, who saw only what that row had written.
  const lists = lab.server.requests.flatMap(({ body }) => {
    const [, list] = String(body.messages.at(-1)!.content).split('| --- |\n')
    return list ? [list] : []
  })
  expect(lists).toEqual(['| saffron |', '| saffron threads |'])
  expect(await leftOf('saffron')).toEqual([])
  expect((await leftOf('own rice')).length).toBeGreaterThan(0)
})

test('a bot with long-term memory learns nothing from rows of an experiment', async () => {
  const botId = await lab.createBot({ bot_tag_info: { time_capsule_info: { time_capsule_mode: 1 } } })
  await owner.api.memory.setConsent({ bot_id: botId, is_given: true })
  lab.server.script(says('Nice'))
  const id = await submit(TargetType.bot, botId, ['I play the theorbo'])
  await lab.t.services.experiments.run(id)
  expect(await outputsOf(id)).toEqual(['Nice'])
  await lab.t.services.memoryLearning.drain()
  expect(await leftOf('theorbo')).toEqual([])
  expect(await leftOf(`eval-${id}`)).toEqual([])
})

test('data left by a process that died is deleted later; data of others is not', async () => {
  const botId = await lab.createBot()
  lab.server.script(says('Fine'))
  const id = await submit(TargetType.bot, botId, ['Hi'])
  await lab.t.services.experiments.run(id)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const before = await blobs()
  const store = (endUser?: string) =>
    lab.t.services.uploads.store({ userId: owner.id, endUser, scene: 'image', name: 'p.png', bytes: png })
  const kept = [await store(), await store('visitor'), await store(`eval-${id}9/1-0`)]
  await store(`eval-${id}/1-0`)
  const { db } = lab.t.infra.database
  await db.execute(sql`UPDATE experiment SET is_clean = false WHERE id = ${id}`)
  await lab.t.services.experiments.cleanUp()
  expect(await blobs()).toEqual([...before, ...kept.map(({ key }) => key)].toSorted())
  expect(
    await count(
      sql`upload WHERE key IN (${sql.join(
        kept.map(({ key }) => sql`${key}`),
        sql`, `,
      )})`,
    ),
  ).toBe(3)
  expect(await count(sql`experiment WHERE NOT is_clean`)).toBe(0)
})

/** A workflow that generates a picture, opens a conversation, and adds a message to it. */
const busy = () => {
  const said = { name: 'conversationName', input: literal('notes') }
  const node = (id: string, type: string, inputParameters: object[], outputs: object[]) => ({
    id,
    type,
    meta: { position: { x: 0, y: 0 } },
    data: { nodeMeta: { title: `node ${id}` }, inputs: { inputParameters }, outputs },
  })
  const bool = (name: string) => ({ name, type: 'boolean' })
  const nodes = [
    startNode(),
    boardNode('2', 40, 30),
    node('3', '39', [said], [bool('isSuccess'), bool('isExisted'), { name: 'conversationId', type: 'string' }]),
    node(
      '4',
      '55',
      [said, param('role', literal('user')), param('content', ref('100001', 'input'))],
      [bool('isSuccess')],
    ),
    endNode([param('output', ref('2', 'data'))]),
  ]
  const ids = ['100001', '2', '3', '4', '900001']
  return canvas(
    nodes,
    ids.slice(1).map((id, at) => edge(ids[at]!, id)),
  )
}
// Last test: from here on, the server runs experiments in the background.
test('conversations and pictures that a workflow creates for a row are deleted with the experiment', async () => {
  const { workflow_id } = await owner.api.workflow.create({ space_id, name: 'busy', desc: 'Busy' })
  await owner.api.workflow.save({ workflow_id, schema: busy() })
  const [before, talks] = [await blobs(), await count(sql`conversation`)]
  await lab.t.startJobs()
  const id = await submit(TargetType.workflow, workflow_id, ['Ada', 'Bob'])
  await expect.poll(() => statusOf(id)).toBe(ExperimentStatus.success)
  const outputs = await outputsOf(id)
  expect(outputs).toHaveLength(2)
  for (const output of outputs) expect(output).toContain('/api/file/upload/')
  await expect.poll(() => count(sql`experiment WHERE NOT is_clean`)).toBe(0)
  expect(await blobs()).toEqual(before)
  expect([await count(sql`conversation`), await count(sql`workflow_thread`)]).toEqual([talks, 0])
  expect(await count(sql`message WHERE content IN ('Ada', 'Bob')`)).toBe(0)
  expect(await count(sql`upload WHERE name = 'drawing.png'`)).toBe(0)
})
