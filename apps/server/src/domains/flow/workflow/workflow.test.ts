import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, edge, endNode, greeting, param, ref, startNode, subNode, textNode } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let member: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
const make = async (schema = greeting(), name = 'Flow') => {
  const made = await owner.api.workflow.create({ name, desc: '', space_id: spaceId })
  const saved = await owner.api.workflow.save({ workflow_id: made.workflow_id, schema })
  return { id: made.workflow_id, version: saved.save_version }
}
const draft = (id: string) => owner.api.workflow.canvas({ workflow_id: id })

describe('drafts', () => {
  test('a new workflow has a start and an end, and is found by its name', async () => {
    const { workflow_id } = await owner.api.workflow.create({ name: 'Needle', desc: 'd', space_id: spaceId })
    const { workflow, vcs_data } = await draft(workflow_id)
    const { nodes, edges } = JSON.parse(workflow.schema_json!) as {
      nodes: { id: string; meta: { position: { x: number } } }[]
      edges: object[]
    }
    expect(nodes.map((node) => node.id)).toEqual(['100001', '900001'])
    expect(edges).toEqual([{ sourceNodeID: '100001', targetNodeID: '900001' }])
    const [start, end] = nodes.map((node) => node.meta.position.x) as [number, number]
    expect(end - start).toBeLessThan(400)
    expect(vcs_data.can_edit).toBe(true)
    const { workflow_list, total } = await member.api.workflow.list({ space_id: spaceId, name: 'needl' })
    expect([workflow_list[0]?.workflow_id, total]).toEqual([workflow_id, 1])
  })
  test('invalid canvas JSON is refused', async () => {
    const { id } = await make()
    await expect(owner.api.workflow.save({ workflow_id: id, schema: '{"nodes":1}' })).rejects.toMatchObject({
      code: ErrorCode.engine.schemaConversion,
    })
  })
  test('a save from a stale draft is refused, with both versions', async () => {
    const { id, version } = await make()
    await owner.api.workflow.save({ workflow_id: id, schema: greeting('A {{String1}}'), save_version: version })
    const refused = owner.api.workflow.save({
      workflow_id: id,
      schema: greeting('B {{String1}}'),
      save_version: version,
    })
    await expect(refused).rejects.toMatchObject({
      status: 409,
      data: {
        current: { schema: greeting('A {{String1}}') },
        yours: { schema: greeting('B {{String1}}'), save_version: version },
      },
    })
    expect((await draft(id)).workflow.schema_json).toBe(greeting('A {{String1}}'))
  })
  test('of two simultaneous saves, one succeeds and the other is refused', async () => {
    const { id, version } = await make()
    const results = await Promise.allSettled(
      ['A', 'B'].map((text) =>
        owner.api.workflow.save({ workflow_id: id, schema: greeting(text), save_version: version }),
      ),
    )
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
  test('a member of the space may view and copy, but not change or delete', async () => {
    const { id } = await make()
    await expect(member.api.workflow.save({ workflow_id: id, schema: greeting() })).rejects.toMatchObject({
      status: 403,
    })
    await expect(member.api.workflow.remove({ workflow_id: id })).rejects.toMatchObject({ status: 403 })
    const { workflow_id: copy } = await member.api.workflow.copy({ workflow_id: id })
    const { workflow } = await member.api.workflow.canvas({ workflow_id: copy })
    expect([workflow.name, workflow.creator.id, workflow.schema_json]).toEqual(['Flow_copy', member.id, greeting()])
  })
  test('several are deleted together or not at all', async () => {
    const [a, b] = [await make(), await make()]
    const { workflow_id: theirs } = await member.api.workflow.create({ name: 'Mine', space_id: spaceId })
    const wrong = owner.api.workflow.removeMany({ space_id: spaceId, workflow_id_list: [a.id, theirs] })
    await expect(wrong).rejects.toMatchObject({ status: 403 })
    expect((await draft(a.id)).workflow.workflow_id).toBe(a.id)
    await owner.api.workflow.removeMany({ space_id: spaceId, workflow_id_list: [a.id, b.id] })
    await expect(draft(a.id)).rejects.toMatchObject({ status: 404 })
  })
  test('name, description and mode can be changed without the canvas', async () => {
    const { id } = await make()
    await owner.api.workflow.updateMeta({ workflow_id: id, name: 'Other', desc: 'words', flow_mode: 3 })
    const { workflow } = await draft(id)
    expect([workflow.name, workflow.desc, workflow.flow_mode, workflow.schema_json]).toEqual([
      'Other',
      'words',
      3,
      greeting(),
    ])
  })
  test('a workflow moves into a project of its space and out again', async () => {
    const { id } = await make()
    const project = await t.services.resources.create({ kind: 'project', spaceId, ownerId: owner.id, name: 'P' })
    await owner.api.workflow.move({ workflow_id: id, project_id: project.id })
    const inside = await owner.api.workflow.list({ space_id: spaceId, project_id: project.id })
    expect(inside.workflow_list.map((workflow) => workflow.workflow_id)).toEqual([id])
    await owner.api.workflow.move({ workflow_id: id })
    expect((await draft(id)).workflow.project_id).toBe('')
  })
  test('details list inputs and outputs of the workflows that the caller may see, and omit the others', async () => {
    const { id } = await make()
    const stranger = await t.register('stranger')
    const { data } = await owner.api.workflow.detail({ workflow_ids: [id] })
    expect(data[0]).toMatchObject({
      workflow_id: id,
      inputs: [{ name: 'input' }],
      outputs: [{ name: 'output' }],
      end_type: 0,
    })
    expect((await stranger.api.workflow.detail({ workflow_ids: [id] })).data).toEqual([])
  })
  test('collaboration can be opened and closed', async () => {
    const { id } = await make()
    await owner.api.workflow.openCollaborator({ workflow_id: id })
    expect((await draft(id)).workflow.collaborator_mode).toBe(1)
    await owner.api.workflow.closeCollaborator({ workflow_id: id })
    expect((await draft(id)).workflow.collaborator_mode).toBe(0)
  })
})

describe('versions', () => {
  const publish = (id: string, workflow_version?: string, more = {}) =>
    owner.api.workflowVersion.publish({
      workflow_id: id,
      force: true,
      ...(workflow_version && { workflow_version }),
      ...more,
    })

  test('a draft is published only after a successful run, unless forced', async () => {
    const { id } = await make()
    await expect(publish(id, 'v1.0.0', { force: false })).rejects.toMatchObject({ code: ErrorCode.workflow.testFirst })
    const { execute_id } = await owner.api.workflowRun.test({ workflow_id: id, input: { input: 'x' } })
    await expect
      .poll(async () => (await owner.api.workflowRun.process({ workflow_id: id, execute_id })).executeStatus)
      .toBe(2)
    expect((await publish(id, 'v1.0.0', { force: false })).success).toBe(true)
  })
  test('a version has the form vX.Y.Z and is greater than the last', async () => {
    const { id } = await make()
    await publish(id, 'v1.2.0')
    for (const wrong of ['v1.2.0', 'v1.1.9', '1', 'v1.2', 'later'])
      await expect(publish(id, wrong)).rejects.toMatchObject({ code: ErrorCode.workflow.badVersion })
    expect((await publish(id)).version).toBe('v1.2.1')
    expect((await publish(id, '2.0.0')).version).toBe('v2.0.0')
    const { version_list } = await owner.api.workflowVersion.list({ workflow_id: id, type: 2 })
    expect(version_list.map((version) => version.version)).toEqual(['v2.0.0', 'v1.2.1', 'v1.2.0'])
  })
  test('of two publications of the same version, one is refused', async () => {
    const { id } = await make()
    const results = await Promise.allSettled([publish(id, 'v1.0.0'), publish(id, 'v1.0.0')])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })
  test('a canvas that cannot run is not published', async () => {
    const { id } = await make(canvas([startNode(), endNode([])], []))
    await expect(publish(id)).rejects.toMatchObject({ code: ErrorCode.engine.compile })
  })
  test('publishing a draft that another user changed meanwhile is refused', async () => {
    const { id, version } = await make()
    await owner.api.workflow.save({ workflow_id: id, schema: greeting('New {{String1}}'), save_version: version })
    await expect(publish(id, 'v1.0.0', { commit_id: version })).rejects.toMatchObject({ status: 409 })
  })
  test('an earlier version can be viewed, compared with the draft, and restored as the draft', async () => {
    const { id } = await make()
    const { publish_commit_id } = await publish(id, 'v1.0.0')
    await owner.api.workflow.save({ workflow_id: id, schema: greeting('Bye {{String1}}') })
    const { schema_dif } = await owner.api.workflowVersion.differences({ workflow_id: id, type: 2 })
    expect(schema_dif).toMatchObject({ before: greeting(), after: greeting('Bye {{String1}}'), modify: true })
    const { nodes, edges } = await owner.api.workflowVersion.compare({ workflow_id: id, before: 'v1.0.0', after: '' })
    expect(nodes).toEqual([
      {
        node_id: '2',
        title: 'node 2',
        type: '15',
        change: 'changed',
        paths: ['data.inputs.concatParams.0.input.value.content'],
      },
    ])
    expect(edges).toEqual([])
    const old = await owner.api.workflowVersion.history({ workflow_id: id, workflow_version: 'v1.0.0' })
    expect(old.schema).toBe(greeting())
    await owner.api.workflowVersion.revert({ workflow_id: id, commit_id: publish_commit_id, type: 2 })
    expect((await draft(id)).workflow.schema_json).toBe(greeting())
    // Reverting stores the previous draft as a commit.
    const { version_list } = await owner.api.workflowVersion.list({ workflow_id: id, type: 0 })
    expect(version_list).toHaveLength(1)
  })
  test('submitting stores the draft; a save based on an earlier submission is refused', async () => {
    const { id } = await make()
    const { submit_commit_id } = await owner.api.workflowVersion.submit({ workflow_id: id, desc: 'first' })
    expect((await owner.api.workflowVersion.latest({ workflow_id: id })).latest_submit_version).toBe(submit_commit_id)
    await owner.api.workflow.save({ workflow_id: id, schema: greeting('2'), submit_commit_id })
    await owner.api.workflowVersion.submit({ workflow_id: id })
    const stale = owner.api.workflow.save({ workflow_id: id, schema: greeting('3'), submit_commit_id })
    await expect(stale).rejects.toMatchObject({ status: 409 })
    const merged = owner.api.workflowVersion.merge({ workflow_id: id, schema: greeting('4'), submit_commit_id })
    await expect(merged).rejects.toMatchObject({ status: 409 })
  })
  test('the callers and the dependencies of a workflow are listed', async () => {
    const inner = await make()
    const outer = await make(
      canvas(
        [
          startNode(),
          subNode('3', inner.id, '', ref('100001', 'input')),
          endNode([param('output', ref('3', 'output'))]),
        ],
        [edge('100001', '3'), edge('3', '900001')],
      ),
    )
    const { workflow_list } = await owner.api.workflowVersion.references({ workflow_id: inner.id })
    expect(workflow_list.map((workflow) => workflow.workflow_id)).toEqual([outer.id])
    const tree = await owner.api.workflowVersion.dependencies({ library_info: { workflow_id: outer.id } })
    expect(tree.node_list.map((node) => node.id)).toEqual([outer.id, inner.id])
    expect(tree.edge_list).toEqual([{ from: outer.id, from_version: '', to: inner.id, to_version: '' }])
  })
  test('validation reports the node of a problem', async () => {
    const { id } = await make()
    const broken = canvas(
      [startNode(), textNode('2', ref('77', 'x'), 't'), endNode([])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const { data } = await owner.api.workflowVersion.validate({ workflow_id: id, schema: broken })
    expect(data[0]!.errors.length).toBeGreaterThan(0)
    expect((await owner.api.workflowVersion.validate({ workflow_id: id })).data[0]!.errors).toEqual([])
  })
})

describe('files', () => {
  test('a bundle is imported with new ids; nothing in it runs, and unknown nodes are kept', async () => {
    const inner = await make(greeting(), 'Inner')
    const strange = { id: '5', type: '987', meta: {}, data: { nodeMeta: { title: 'strange' } } }
    const outer = await make(
      canvas(
        [
          startNode(),
          subNode('3', inner.id, '', ref('100001', 'input')),
          strange,
          endNode([param('output', ref('3', 'output'))]),
        ],
        [edge('100001', '3'), edge('3', '900001')],
      ),
      'Outer',
    )
    const { bundle } = await owner.api.workflowVersion.export({ workflow_id: outer.id })
    const guest = await t.register('guest')
    const home = (await guest.api.space.create({ name: 'Home' })).id
    const dry = await guest.api.workflowVersion.import({ space_id: home, bundle, dry_run: true })
    expect(dry.workflows.map((workflow) => [workflow.name, workflow.workflow_id])).toEqual([
      ['Outer', ''],
      ['Inner', ''],
    ])
    expect(dry.workflows[0]!.unknown_node_types).toEqual(['987'])
    expect((await guest.api.workflow.list({ space_id: home })).total).toBe(0)

    const made = await guest.api.workflowVersion.import({ space_id: home, bundle })
    const [newOuter, newInner] = made.workflows.map((workflow) => workflow.workflow_id)
    expect(made.id_map).toEqual({ [outer.id]: newOuter, [inner.id]: newInner })
    const { workflow } = await guest.api.workflow.canvas({ workflow_id: newOuter! })
    expect(workflow.schema_json).toContain(`"workflowId":"${newInner}"`)
    expect(workflow.schema_json).toContain('"type":"987"')
    expect(workflow.latest_version).toBe('')
    const { runs } = await guest.api.workflowRun.history({ workflow_id: newOuter! })
    expect(runs).toEqual([])
  })
  test('an invalid bundle is refused', async () => {
    for (const bundle of [
      '',
      'x',
      '{}',
      '{"format":"orrery.workflows","version":1,"workflows":[{"id":"1","name":"n","schema":"no"}]}',
    ])
      await expect(owner.api.workflowVersion.import({ space_id: spaceId, bundle })).rejects.toMatchObject({
        status: 400,
      })
  })
  test('a copy in another space includes the workflows that it calls', async () => {
    const inner = await make(greeting(), 'Inner')
    const outer = await make(
      canvas(
        [
          startNode(),
          subNode('3', inner.id, 'v9.9.9', ref('100001', 'input')),
          endNode([param('output', ref('3', 'output'))]),
        ],
        [edge('100001', '3'), edge('3', '900001')],
      ),
    )
    await owner.api.workflowVersion.publish({ workflow_id: inner.id, force: true, workflow_version: 'v9.9.9' })
    const other = (await owner.api.space.create({ name: 'Other' })).id
    const { workflow_id } = await owner.api.workflow.copy({ workflow_id: outer.id, target_space_id: other })
    const { workflow_list } = await owner.api.workflow.list({ space_id: other })
    expect(workflow_list.map((workflow) => workflow.name).toSorted()).toEqual(['Flow', 'Inner'])
    const { execute_id } = await owner.api.workflowRun.test({ workflow_id, input: { input: 'x' } })
    await expect
      .poll(async () => (await owner.api.workflowRun.process({ workflow_id, execute_id })).executeStatus)
      .toBe(2)
  })
})
