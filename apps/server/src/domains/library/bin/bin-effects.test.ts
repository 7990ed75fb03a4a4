import { ConnectorId, FormatType } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls, says } from '#testing/scripted-model.ts'
import { canvas, edge, endNode, param, questionNode, ref, startNode } from '#testing/workflow-canvas.ts'
import { type BinLab, openBinLab } from '#testing/bin-lab.ts'
import type { Person } from '#testing/test-app.ts'

/** How users of a resource are affected while it is in the bin and after it is restored. */
let lab: BinLab
let owner: Person
let spaceId: string
let remove: BinLab['remove']
let restore: BinLab['restore']
let purge: BinLab['purge']
let binned: BinLab['binned']
let later: BinLab['later']
let published: BinLab['published']
let rows: BinLab['rows']
beforeAll(async () => {
  lab = await openBinLab()
  ;({ owner, spaceId, remove, restore, purge, binned, later, published, rows } = lab)
})
const missing = { status: 404 }
afterEach(() => lab.server.reset())
const run = async (workflow_id: string) =>
  (await owner.api.workflowOpen.run({ workflow_id, parameters: { input: 'Ann' } })).data

describe('a deleted workflow', () => {
  test('is missing from the tools of the bots that use it until it is restored', async () => {
    const id = await published()
    const bot = await lab.createBot({ workflow_info_list: [{ workflow_id: id }] })
    const ask = async () => {
      lab.server.reset()
      lab.server.script(calls({ name: 'ts_make_greeting', arguments: '{"input":"Ann"}' }), says('done'))
      await lab.ask(bot, 'greet Ann')
      return lab.server.requests[0]!.body.tools?.map((tool) => tool.function.name) ?? []
    }
    expect(await ask()).toEqual(['ts_make_greeting'])
    expect(await run(id)).toContain('Hello Ann')
    await owner.api.workflow.remove({ workflow_id: id, space_id: spaceId })
    expect(await ask()).toEqual([])
    await expect(run(id)).rejects.toMatchObject(missing)
    await restore(id)
    expect(await ask()).toEqual(['ts_make_greeting'])
    expect(await run(id)).toContain('Hello Ann')
    const { version_list } = await owner.api.workflowVersion.list({ workflow_id: id, type: 3, limit: 10 })
    expect(version_list.length).toBeGreaterThan(0)
  })
  test('is not started by its schedule, and runs missed meanwhile are not made up after it is restored', async () => {
    const id = await published('on_time')
    const { trigger_id } = await owner.api.workflowTrigger.save({
      workflow_id: id,
      event_id: 'schedule',
      name: 'every minute',
      config: JSON.stringify({ cron: '* * * * *', missed: 'once' }),
      payload: '{"input":"clock"}',
    })
    const runsOf = async () => (await owner.api.workflowRun.history({ workflow_id: id, limit: 100 })).runs.length
    await remove(id)
    await later(10 * 60_000)
    await lab.t.services.triggerFiring.fireDue()
    expect((await rows('SELECT last_error, last_run_id FROM workflow_trigger WHERE id = $1', [trigger_id]))[0]).toEqual(
      {
        last_error: '',
        last_run_id: null,
      },
    )
    await restore(id)
    await lab.t.services.triggerFiring.fireDue()
    expect(await runsOf()).toBe(0)
    lab.t.clock.advance(60_000)
    await lab.t.services.triggerFiring.fireDue()
    await expect.poll(runsOf).toBe(1)
  })
})

test('a run that waits for a person can be answered after its workflow is restored', async () => {
  const { workflow_id } = await owner.api.workflow.create({ name: 'asks', desc: 'x', space_id: spaceId })
  const schema = canvas(
    [startNode([]), questionNode('2', 'Where to?'), endNode([param('output', ref('2', 'USER_RESPONSE'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
  await owner.api.workflow.save({ workflow_id, schema })
  const { execute_id } = await owner.api.workflowRun.test({ workflow_id, input: {} })
  const process = () => owner.api.workflowRun.process({ workflow_id, execute_id })
  await expect.poll(async () => (await process()).nodeEvents.length).toBe(1)
  const event_id = (await process()).nodeEvents[0]!.id
  const answer = () => owner.api.workflowRun.resume({ workflow_id, execute_id, event_id, data: 'Lisbon' })
  await remove(workflow_id)
  await expect(answer()).rejects.toMatchObject(missing)
  await restore(workflow_id)
  await answer()
  await expect.poll(async () => (await process()).executeStatus).toBe(2)
})

describe('a deleted bot', () => {
  test('is offline on every channel until it is restored, then online under the same link', async () => {
    const bot = await lab.createBot()
    await owner.api.bot.publish({ bot_id: bot, connectors: { [ConnectorId.page]: {}, [ConnectorId.api]: {} } })
    const { links } = await owner.api.share.links({ resource_id: bot })
    const { key } = links.find((link) => link.connector_id === ConnectorId.page)!
    const isLive = async () => (await lab.t.anonymous.share.info({ key })).is_live
    const { token } = await owner.api.token.create({ name: 'Program' })
    const program = lab.t.apiWith({ authorization: `Bearer ${token}` })
    const online = () => program.openBot.get({ bot_id: bot })
    expect(await isLive()).toBe(true)
    await online()
    await owner.api.bot.remove({ bot_id: bot, space_id: spaceId })
    expect(await isLive()).toBe(false)
    await expect(lab.t.anonymous.share.enter({ key })).rejects.toMatchObject({ code: ErrorCode.share.offline })
    await expect(online()).rejects.toMatchObject(missing)
    await restore(bot)
    expect(await isLive()).toBe(true)
    await online()
  })
  test('pauses its tasks until it is restored, without making up missed runs', async () => {
    const bot = await lab.createBot()
    await owner.api.task.createPreset({ bot_id: bot, cron_expr: '0 * * * *', content: 'Tick' })
    await remove(bot)
    await later(5 * 3600_000)
    await lab.t.services.taskRunner.tick()
    await restore(bot)
    await lab.t.services.taskRunner.tick()
    expect((await owner.api.task.runs({ bot_id: bot })).runs).toEqual([])
    const [task] = await rows('SELECT next_at::float8 AS at FROM bot_task WHERE bot_id = $1', [bot])
    expect((task as { at: number }).at).toBeGreaterThan(lab.t.clock.now())
    await later(3600_000)
    expect(await lab.t.services.taskRunner.tick()).toHaveLength(1)
  })
  test('ends a run that was already due without suspending its task', async () => {
    const bot = await lab.createBot()
    const { task_id } = await owner.api.task.createPreset({ bot_id: bot, cron_expr: '0 * * * *', content: 'Tick' })
    await later(3600_000)
    const [waiting] = await lab.t.services.taskRunner.tick()
    await remove(bot)
    await lab.t.services.taskRunner.execute(waiting!)
    await restore(bot)
    const list = (await owner.api.task.list({ bot_id: bot })).data
    expect(list.map((task) => [task.task_id, task.status])).toEqual([[task_id, 1]])
  })
})

describe('a deleted project', () => {
  async function project() {
    const { project_id } = await owner.api.project.create({ space_id: spaceId, name: 'App' })
    const inside = async (name: string) =>
      (await owner.api.workflow.create({ name, desc: 'x', space_id: spaceId, project_id })).workflow_id
    return { project_id, one: await inside('one'), two: await inside('two') }
  }
  const partsOf = async (project_id: string) =>
    (await owner.api.library.ofProject({ project_id })).resource_groups.flatMap((group) =>
      group.resource_list.map((item) => item.res_id),
    )
  test('is deleted and restored together with its contents, as one entry in the bin', async () => {
    const { project_id, one, two } = await project()
    await remove(project_id)
    await expect(owner.api.workflow.canvas({ workflow_id: one, space_id: spaceId })).rejects.toMatchObject(missing)
    const items = (await binned()).filter((item) => [project_id, one, two].includes(item.res_id))
    expect(items).toMatchObject([{ res_id: project_id, inside_count: 2 }])
    await expect(restore(one)).rejects.toMatchObject(missing)
    await restore(project_id)
    expect((await partsOf(project_id)).toSorted()).toEqual([one, two].toSorted())
  })
  test('does not restore contents deleted earlier, which cannot be restored before their project', async () => {
    const { project_id, one, two } = await project()
    await remove(one)
    expect(await partsOf(project_id)).toEqual([two])
    await remove(project_id)
    await expect(restore(one)).rejects.toMatchObject({
      code: ErrorCode.bin.projectInBin,
      message: expect.stringContaining('App') as string,
    })
    await restore(project_id)
    expect(await partsOf(project_id)).toEqual([two])
    await restore(one)
    expect((await partsOf(project_id)).toSorted()).toEqual([one, two].toSorted())
  })
  test('is purged with all its contents, including those deleted earlier', async () => {
    const { project_id, one, two } = await project()
    await remove(one)
    await remove(project_id)
    await purge(project_id)
    expect(await rows('SELECT id FROM public.resource WHERE id = ANY($1::bigint[])', [[project_id, one, two]])).toEqual(
      [],
    )
  })
})

describe('the contents of a resource', () => {
  test('rows of a table are stored until the table is purged', async () => {
    const { database_info: table } = await owner.api.database.add({
      space_id: spaceId,
      table_name: 'kept',
      field_list: [{ name: 'item' }],
    })
    await owner.api.database.updateRecords({ database_id: table.id, record_data_add: [{ item: 'lamp' }] })
    await remove(table.id)
    await expect(owner.api.database.records({ database_id: table.id, table_type: 1 })).rejects.toMatchObject(missing)
    await restore(table.id)
    const { data } = await owner.api.database.records({ database_id: table.id, table_type: 1 })
    expect(data).toMatchObject([{ item: 'lamp' }])
    await remove(table.id)
    await purge(table.id)
    expect((await rows('SELECT to_regclass($1) AS there', [`space_${spaceId}.d${table.id}`]))[0]).toEqual({
      there: null,
    })
  })
  test('files of a knowledge base are stored in the bin, found again once restored, and purged with the knowledge base', async () => {
    const { api } = owner
    const { dataset_id } = await api.knowledge.create({
      name: 'Hotel',
      space_id: spaceId,
      format_type: FormatType.text,
    })
    const file_base64 = Buffer.from('Breakfast is served from seven to ten.').toString('base64')
    await api.knowledge.createDocument({
      dataset_id,
      document_bases: [{ name: 'Menu.md', source_info: { file_base64, file_type: 'md' } }],
    })
    await lab.t.services.knowledgeIngest.drain()
    const [{ blob_key: key }] = (await rows('SELECT blob_key FROM knowledge_document WHERE knowledge_id = $1', [
      dataset_id,
    ])) as [{ blob_key: string }]
    /** Uses a new bot each time: the built-in model does not repeat itself in a conversation. */
    const recalls = async () => {
      const bot = await lab.createBot({
        model_info: { model_id: '1' },
        knowledge: { knowledge_info: [{ id: dataset_id, name: 'Hotel' }], min_score: 0.3, auto: true },
      })
      return (await lab.ask(bot, 'When is breakfast served?')).text.includes('seven to ten')
    }
    expect(await recalls()).toBe(true)
    await remove(dataset_id)
    expect(await recalls()).toBe(false)
    expect(await lab.t.infra.blobs.get(key)).toBeDefined()
    await restore(dataset_id)
    expect(await recalls()).toBe(true)
    await remove(dataset_id)
    await purge(dataset_id)
    expect(await lab.t.infra.blobs.get(key)).toBeUndefined()
  })
  test('an import into a knowledge base in the bin blocks no other import, and resumes once the base is restored', async () => {
    const { api } = owner
    const base = async () =>
      (await api.knowledge.create({ name: 'Waiting', space_id: spaceId, format_type: FormatType.text })).dataset_id
    const add = async (dataset_id: string) => {
      const file_base64 = Buffer.from('Tea is at four.').toString('base64')
      await api.knowledge.createDocument({
        dataset_id,
        document_bases: [{ name: 'a.md', source_info: { file_base64, file_type: 'md' } }],
      })
    }
    const slices = async (id: string) =>
      (await rows('SELECT count(*)::int AS n FROM knowledge_slice WHERE knowledge_id = $1', [id]))[0] as { n: number }
    const [first, second] = [await base(), await base()]
    await add(first)
    await add(second)
    await remove(first)
    await lab.t.services.knowledgeIngest.drain()
    expect([(await slices(first)).n, (await slices(second)).n]).toEqual([0, 1])
    await restore(first)
    await lab.t.services.knowledgeIngest.drain()
    expect((await slices(first)).n).toBe(1)
  })
})
