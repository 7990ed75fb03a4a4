import { BotStatus, ConnectorId, FormatType, KNOWLEDGE_LIMITS } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeBelongings } from '#testing/belongings.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import { type Person, testPassword } from '#testing/test-app.ts'
import { canvas, edge, endNode, greeting, param, questionNode, ref, startNode } from '#testing/workflow-canvas.ts'

let lab: ChatLab
let owner: Person
let spaceId: string
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId } = lab)
})
afterEach(() => lab.server.reset())

const remove = async (id: string, who = owner, space = spaceId) =>
  (await who.api.bundle.removeMany({ space_id: space, ids: [id] })).failed
const restore = (id: string, who = owner, space = spaceId) => who.api.bin.restore({ space_id: space, res_id: id })
const purge = (id: string, who = owner, space = spaceId) => who.api.bin.remove({ space_id: space, res_id: id })
const binned = async (space = spaceId, who = owner) => (await who.api.bin.list({ space_id: space })).items
const missing = { status: 404 }
const DAY = 24 * 3600_000
async function later(ms: number) {
  lab.t.clock.advance(ms)
  await owner.api.passport.login({ email: owner.email, password: testPassword })
}
async function published(name = 'make_greeting') {
  const { workflow_id } = await owner.api.workflow.create({ name, desc: `Runs ${name}`, space_id: spaceId })
  await owner.api.workflow.save({ workflow_id, schema: greeting() })
  await owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}
const run = async (workflow_id: string) =>
  (await owner.api.workflowOpen.run({ workflow_id, parameters: { input: 'Ann' } })).data
const rows = async (sql: string, values: unknown[]) => (await lab.t.infra.database.pool.query(sql, values)).rows

describe('every kind of resource', () => {
  test('is out of sight as soon as it is deleted, and comes back under its id with everything it had', async () => {
    const person = await lab.t.register('keeper')
    const { api } = person
    const things = await makeBelongings(lab.t, person)
    const has = {
      bot: () => api.bot.getDraft({ bot_id: things.bot }),
      project: () => api.intelligences.info({ intelligence_id: things.project, intelligence_type: 2 }),
      workflow: () => api.workflow.canvas({ workflow_id: things.workflow, space_id: things.space }),
      plugin: () => api.plugin.info({ plugin_id: things.plugin }),
      dataset: () => api.knowledge.detail({ dataset_ids: [things.dataset] }),
      database: () => api.database.get({ id: things.database }),
      prompt: () => api.promptLibrary.get({ prompt_resource_id: things.prompt }),
    }
    const parts = {
      run: () => api.workflowRun.process({ workflow_id: things.workflow, execute_id: things.run }),
      trigger: () => api.workflowTrigger.get({ workflow_id: things.workflow }),
      tool: () => api.pluginTool.list({ plugin_id: things.plugin }),
      slice: () => api.knowledge.listSlices({ document_id: things.document }),
      task: () => api.task.list({ bot_id: things.bot }),
      conversation: () => api.conversation.messages({ bot_id: things.bot, count: 10 }),
      webhook: () => api.webhook.list({ bot_id: things.bot }),
    }
    const all = { ...has, ...parts }
    const read = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(all).map(async ([name, call]) => [
            name,
            await (call() as Promise<unknown>).catch((cause: { status?: number }) => cause.status),
          ]),
        ),
      ) as Record<keyof typeof all, unknown>
    const before = await read()
    const ids = (Object.keys(has) as (keyof typeof has)[]).map((key) => things[key])
    expect((await api.bundle.removeMany({ space_id: things.space, ids })).failed).toEqual([])

    const during = await read()
    for (const name of Object.keys(all) as (keyof typeof all)[])
      if (name === 'dataset') expect(during.dataset).toMatchObject({ dataset_details: {} })
      else expect(during[name], name).toBe(404)
    expect((await api.library.list({ space_id: things.space })).resource_list).toEqual([])
    expect((await api.intelligences.list({ space_id: things.space, size: 50 })).intelligences).toEqual([])
    const items = await binned(things.space, person)
    expect(items.map((item) => item.res_id).toSorted()).toEqual(ids.toSorted())
    expect(Object.fromEntries(items.map((item) => [item.kind, item.status]))).toMatchObject({
      bot: BotStatus.deleted,
      project: 2,
      workflow: 4,
      knowledge: 2,
      plugin: 0,
    })
    for (const id of ids) await restore(id, person, things.space)
    expect(await read()).toEqual(before)
    expect(await binned(things.space, person)).toEqual([])
  })
  test('is listed with who deleted it, when, and how long it stays, the newest first and in pages', async () => {
    const { id: space } = await owner.api.space.create({ name: 'Lists' })
    const ids: string[] = []
    for (const name of ['one', 'two', 'three'])
      ids.push((await owner.api.workflow.create({ name, desc: 'x', space_id: space })).workflow_id)
    for (const id of ids) {
      await remove(id, owner, space)
      lab.t.clock.advance(1000)
    }
    const first = await owner.api.bin.list({ space_id: space, size: 2 })
    expect(first).toMatchObject({ has_more: true, keep_days: 30 })
    expect(first.items.map((item) => item.name)).toEqual(['three', 'two'])
    const [item] = first.items
    expect(item).toMatchObject({ kind: 'workflow', can_change: true, deleted_by: { id: owner.id } })
    expect(item!.expire_time - item!.delete_time).toBe(30 * 24 * 3600)
    const next = await owner.api.bin.list({ space_id: space, size: 2, cursor: first.cursor })
    expect(next).toMatchObject({ has_more: false, items: [{ name: 'one' }] })
    for (const cursor of ['x', '1_9999999999999999999', '_'])
      expect((await owner.api.bin.list({ space_id: space, cursor })).items, cursor).toHaveLength(3)
  })
  test('is found by the search again after it came back', async () => {
    const { workflow_id } = await owner.api.workflow.create({ name: 'zanzibar', desc: 'x', space_id: spaceId })
    const found = async () => {
      await lab.t.services.searchIndex.catchUp()
      return (await owner.api.search.all({ word: 'zanzibar' })).groups.flatMap((group) =>
        group.items.map(({ id }) => id),
      )
    }
    expect(await found()).toEqual([workflow_id])
    await remove(workflow_id)
    expect(await found()).toEqual([])
    await restore(workflow_id)
    expect(await found()).toEqual([workflow_id])
  })
})

describe('a deleted workflow', () => {
  test('is a missing tool for the bots that use it, and works for them again when it is back', async () => {
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
  test('is not started by its schedule, and what was due meanwhile is not made up', async () => {
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

test('a run that waits for a person can be answered after its workflow came back', async () => {
  const { workflow_id } = await owner.api.workflow.create({ name: 'asks', desc: 'x', space_id: spaceId })
  const schema = canvas(
    [startNode([]), questionNode('2', 'Where to?'), endNode([param('output', ref('2', 'USER_RESPONSE'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
  await owner.api.workflow.save({ workflow_id, schema })
  const { execute_id } = await owner.api.workflowRun.test({ workflow_id, input: {} })
  const process = () => owner.api.workflowRun.process({ workflow_id, execute_id })
  await expect.poll(async () => (await process()).nodeEvents.length, { timeout: 10_000 }).toBe(1)
  const event_id = (await process()).nodeEvents[0]!.id
  const answer = () => owner.api.workflowRun.resume({ workflow_id, execute_id, event_id, data: 'Lisbon' })
  await remove(workflow_id)
  await expect(answer()).rejects.toMatchObject(missing)
  await restore(workflow_id)
  await answer()
  await expect.poll(async () => (await process()).executeStatus, { timeout: 10_000 }).toBe(2)
})

describe('a deleted bot', () => {
  test('is offline on every channel, and on the same link again when it is back', async () => {
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
  test('has tasks that rest, and go on from the time it is back', async () => {
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
  test('ends a run that waited for it without suspending its task', async () => {
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
  test('takes what is inside along, as one entry, and brings it back', async () => {
    const { project_id, one, two } = await project()
    await remove(project_id)
    await expect(owner.api.workflow.canvas({ workflow_id: one, space_id: spaceId })).rejects.toMatchObject(missing)
    const items = (await binned()).filter((item) => [project_id, one, two].includes(item.res_id))
    expect(items).toMatchObject([{ res_id: project_id, inside_count: 2 }])
    await expect(restore(one)).rejects.toMatchObject(missing)
    await restore(project_id)
    expect((await partsOf(project_id)).toSorted()).toEqual([one, two].toSorted())
  })
  test('leaves out what was deleted before, which cannot come back without its project', async () => {
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
  test('goes for good with everything that was in it', async () => {
    const { project_id, one, two } = await project()
    await remove(one)
    await remove(project_id)
    await purge(project_id)
    expect(await rows('SELECT id FROM public.resource WHERE id = ANY($1::bigint[])', [[project_id, one, two]])).toEqual(
      [],
    )
  })
})

describe('what a resource holds', () => {
  test('rows of a table stay with it in the bin, and are gone when it is', async () => {
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
  test('files of knowledge stay in the bin, are found again afterwards, and are deleted for good with it', async () => {
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
    /** A new bot each time: the built-in model does not repeat itself in a conversation. */
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
  test('an import that waits in the bin holds nobody up, and goes on afterwards', async () => {
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

describe('coming back', () => {
  test('is refused while there is no room for the documents', async () => {
    const { dataset_id } = await owner.api.knowledge.create({ name: 'Big', space_id: spaceId, format_type: 0 })
    const file_base64 = Buffer.from('x').toString('base64')
    await owner.api.knowledge.createDocument({
      dataset_id,
      document_bases: [{ name: 'a.md', source_info: { file_base64, file_type: 'md' } }],
    })
    await remove(dataset_id)
    const resize = (size: number) =>
      lab.t.infra.database.pool.query('UPDATE knowledge_document SET size = $2 WHERE knowledge_id = $1', [
        dataset_id,
        size,
      ])
    await resize(KNOWLEDGE_LIMITS.bytes + 1)
    await expect(restore(dataset_id)).rejects.toMatchObject({ code: ErrorCode.knowledge.noRoomToRestore })
    expect((await binned()).map((item) => item.res_id)).toContain(dataset_id)
    await resize(1)
    await restore(dataset_id)
  })
  test('says when another one has the name meanwhile', async () => {
    const create = async () =>
      (await owner.api.workflow.create({ name: 'namesake', desc: 'x', space_id: spaceId })).workflow_id
    const first = await create()
    await remove(first)
    const second = await create()
    expect(await restore(first)).toMatchObject({ res_id: first, kind: 'workflow', is_name_shared: true })
    await remove(second)
    await remove(first)
    expect((await restore(first)).is_name_shared).toBe(false)
  })
  test('keeps its folder and its collaborators', async () => {
    const id = await published('filed')
    const mate = await lab.t.register('mate')
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: mate.id }] })
    await owner.api.collaborator.add({ resource: { id, type: 6 }, principal: { id: mate.id, type: 1 } })
    const { folder_id } = await owner.api.folder.create({ space_id: spaceId, type: 2, name: 'Shelf' })
    await owner.api.folder.moveObjects({
      folder_space_id: spaceId,
      dest_folder_id: folder_id,
      move_objects: [{ object_id: id }],
    })
    await remove(id)
    await restore(id)
    const { resource_list } = await owner.api.library.list({ space_id: spaceId, folder_id })
    expect(resource_list.map((item) => item.res_id)).toEqual([id])
    await mate.api.workflow.save({ workflow_id: id, schema: greeting('Good day {{String1}}') })
  })
})

describe('who may', () => {
  test('members see the bin; those who may delete something restore it and delete it for good', async () => {
    const id = await published('guarded')
    const member = await lab.t.register('member')
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    await remove(id)
    const [item] = (await binned(spaceId, member)).filter(({ res_id }) => res_id === id)
    expect(item).toMatchObject({ can_change: false })
    for (const call of [restore, purge]) await expect(call(id, member)).rejects.toMatchObject({ status: 403 })
    const outsider = await lab.t.register('outsider')
    await expect(binned(spaceId, outsider)).rejects.toMatchObject(missing)
    for (const call of [restore, purge]) await expect(call(id, outsider)).rejects.toMatchObject(missing)
    // A space of one's own does not help either.
    const own = (await outsider.api.space.create({ name: 'Own' })).id
    for (const call of [restore, purge]) await expect(call(id, outsider, own)).rejects.toMatchObject(missing)
    await restore(id)
    await expect(restore(id)).rejects.toMatchObject(missing)
  })
  test('what a member leaves in the bin goes to the owner of the space', async () => {
    const member = await lab.t.register('leaver')
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    const { workflow_id } = await member.api.workflow.create({ name: 'left', desc: 'x', space_id: spaceId })
    await remove(workflow_id, member)
    await member.api.space.exit({ space_id: spaceId })
    await restore(workflow_id)
    expect(await lab.t.services.resources.get(workflow_id)).toMatchObject({ ownerId: owner.id })
  })
  test('every step is on the record', async () => {
    const id = await published('recorded')
    await remove(id)
    await restore(id)
    await remove(id)
    await purge(id)
    const found = await rows('SELECT action, actor_id FROM audit_event WHERE target = $1 ORDER BY id', [id])
    const steps = ['create', 'delete', 'restore', 'delete', 'purge']
    expect(found).toEqual(steps.map((step) => ({ action: `workflow.${step}`, actor_id: owner.id })))
  })
})

describe('time', () => {
  test('after thirty days it is gone for good, not before', async () => {
    const old = await published('old')
    await remove(old)
    await later(29 * DAY)
    const young = await published('young')
    await remove(young)
    await lab.t.services.bin.empty()
    expect((await binned()).map((item) => item.res_id)).toEqual(expect.arrayContaining([old, young]))
    await later(2 * DAY)
    await lab.t.services.bin.empty()
    const left = (await binned()).map((item) => item.res_id)
    expect([left.includes(old), left.includes(young)]).toEqual([false, true])
    await expect(restore(old)).rejects.toMatchObject(missing)
    expect(await rows('SELECT id FROM public.workflow WHERE id = $1', [old])).toEqual([])
  })
})
