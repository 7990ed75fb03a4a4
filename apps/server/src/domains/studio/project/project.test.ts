import { CollaborationResource, ConnectorId, IntelligenceStatus, PublishRecordStatus, ResType } from '@orrery/contract'
import { channelKinds } from '@orrery/contract/shared/channel-kinds'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, edge, endNode, greeting, param, ref, startNode, subNode } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let editor: Person
let member: Person
let outsider: Person
let spaceId: string
let otherId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  editor = await t.register('editor')
  member = await t.register('member')
  outsider = await t.register('outsider')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  otherId = (await owner.api.space.create({ name: 'Other' })).id
  await owner.api.space.addMembers({
    space_id: spaceId,
    member_info_list: [{ user_id: editor.id }, { user_id: member.id }],
  })
})
const create = async (name = 'App', space = spaceId) =>
  (await owner.api.project.create({ space_id: space, name, description: 'what it does' })).project_id
const flow = async (project: string, name: string, schema = greeting()) => {
  const made = await owner.api.workflow.create({ name, desc: 'd', space_id: spaceId, project_id: project })
  await owner.api.workflow.save({ workflow_id: made.workflow_id, schema })
  return made.workflow_id
}
const groups = async (project: string, who = owner) =>
  (await who.api.library.ofProject({ project_id: project })).resource_groups.flatMap((group) =>
    group.resource_list.map((resource) => [resource.name, resource.res_type] as const),
  )
const run = async (workflowId: string, input: string, project?: string) => {
  const answer = await t.request('/v1/workflow/run', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workflow_id: workflowId, parameters: { input }, ...(project && { app_id: project }) }),
  })
  return (await answer.json()) as { code: number; data: string; msg: string }
}
let token: string
beforeAll(async () => {
  const made = await owner.api.token.create({ name: 'runs', duration_day: '1' } as never)
  token = (made as unknown as { token: string }).token
})
const UNKNOWN_TYPE = 99
const finish = async (project: string) => {
  const { task_list } = await owner.api.project.innerTasks({ project_id: project })
  for (const { task_id } of task_list) await t.services.projectTasks.run(task_id)
}
const statusOf = async (id: string) => (await owner.api.intelligences.info({ intelligence_id: id })).basic_info.status

describe('projects', () => {
  test('are created, changed and deleted only by people with the right to do so', async () => {
    const id = await create('First')
    expect(await owner.api.intelligences.info({ intelligence_id: id, intelligence_type: 2 })).toMatchObject({
      intelligence_type: 2,
      basic_info: { id, name: 'First', description: 'what it does', space_id: spaceId, owner_id: owner.id, status: 1 },
      publish_info: { has_published: false, connectors: [] },
      owner_info: { user_id: owner.id },
    })
    await owner.api.project.update({ project_id: id, name: 'Second', description: '' })
    expect((await member.api.intelligences.info({ intelligence_id: id })).basic_info).toMatchObject({
      name: 'Second',
      description: '',
    })
    const noRight = { status: 403 }
    await expect(member.api.project.update({ project_id: id, name: 'Mine' })).rejects.toMatchObject(noRight)
    await expect(member.api.project.remove({ project_id: id })).rejects.toMatchObject(noRight)
    await expect(member.api.project.archive({ project_id: id })).rejects.toMatchObject(noRight)
    await expect(
      member.api.projectPublish.publish({ project_id: id, version_number: 'v1', connectors: { 1024: {} } }),
    ).rejects.toMatchObject(noRight)
    await expect(outsider.api.intelligences.info({ intelligence_id: id })).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.project.create({ space_id: spaceId, name: 'x'.repeat(21) })).rejects.toMatchObject({
      status: 400,
    })
    const inner = await flow(id, 'inner')
    await owner.api.project.remove({ project_id: id })
    await expect(owner.api.intelligences.info({ intelligence_id: id })).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.workflow.canvas({ workflow_id: inner })).rejects.toMatchObject({ status: 404 })
  })
  test('ignore ids, owner, space and status in the input of a creation', async () => {
    const input = { space_id: spaceId, name: 'Plain', id: '77', owner_id: outsider.id, status: 3, created_at: 5 }
    const { project_id } = await owner.api.project.create(input as never)
    expect(project_id).not.toBe('77')
    expect((await owner.api.intelligences.info({ intelligence_id: project_id })).basic_info).toMatchObject({
      owner_id: owner.id,
      status: IntelligenceStatus.using,
    })
  })
  test('can be edited by a collaborator, but not published, rolled back or deleted', async () => {
    const id = await create('Shared')
    const inner = await flow(id, 'theirs')
    await expect(editor.api.workflow.save({ workflow_id: inner, schema: greeting('A') })).rejects.toMatchObject({
      status: 403,
    })
    await owner.api.collaborator.add({
      resource: { id, type: CollaborationResource.project },
      principal: { id: editor.id, type: 1 },
    } as never)
    await editor.api.project.update({ project_id: id, name: 'Ours' })
    const made = await editor.api.workflow.create({ name: 'editors', desc: 'd', space_id: spaceId, project_id: id })
    await expect(member.api.workflow.remove({ workflow_id: made.workflow_id })).rejects.toMatchObject({ status: 403 })
    await owner.api.workflow.remove({ workflow_id: made.workflow_id })
    await editor.api.workflow.save({ workflow_id: inner, schema: greeting('A {{String1}}') })
    for (const act of [
      () => editor.api.project.remove({ project_id: id }),
      () => editor.api.project.rollback({ project_id: id, rollback_version: '1' }),
      () => editor.api.projectPublish.publish({ project_id: id, version_number: 'v1', connectors: { 1024: {} } }),
    ])
      await expect(act()).rejects.toMatchObject({ status: 403 })
  })
})

describe('copies of projects', () => {
  test('contain everything inside with updated references, and are filled in the background', async () => {
    const id = await create('Source')
    const inner = await flow(id, 'called', greeting('inner {{String1}}'))
    const outer = await flow(
      id,
      'caller',
      canvas(
        [startNode(), subNode('2', inner, '', ref('100001', 'input')), endNode([param('output', ref('2', 'output'))])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    await owner.api.database.add({
      space_id: spaceId,
      project_id: id,
      creator_id: owner.id,
      table_name: 'orders',
      table_desc: '',
      field_list: [{ name: 'item', desc: '', type: 1, must_required: true }],
      rw_mode: 3,
    } as never)
    await owner.api.variables.projectSave({
      ProjectID: id,
      UserID: owner.id,
      VariableList: [{ Keyword: 'city', DefaultValue: 'Oslo', Channel: 5 }],
    } as never)
    const { basic_info } = await member.api.project.copy({ project_id: id, to_space_id: spaceId })
    expect(basic_info).toMatchObject({ name: 'Source copy', status: IntelligenceStatus.copying, owner_id: member.id })
    await expect(member.api.project.copy({ project_id: basic_info.id })).rejects.toMatchObject({ status: 409 })
    await finish(basic_info.id)
    expect(await statusOf(basic_info.id)).toBe(IntelligenceStatus.using)
    expect(await groups(basic_info.id, member)).toEqual([
      ['called', ResType.workflow],
      ['caller', ResType.workflow],
      ['orders', ResType.database],
    ])
    const copies = (await member.api.library.ofProject({ project_id: basic_info.id })).resource_groups[0]!.resource_list
    const caller = copies.find((copy) => copy.name === 'caller')!.res_id
    const { schema_json } = (await member.api.workflow.canvas({ workflow_id: caller })).workflow
    expect(schema_json).toContain(copies.find((copy) => copy.name === 'called')!.res_id)
    expect(schema_json).not.toContain(inner)
    expect([inner, outer]).not.toContain(caller)
    const meta = await member.api.variables.projectList({ ProjectID: basic_info.id, UserID: member.id } as never)
    expect(JSON.stringify(meta)).toContain('Oslo')
  })
  test('to another space include what they need from the library', async () => {
    const shared = await owner.api.workflow.create({ name: 'library_flow', desc: 'd', space_id: spaceId })
    await owner.api.workflow.save({ workflow_id: shared.workflow_id, schema: greeting('lib {{String1}}') })
    const id = await create('Needs lib')
    const schema = canvas(
      [
        startNode(),
        subNode('2', shared.workflow_id, '', ref('100001', 'input')),
        endNode([param('output', ref('2', 'output'))]),
      ],
      [edge('100001', '2'), edge('2', '900001')],
    )
    await flow(id, 'uses_lib', schema)
    const { task_id } = await owner.api.project.copyTo({ project_id: id, to_space_id: otherId })
    await t.services.projectTasks.run(task_id)
    const { task_list } = await owner.api.projectTask.list({ space_id: otherId, task_id_list: [task_id] })
    expect(task_list[0]!.task_info).toMatchObject({ Status: 1, TaskType: 13 })
    const copy = task_list[0]!.task_info.EntityId
    expect((await groups(copy)).map(([name]) => name).toSorted()).toEqual(['library_flow', 'uses_lib'])
    await expect(member.api.project.copyTo({ project_id: id, to_space_id: otherId })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('are taken over by another process after the lease expires; the first one then changes nothing', async () => {
    const { projectTasks } = t.services
    const projectId = await create('Interrupted')
    const ends: (() => void)[] = []
    projectTasks.register(UNKNOWN_TYPE, async () => {
      if (ends.length) return
      await new Promise<void>((_, reject) => ends.push(() => reject(new Error('woke too late'))))
    })
    const id = await projectTasks.begin({ type: UNKNOWN_TYPE, userId: owner.id, projectId, spaceId })
    const first = projectTasks.run(id)
    await expect.poll(() => ends.length).toBe(1)
    expect(await projectTasks.run(id)).toBe(false)
    t.clock.advance(30_000)
    expect(await projectTasks.run(id)).toBe(true)
    ends[0]!()
    await first
    expect(await owner.api.projectTask.info({ task_id: id })).toMatchObject({ task_status: 1 })
  })
  test('that failed can be retried or cancelled, but only by the person who started them', async () => {
    const id = await create('Fragile')
    const { basic_info } = await owner.api.project.copy({ project_id: id, to_space_id: otherId })
    await owner.api.project.remove({ project_id: id })
    expect(await statusOf(basic_info.id)).toBe(IntelligenceStatus.copying)
    const again = await owner.api.project.copy({ project_id: await create('Second'), to_space_id: otherId })
    await t.infra.database.pool.query("UPDATE resource SET kind = 'folder' WHERE name = 'Second' AND kind = 'project'")
    await finish(again.basic_info.id)
    expect(await statusOf(again.basic_info.id)).toBe(IntelligenceStatus.copyFailed)
    const search = { task_list: [{ entity_id: again.basic_info.id, task_type: 1 }] }
    expect((await owner.api.projectTask.search(search)).entity_task_map).toEqual({
      [again.basic_info.id]: { entity_id: again.basic_info.id, entity_status: IntelligenceStatus.copyFailed },
    })
    expect((await outsider.api.projectTask.search(search)).entity_task_map).toEqual({})
    await expect(outsider.api.projectTask.process({ entity_id: again.basic_info.id, action: 2 })).rejects.toMatchObject(
      { status: 404 },
    )
    await t.infra.database.pool.query("UPDATE resource SET kind = 'project' WHERE name = 'Second' AND kind = 'folder'")
    t.clock.advance(60_000)
    await owner.api.projectTask.process({ entity_id: again.basic_info.id, action: 2 })
    await finish(again.basic_info.id)
    expect(await statusOf(again.basic_info.id)).toBe(IntelligenceStatus.using)
    const last = await owner.api.project.copy({ project_id: again.basic_info.id })
    await owner.api.projectTask.process({ entity_id: last.basic_info.id, action: 1 })
    await expect(owner.api.intelligences.info({ intelligence_id: last.basic_info.id })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('versions', () => {
  test('can be published with chosen workflows and called through the API', async () => {
    const id = await create('Served')
    const hello = await flow(id, 'hello', greeting('Hello {{String1}}'))
    const hidden = await flow(id, 'hidden')
    const { connector_list } = await owner.api.projectPublish.connectors({ project_id: id })
    expect(connector_list.map((connector) => [connector.id, connector.allow_publish])).toEqual([
      [ConnectorId.api, true],
      [ConnectorId.webSdk, false],
      [ConnectorId.page, false],
      ...channelKinds.filter((kind) => !kind.isForVisitors).map(({ id: channel }) => [channel, false]),
    ])
    const input = { project_id: id, version_number: 'v1.0.0', description: 'first', connectors: { 1024: {} } }
    const { publish_record_id } = await owner.api.projectPublish.publish({
      ...input,
      connector_publish_config: { 1024: { selected_workflows: [{ workflow_id: hello }] } },
    })
    expect(await owner.api.projectPublish.record({ project_id: id })).toMatchObject({
      publish_record_id,
      publish_status: PublishRecordStatus.packing,
    })
    await expect(owner.api.projectPublish.publish({ ...input, version_number: 'v2' })).rejects.toMatchObject({
      status: 409,
    })
    await t.services.projectPublishing.run(publish_record_id)
    expect(await owner.api.projectPublish.record({ project_id: id, publish_record_id })).toMatchObject({
      publish_status: PublishRecordStatus.publishDone,
      connector_publish_result: [
        {
          connector_id: ConnectorId.api,
          connector_publish_status: 2,
          connector_publish_config: { selected_workflows: [{ workflow_id: hello, workflow_name: 'hello' }] },
        },
      ],
    })
    expect(JSON.parse((await run(hello, 'Ada', id)).data)).toEqual({ output: 'Hello Ada' })
    expect((await run(hidden, 'Ada', id)).code).not.toBe(0)
    expect(await owner.api.projectPublish.checkVersion({ project_id: id, version_number: 'v1.0.0' })).toEqual({
      is_duplicate: true,
    })
    await expect(owner.api.projectPublish.publish(input)).rejects.toMatchObject({ status: 409 })
    const { publish_info } = await owner.api.intelligences.info({ intelligence_id: id })
    expect(publish_info).toMatchObject({ has_published: true, connectors: [{ id: ConnectorId.api, name: 'API' }] })
    expect(await owner.api.projectPublish.summary({ project_id: id })).toMatchObject({
      version_map: { [ConnectorId.api]: 'v1.0.0' },
    })
    const published = await owner.api.intelligences.published({ intelligence_type: 2, space_id: spaceId, size: 10 })
    expect(published.intelligences.map((intelligence) => intelligence.basic_info.id)).toContain(id)
    const { connector_unlist_result_map } = await owner.api.projectPublish.unlist({
      intelligence_id: id,
      intelligence_type: 2,
      connector_ids: ['1024', '999'],
    })
    expect(connector_unlist_result_map).toMatchObject({ 1024: { is_success: true }, 999: { is_success: false } })
    expect((await owner.api.intelligences.info({ intelligence_id: id })).publish_info.has_published).toBe(false)
  })
  test('with an invalid workflow are not published, and the workflow is named', async () => {
    const id = await create('Broken')
    const good = await flow(id, 'good')
    const bad = await flow(id, 'bad', canvas([startNode()], []))
    const { publish_record_id } = await owner.api.projectPublish.publish({
      project_id: id,
      version_number: 'v1',
      connectors: { 1024: {} },
    })
    await t.services.projectPublishing.run(publish_record_id)
    const record = await owner.api.projectPublish.record({ project_id: id, publish_record_id })
    expect(record.publish_status).toBe(PublishRecordStatus.packFailed)
    expect(record.publish_status_detail.pack_failed_detail.map((item) => item.entity_id)).toEqual([bad])
    expect(await owner.api.projectPublish.published({ project_id: id })).toEqual([])
    expect((await run(good, 'x', id)).code).not.toBe(0)
    await expect(
      owner.api.projectPublish.publish({ project_id: id, version_number: 'v2', connectors: { 999: {} } }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(
      owner.api.projectPublish.publish({
        project_id: id,
        version_number: 'v2',
        connectors: { 1024: {} },
        connector_publish_config: { 1024: { selected_workflows: [{ workflow_id: '1234567' }] } },
      }),
    ).rejects.toMatchObject({ status: 400 })
  })
  test('do not change with later edits; a roll back restores the draft, not what is served', async () => {
    const id = await create('Moving')
    const first = await flow(id, 'first', greeting('One {{String1}}'))
    const gone = await flow(id, 'gone', greeting('Gone {{String1}}'))
    const { publish_record_id } = await owner.api.projectPublish.publish({
      project_id: id,
      version_number: 'v1',
      connectors: { 1024: {} },
    })
    // A save between the request and the work is included: the package is one consistent state.
    await owner.api.workflow.save({ workflow_id: first, schema: greeting('Two {{String1}}') })
    await t.services.projectPublishing.run(publish_record_id)
    expect(JSON.parse((await run(first, 'x', id)).data)).toEqual({ output: 'Two x' })
    await owner.api.workflow.save({ workflow_id: first, schema: greeting('Three {{String1}}') })
    expect(JSON.parse((await run(first, 'x', id)).data)).toEqual({ output: 'Two x' })
    const kept = await owner.api.project.archive({ project_id: id, description: 'three' })
    await finish(id)
    expect(await owner.api.projectTask.info({ task_id: kept.task_id })).toMatchObject({ task_type: 1, task_status: 1 })
    await owner.api.workflow.remove({ workflow_id: gone })
    await flow(id, 'added')
    const { task_id } = await owner.api.project.rollback({ project_id: id, rollback_version: 'v1' })
    await t.services.projectTasks.run(task_id)
    expect(await owner.api.projectTask.info({ task_id })).toMatchObject({ task_type: 2, task_status: 1 })
    expect((await owner.api.workflow.canvas({ workflow_id: first })).workflow.schema_json).toBe(
      greeting('Two {{String1}}'),
    )
    expect((await groups(id)).map(([name]) => name)).toEqual(['first', 'gone'])
    expect(JSON.parse((await run(first, 'x', id)).data)).toEqual({ output: 'Two x' })
    const { history_list, has_more } = await owner.api.project.history({ project_id: id, size: 2 })
    expect(history_list.map((history) => [history.history_type, history.description])).toEqual([
      [1, 'Before the roll back to v1'],
      [1, 'three'],
    ])
    expect(has_more).toBe(true)
    const published = await owner.api.project.history({ project_id: id, history_type: 0 })
    expect(published.history_list).toMatchObject([{ version: 'v1', publish_detail: { publish_status: 5 } }])
    await expect(owner.api.project.rollback({ project_id: id, rollback_version: 'v9' })).rejects.toMatchObject({
      status: 404,
    })
    await owner.api.project.rollback({ project_id: id, rollback_version: kept.version })
    await finish(id)
    expect((await owner.api.workflow.canvas({ workflow_id: first })).workflow.schema_json).toBe(
      greeting('Three {{String1}}'),
    )
  })
})

describe('projects built elsewhere', () => {
  test('have a list of their own, and are also listed, opened and deleted like other projects', async () => {
    const { project_id } = await owner.api.oceanProject.create({ space_id: otherId, name: 'Elsewhere' })
    await owner.api.oceanProject.update({ project_id, description: 'far away' })
    expect((await owner.api.oceanProject.info({ project_id })).basic_info).toMatchObject({ description: 'far away' })
    const { ocean_projects, total } = await owner.api.oceanProject.list({ space_id: otherId })
    expect([ocean_projects.map((oceanProject) => oceanProject.basic_info.id), total]).toEqual([[project_id], 1])
    const develop = await owner.api.intelligences.list({ space_id: otherId, size: 100 })
    expect(develop.intelligences.map((intelligence) => intelligence.basic_info.id)).toContain(project_id)
    const using = await owner.api.oceanProject.list({ space_id: otherId, status: [1] })
    expect(using.total).toBe(1)
    expect((await owner.api.oceanProject.list({ space_id: otherId, status: [6] })).total).toBe(0)
    await expect(owner.api.oceanProject.info({ project_id: await create() })).rejects.toMatchObject({ status: 404 })
  })
})
