import { BotStatus, KNOWLEDGE_LIMITS } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeBelongings } from '#testing/belongings.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import { type BinLab, openBinLab } from '#testing/bin-lab.ts'
import type { Person } from '#testing/test-app.ts'

/** The bin: what it lists, who may restore or purge a resource, and how long it stays. */
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
const DAY = 24 * 3600_000

describe('every kind of resource', () => {
  test('is hidden as soon as it is deleted, and restored under its id with everything that belongs to it', async () => {
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
      card: () => api.cardBuilder.draft({ card_id: things.card }),
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
  test('is listed with who deleted it, when, and when it expires, newest first and in pages', async () => {
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
  test('is found by the search again after it is restored', async () => {
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

describe('restoring', () => {
  test('is refused while its documents would exceed the storage limit', async () => {
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
  test('reports that another resource has the same name meanwhile', async () => {
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
  test('preserves the folder and the collaborators', async () => {
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

describe('permissions', () => {
  test('members see the bin; only those who may delete a resource may restore or purge it', async () => {
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
    // Naming a space of the outsider does not help either.
    const own = (await outsider.api.space.create({ name: 'Own' })).id
    for (const call of [restore, purge]) await expect(call(id, outsider, own)).rejects.toMatchObject(missing)
    await restore(id)
    await expect(restore(id)).rejects.toMatchObject(missing)
  })
  test('resources that a member deleted pass to the owner of the space when the member leaves', async () => {
    const member = await lab.t.register('leaver')
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    const { workflow_id } = await member.api.workflow.create({ name: 'left', desc: 'x', space_id: spaceId })
    await remove(workflow_id, member)
    await member.api.space.exit({ space_id: spaceId })
    await restore(workflow_id)
    expect(await lab.t.services.resources.get(workflow_id)).toMatchObject({ ownerId: owner.id })
  })
  test('every step is recorded in the audit log', async () => {
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

describe('expiry', () => {
  test('a resource is purged after thirty days, not before', async () => {
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
