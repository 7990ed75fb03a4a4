import { CopyScene, CopyStatus, ResType, TaskAction } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import { openPluginLab, type PluginLab } from '#domains/resources/plugin/testing/plugin-lab.ts'

let lab: PluginLab
let owner: Person
beforeAll(async () => {
  lab = await openPluginLab()
  ;({ owner } = lab)
})
const createWorkflow = async (name: string) =>
  (await owner.api.workflow.create({ space_id: lab.spaceId, name, desc: 'x', flow_mode: 0 } as never)).workflow_id
const createPrompt = async (name: string) =>
  (await owner.api.promptLibrary.save({ prompt: { space_id: lab.spaceId, name, prompt_text: 'Say hi' } } as never)).id

describe('the library', () => {
  test('shows how complete content is: documents of a knowledge base, fields of a table', async () => {
    const person = await lab.t.register()
    const spaceId = (await person.api.space.list({})).bot_space_list[0]!.id
    const { dataset_id } = await person.api.knowledge.create({ space_id: spaceId, name: 'Guides', format_type: 0 })
    await person.api.database.add({
      space_id: spaceId,
      table_name: 'orders',
      field_list: [{ name: 'item' }, { name: 'price' }],
      rw_mode: 3,
    })
    const list = async () => (await person.api.library.list({ space_id: spaceId })).resource_list
    const facts = async () => Object.fromEntries((await list()).map((row) => [row.name, row.biz_extend]))
    expect(await facts()).toEqual({
      orders: { state: 'ready', fields: '2' },
      Guides: { state: 'empty', documents: '0', slices: '0' },
    })
    // Only kinds that can be disabled as a whole have a switch; switching does not change the position in the list.
    const before = await list()
    expect(before.filter(({ actions }) => actions.some(({ key }) => key === 3)).map(({ name }) => name)).toEqual([
      'Guides',
    ])
    await person.api.knowledge.update({ dataset_id, status: 3 })
    expect((await facts())['Guides']).toMatchObject({ state: 'off' })
    expect((await list()).map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  })
  test('lists all resources of a space, newest first, in pages, by kind, name, creator and state', async () => {
    const plugin = await lab.createPlugin({ name: 'Lib plugin' })
    await lab.createTool(plugin, 'tool', { path: '/x' })
    await lab.publish(plugin)
    const workflow = await createWorkflow('lib_flow')
    const prompt = await createPrompt('Lib prompt')
    const list = (more: object = {}) => owner.api.library.list({ space_id: lab.spaceId, ...more })
    const all = await list()
    expect(all.resource_list.map((resource) => [resource.res_id, resource.res_type])).toEqual([
      [prompt, ResType.prompt],
      [workflow, ResType.workflow],
      [plugin, ResType.plugin],
    ])
    expect(all.resource_list[2]).toMatchObject({
      name: 'Lib plugin',
      publish_status: 2,
      creator_id: owner.id,
      space_id: lab.spaceId,
      actions: expect.arrayContaining([{ key: 2, enable: true }]),
    })
    // Counts by kind do not depend on the kind filter.
    expect(all.kind_counts).toEqual({ plugin: 1, workflow: 1, prompt: 1 })
    expect((await list({ res_type_filter: [ResType.workflow] })).kind_counts).toEqual(all.kind_counts)
    expect((await list({ name: 'PLUG' })).kind_counts).toEqual({ plugin: 1 })
    expect(all.resource_list[2]!.biz_extend).toMatchObject({ version: 'v1.0.0', tools: '1' })
    expect(all.resource_list[1]!.biz_extend).toEqual({})
    const first = await list({ size: 2 })
    expect(first).toMatchObject({ has_more: true })
    const second = await list({ size: 2, cursor: first.cursor })
    expect(second.resource_list.map((resource) => resource.res_id)).toEqual([plugin])
    expect(second.kind_counts).toBeUndefined()
    for (const cursor of ['x', '1_9999999999999999999', `${'9'.repeat(30)}_1`, '_'])
      expect((await list({ cursor })).resource_list.length, cursor).toBeGreaterThanOrEqual(0)
    expect(
      (await list({ res_type_filter: [ResType.workflow] })).resource_list.map((resource) => resource.res_id),
    ).toEqual([workflow])
    expect((await list({ res_type_filter: [ResType.imageflow] })).resource_list).toEqual([])
    expect((await list({ name: 'PLUG' })).resource_list.map((resource) => resource.res_id)).toEqual([plugin])
    expect((await list({ publish_status_filter: 1 })).resource_list.map((resource) => resource.res_id)).toEqual([
      prompt,
      workflow,
    ])
    const { folder_id } = await owner.api.folder.create({ space_id: lab.spaceId, type: 2, name: 'Shelf' })
    await owner.api.folder.moveObjects({
      folder_space_id: lab.spaceId,
      dest_folder_id: folder_id,
      move_objects: [{ object_id: workflow }],
    })
    expect((await list({ folder_id })).resource_list.map((resource) => resource.res_id)).toEqual([workflow])
    const inner = await owner.api.folder.create({
      space_id: lab.spaceId,
      type: 2,
      name: 'Inner shelf',
      parent_folder_id: folder_id,
    })
    await owner.api.folder.moveObjects({
      folder_space_id: lab.spaceId,
      dest_folder_id: inner.folder_id,
      move_objects: [{ object_id: prompt }],
    })
    const ids = async (more: object) => (await list(more)).resource_list.map((resource) => resource.res_id)
    expect(await ids({ folder_id })).toEqual([workflow])
    expect(await ids({ folder_id, folder_include_children: true })).toEqual([prompt, workflow])
    expect(await ids({ is_unfiled: true })).toEqual([plugin])
    expect((await list({ res_type_filter: [ResType.workflow], res_sub_type_filter: [3] })).resource_list).toEqual([])
    const made = await owner.api.workflow.create({ space_id: lab.spaceId, name: 'Lib pictures', flow_mode: 1 })
    const imageflow = made.workflow_id
    expect(await ids({ res_type_filter: [ResType.imageflow] })).toEqual([imageflow])
    expect(await ids({ res_type_filter: [ResType.workflow] })).toEqual([workflow])
    expect(await ids({ res_type_filter: [ResType.workflow], is_get_imageflow: true })).toEqual([imageflow, workflow])
    expect(await ids({ res_type_filter: [ResType.workflow, ResType.imageflow] })).toEqual([imageflow, workflow])
    expect(await ids({})).toContain(imageflow)
    expect(await ids({ is_get_imageflow: false })).not.toContain(imageflow)
    await owner.api.workflow.remove({ workflow_id: imageflow })
    const mate = await lab.t.register('mate')
    await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: mate.id }] })
    expect((await mate.api.library.list({ space_id: lab.spaceId, user_filter: 1 })).resource_list).toEqual([])
    expect(
      (await mate.api.library.list({ space_id: lab.spaceId })).resource_list.find(
        (resource) => resource.res_id === plugin,
      )!.actions,
    ).toContainEqual({ key: 2, enable: false })
  })

  test('copies a plugin to another space as a job, without its key', async () => {
    const other = (await owner.api.space.create({ name: 'Other' })).id
    const plugin = await lab.createPlugin({
      name: 'Travels',
      auth_type: 1,
      location: 1,
      key: 'x-key',
      service_token: 'sk-stays',
    })
    await lab.createTool(plugin, 'tool', { path: '/x' })
    const { task_id, failed_reasons } = await owner.api.library.copy({
      scene: CopyScene.crossSpaceCopy,
      res_id: plugin,
      res_type: ResType.plugin,
      target_space_id: other,
      res_name: 'Arrived',
    })
    expect(failed_reasons).toEqual([])
    expect((await owner.api.library.copyDetail({ task_id })).task_detail).toMatchObject({
      status: CopyStatus.processing,
      res_id: plugin,
    })
    await lab.t.services.copyTasks.run(task_id)
    const { task_detail } = await owner.api.library.copyDetail({ task_id })
    expect(task_detail).toMatchObject({ status: CopyStatus.succeeded, res_name: 'Arrived' })
    const info = await owner.api.plugin.info({ plugin_id: task_detail.res_id })
    expect(info).toMatchObject({ space_id: other, published: false, meta_info: { name: 'Arrived', service_token: '' } })
    const tools = await owner.api.pluginTool.list({ plugin_id: task_detail.res_id })
    await lab.debug(task_detail.res_id, tools.api_info[0]!.api_id)
    expect(lab.target.last().headers['x-key']).toBeUndefined()
    await expect(owner.api.library.copyRetry({ task_id })).rejects.toMatchObject({ status: 409 })
    await expect(owner.api.library.copyCancel({ task_id })).rejects.toMatchObject({ status: 409 })
  })

  test('copies into and out of a project, moves resources, cancels tasks, and refuses impossible copies', async () => {
    const project = (
      await lab.t.services.resources.create({ kind: 'project', spaceId: lab.spaceId, ownerId: owner.id, name: 'App' })
    ).id
    const run = async (input: object) => {
      const { task_id } = await owner.api.library.copy(input as never)
      await lab.t.services.copyTasks.run(task_id)
      return (await owner.api.library.copyDetail({ task_id })).task_detail
    }
    const plugin = await lab.createPlugin({ name: 'Part' })
    const inside = await run({
      scene: CopyScene.copyFromLibrary,
      res_id: plugin,
      res_type: ResType.plugin,
      project_id: project,
    })
    const groups = async () =>
      Object.fromEntries(
        (await owner.api.library.ofProject({ project_id: project })).resource_groups.map((group) => [
          group.group_type,
          group.resource_list.map((resource) => resource.res_id),
        ]),
      )
    expect(await groups()).toEqual({ 1: [], 2: [inside.res_id], 3: [] })
    const twin = await run({ scene: CopyScene.copyProjectResource, res_id: inside.res_id, res_type: ResType.plugin })
    expect((await groups())[2]).toEqual([inside.res_id, twin.res_id])
    await run({ scene: CopyScene.moveToLibrary, res_id: twin.res_id, res_type: ResType.plugin })
    expect((await groups())[2]).toEqual([inside.res_id])
    const out = await run({ scene: CopyScene.copyToLibrary, res_id: inside.res_id, res_type: ResType.plugin })
    expect(out.status).toBe(CopyStatus.succeeded)
    const flow = await run({
      scene: CopyScene.copyFromLibrary,
      res_id: await createWorkflow('part_flow'),
      res_type: ResType.workflow,
      project_id: project,
    })
    expect((await groups())[1]).toEqual([flow.res_id])
    const prompt = await run({
      scene: CopyScene.crossSpaceCopy,
      res_id: await createPrompt('Moves'),
      res_type: ResType.prompt,
      target_space_id: lab.spaceId,
    })
    expect(prompt.status).toBe(CopyStatus.succeeded)

    const { task_id } = await owner.api.library.copy({
      scene: CopyScene.crossSpaceCopy,
      res_id: plugin,
      res_type: ResType.plugin,
      target_space_id: lab.spaceId,
    })
    await owner.api.library.copyCancel({ task_id })
    await lab.t.services.copyTasks.run(task_id)
    expect((await owner.api.library.copyDetail({ task_id })).task_detail.status).toBe(CopyStatus.canceled)

    await expect(
      owner.api.library.copy({ scene: CopyScene.moveToLibrary, res_id: plugin, res_type: ResType.plugin }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(
      owner.api.library.copy({
        scene: CopyScene.crossSpaceCopy,
        res_id: plugin,
        res_type: ResType.workflow,
        target_space_id: lab.spaceId,
      }),
    ).rejects.toMatchObject({ status: 400 })
    const stranger = await lab.t.register('stranger')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    await expect(
      stranger.api.library.copy({
        scene: CopyScene.crossSpaceCopy,
        res_id: plugin,
        res_type: ResType.plugin,
        target_space_id: theirs,
      }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      owner.api.library.copy({
        scene: CopyScene.crossSpaceCopy,
        res_id: plugin,
        res_type: ResType.plugin,
        target_space_id: theirs,
      }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(stranger.api.library.copyDetail({ task_id })).rejects.toMatchObject({ status: 404 })
  })

  test('lets only editors of a project copy its resources, not everybody who sees them', async () => {
    const member = await lab.t.register('onlooker')
    await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
    const project = (
      await lab.t.services.resources.create({
        kind: 'project',
        spaceId: lab.spaceId,
        ownerId: owner.id,
        name: 'Closed',
      })
    ).id
    const plugin = await lab.createPlugin({ name: 'Inner', project_id: project })
    const input = {
      scene: CopyScene.copyProjectResource,
      res_id: plugin,
      res_type: ResType.plugin,
      project_id: project,
    }
    const actions = async () => {
      const { resource_groups } = await member.api.library.ofProject({ project_id: project })
      return resource_groups.flatMap((group) => group.resource_list)[0]!.actions.filter((action) => action.enable)
        .length
    }
    await expect(member.api.library.copy(input as never)).rejects.toMatchObject({ status: 403 })
    const before = await actions()
    await owner.api.collaborator.add({ resource: { id: project, type: 19 }, principal: { id: member.id, type: 1 } })
    expect(await actions()).toBeGreaterThan(before)
    const { task_id } = await member.api.library.copy(input as never)
    await lab.t.services.copyTasks.run(task_id)
    expect((await member.api.library.copyDetail({ task_id })).task_detail.reason).toBe('')
  })
  test('moves resources into projects and other spaces; tables can only be copied; moving requires the right to delete', async () => {
    const other = (await owner.api.space.create({ name: 'Elsewhere' })).id
    const project = (
      await lab.t.services.resources.create({ kind: 'project', spaceId: lab.spaceId, ownerId: owner.id, name: 'Home' })
    ).id
    const isHere = async (spaceId: string, name: string) =>
      (await owner.api.library.list({ space_id: spaceId, name })).resource_list.length
    const run = async (input: object) => {
      const { task_id } = await owner.api.library.copy(input as never)
      await lab.t.services.copyTasks.run(task_id)
      return (await owner.api.library.copyDetail({ task_id })).task_detail
    }
    const flow = await createWorkflow('wanders')
    const inside = { scene: CopyScene.moveToProject, res_id: flow, res_type: ResType.workflow, project_id: project }
    expect(await run(inside)).toMatchObject({ status: CopyStatus.succeeded, res_id: flow, target_project_id: project })
    expect(await isHere(lab.spaceId, 'wanders')).toBe(0)
    await run({ scene: CopyScene.moveToLibrary, res_id: flow, res_type: ResType.workflow })
    const away = { scene: CopyScene.moveToSpace, res_id: flow, res_type: ResType.workflow, target_space_id: other }
    const moved = await run(away)
    expect(moved).toMatchObject({ status: CopyStatus.succeeded, target_space_id: other, reason: '' })
    expect(moved.res_id).not.toBe(flow)
    expect([await isHere(lab.spaceId, 'wanders'), await isHere(other, 'wanders')]).toEqual([0, 1])

    const table = await owner.api.database.add({
      space_id: lab.spaceId,
      creator_id: owner.id,
      table_name: 'rows_of_people',
      table_desc: '',
      field_list: [{ name: 'item', desc: '', type: 1, must_required: true }],
      rw_mode: 3,
    } as never)
    const res_id = (table as unknown as { database_info: { id: string } }).database_info.id
    const refused = await owner.api.library.copy({ ...away, res_id, res_type: ResType.database })
    expect(refused).toMatchObject({ task_id: '', failed_reasons: [{ res_id, res_name: 'rows_of_people' }] })

    const mate = await lab.t.register('mover')
    await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: mate.id }] })
    const theirs = (await mate.api.space.create({ name: 'Of mover' })).id
    const kept = await createWorkflow('kept')
    await expect(
      mate.api.library.copy({ ...away, res_id: kept, target_space_id: theirs } as never),
    ).rejects.toMatchObject({ status: 403 })
    await expect(owner.api.library.copy({ ...away, res_id: kept, target_space_id: lab.spaceId })).rejects.toMatchObject(
      { status: 400 },
    )
    expect(await isHere(lab.spaceId, 'kept')).toBe(1)
  })

  test('a failed copy reports its reason and can be retried', async () => {
    const plugin = await lab.createPlugin({ name: 'Fragile' })
    const { task_id } = await owner.api.library.copy({
      scene: CopyScene.crossSpaceCopy,
      res_id: plugin,
      res_type: ResType.plugin,
      target_space_id: lab.spaceId,
    })
    await lab.t.infra.database.pool.query("UPDATE resource SET kind = 'project' WHERE id = $1", [plugin])
    await lab.t.services.copyTasks.run(task_id)
    expect((await owner.api.library.copyDetail({ task_id })).task_detail).toMatchObject({
      status: CopyStatus.failed,
      reason: 'The resource is gone',
    })
    await lab.t.infra.database.pool.query("UPDATE resource SET kind = 'plugin' WHERE id = $1", [plugin])
    expect((await owner.api.library.copyRetry({ task_id })).failed_reasons).toEqual([])
    await lab.t.services.copyTasks.run(task_id)
    expect((await owner.api.library.copyDetail({ task_id })).task_detail.status).toBe(CopyStatus.succeeded)
  })
})

describe('the tasks of a bot', () => {
  test('are listed, switched, and show their runs', async () => {
    const { bot_id } = await owner.api.bot.create({ space_id: lab.spaceId, name: 'Busy' })
    const taskId = await lab.t.services.tasks.create(
      bot_id,
      {
        name: 'Morning',
        trigger: 1,
        cron: '0 8 * * *',
        cronText: '',
        timeZone: 'UTC',
        hookUrl: '',
        outputSchema: '',
        defaultOutput: '',
        action: { action_type: TaskAction.query, bot_query_action: { content: 'hi' } },
      } as never,
      { userId: owner.id, isEditor: true },
    )
    const list = (more: object = {}) => owner.api.agentTask.list({ bot_id, ...more })
    expect(await list()).toMatchObject({
      total: 1,
      task_list: [{ id: taskId, task_name: 'Morning', task_type: 1, event_type: 1, valid_status: true }],
    })
    expect((await list({ trigger_name: 'even' })).total).toBe(0)
    expect((await list({ trigger_type: 2 })).total).toBe(0)
    await owner.api.agentTask.setStatus({ bot_id, trigger_id: taskId, set_invalid: true })
    expect((await list()).task_list[0]!.valid_status).toBe(false)
    await owner.api.agentTask.setStatus({ bot_id, trigger_id: taskId })
    expect((await list()).task_list[0]!.valid_status).toBe(true)
    expect(await owner.api.agentTask.runs({ bot_id, trigger_id: taskId })).toMatchObject({
      total: 0,
      task_exec_list: [],
    })
    await expect(owner.api.agentTask.runs({ bot_id, trigger_id: '42' })).rejects.toMatchObject({ status: 404 })
  })
})
