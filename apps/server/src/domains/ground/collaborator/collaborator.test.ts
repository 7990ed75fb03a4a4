import { CollaborationResource, type CollaborativeKind, collaborativeKinds } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let maker: Person
let helper: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  ;[owner, maker, helper, outsider] = [
    await t.register('owner'),
    await t.register('maker'),
    await t.register('helper'),
    await t.register('outsider'),
  ]
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({
    space_id: spaceId,
    member_info_list: [{ user_id: maker.id }, { user_id: helper.id }],
  })
})
const make = async (kind: CollaborativeKind) =>
  (await t.services.resources.create({ kind, spaceId, ownerId: maker.id, name: 'Thing' })).id
const user = (person: Person) => ({ id: person.id, type: 1 as const })

describe.each(collaborativeKinds)('collaborators of a %s', (kind) => {
  const resource = (id: string) => ({ id, type: CollaborationResource[kind] })

  test('are added and removed by its owner; an editor may add but not remove; an onlooker neither', async () => {
    const id = await make(kind)
    await expect(
      helper.api.collaborator.add({ resource: resource(id), principal: user(helper) }),
    ).rejects.toMatchObject({ status: 403 })
    await maker.api.collaborator.add({ resource: resource(id), principal: user(helper) })
    await helper.api.collaborator.add({ resource: resource(id), principal: user(owner) })
    await expect(
      helper.api.collaborator.remove({ resource: resource(id), principal: user(owner) }),
    ).rejects.toMatchObject({ status: 403 })
    await maker.api.collaborator.remove({ resource: resource(id), principal: user(helper) })
    await expect(helper.api.collaborator.add({ resource: resource(id), principal: user(owner) })).rejects.toMatchObject(
      { status: 403 },
    )
  })
  test('must be in the space, and only once', async () => {
    const id = await make(kind)
    const add = (person: Person) => maker.api.collaborator.add({ resource: resource(id), principal: user(person) })
    await expect(add(outsider)).rejects.toMatchObject({ code: ErrorCode.collaborator.notInSpace })
    await expect(add(maker)).rejects.toMatchObject({ code: ErrorCode.collaborator.isOwner })
    await add(helper)
    await expect(add(helper)).rejects.toMatchObject({ code: ErrorCode.collaborator.already })
  })
  test('a batch does what it can and reports the rest with the highest code', async () => {
    const id = await make(kind)
    const result = await maker.api.collaborator.batchAdd({
      resource: resource(id),
      principal_type: 1,
      principal_ids: [helper.id, maker.id, outsider.id, helper.id],
    })
    expect(result.succeeded_ids).toEqual([helper.id])
    expect(result.failed.map((item) => [item.id, item.code])).toEqual([
      [maker.id, ErrorCode.collaborator.isOwner],
      [outsider.id, ErrorCode.collaborator.notInSpace],
    ])
    expect(result.highest_error_code).toBe(ErrorCode.collaborator.notInSpace)
    expect(
      await maker.api.collaborator.batchRemove({
        resource: resource(id),
        principal_type: 1,
        principal_ids: [helper.id, outsider.id],
      }),
    ).toEqual({ removed_ids: [helper.id], failed_ids: [outsider.id] })
  })
  test('an outsider does not learn that it exists, and another type of id finds nothing', async () => {
    const id = await make(kind)
    await expect(
      outsider.api.collaborator.add({ resource: resource(id), principal: user(outsider) }),
    ).rejects.toMatchObject({ status: 404 })
    const other = collaborativeKinds.find((collaborativeKind) => collaborativeKind !== kind)!
    await expect(
      maker.api.collaborator.add({ resource: { id, type: CollaborationResource[other] }, principal: user(helper) }),
    ).rejects.toMatchObject({ code: ErrorCode.collaborator.wrongKind })
  })
})

test('a workflow that is closed keeps its collaborators, who may only look until it is opened again', async () => {
  const { workflow_id: id } = await maker.api.workflow.create({ space_id: spaceId, name: 'shared_flow', desc: 'd' })
  const resource = { id, type: CollaborationResource.workflow }
  const rename = (name: string) => helper.api.workflow.updateMeta({ workflow_id: id, name } as never)
  const list = () => maker.api.collaborator.listOfWorkflow({ workflow_id: id, space_id: spaceId })
  expect((await list()).is_open).toBe(false)
  // Adding somebody opens it.
  await maker.api.collaborator.add({ resource, principal: user(helper) })
  expect((await list()).is_open).toBe(true)
  await rename('by_helper')
  await expect(helper.api.workflow.closeCollaborator({ workflow_id: id })).rejects.toMatchObject({ status: 403 })
  await maker.api.workflow.closeCollaborator({ workflow_id: id })
  expect(await list()).toMatchObject({ is_open: false, data: [{ owner: true }, { owner: false }] })
  await expect(rename('still_by_helper')).rejects.toMatchObject({ status: 403 })
  await expect(helper.api.workflow.openCollaborator({ workflow_id: id })).rejects.toMatchObject({ status: 403 })
  await maker.api.workflow.openCollaborator({ workflow_id: id })
  await rename('again_by_helper')
})

test('the creator is listed first, in each of the three lists', async () => {
  const [bot, workflow] = [await make('bot'), await make('workflow')]
  for (const [id, type] of [
    [bot, 4],
    [workflow, 6],
  ] as const) {
    await maker.api.collaborator.add({
      resource: { id, type },
      principal: user(owner),
      collaborator_types: ['BotDeveloper'],
    })
    await maker.api.collaborator.add({ resource: { id, type }, principal: user(helper) })
  }
  const listed = await helper.api.collaborator.listOfBot({ bot_id: bot, space_id: spaceId })
  expect(listed.creator.id).toBe(maker.id)
  expect(listed.collaboration_list.map((collaboration) => collaboration.id)).toEqual([owner.id, helper.id])
  expect(listed.collaborator_roles[owner.id]).toEqual(['BotDeveloper'])
  const workflows = await helper.api.collaborator.listOfWorkflow({ workflow_id: workflow, space_id: spaceId })
  expect(workflows.data.map((item) => [item.user.id, item.owner])).toEqual([
    [maker.id, true],
    [owner.id, false],
    [helper.id, false],
  ])
  const intelligence = await helper.api.collaborator.listOfIntelligence({ intelligence_id: bot, intelligence_type: 1 })
  expect(intelligence.collaboration_role_map).toEqual({ [maker.id]: [6], [owner.id]: [4], [helper.id]: [3] })
})
