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

  test('are added and removed by its owner; an editor may only add; other members may do neither', async () => {
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
  test('must be members of the space and can be added only once', async () => {
    const id = await make(kind)
    const add = (person: Person) => maker.api.collaborator.add({ resource: resource(id), principal: user(person) })
    await expect(add(outsider)).rejects.toMatchObject({ code: ErrorCode.collaborator.notInSpace })
    await expect(add(maker)).rejects.toMatchObject({ code: ErrorCode.collaborator.isOwner })
    await add(helper)
    await expect(add(helper)).rejects.toMatchObject({ code: ErrorCode.collaborator.already })
  })
  test('a batch continues after failures and reports them with the highest error code', async () => {
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
  test('an outsider does not learn that the resource exists; an id of another kind is refused', async () => {
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

test('collaborators of a closed workflow are preserved but may only look until it is reopened', async () => {
  const { workflow_id: id } = await maker.api.workflow.create({ space_id: spaceId, name: 'shared_flow', desc: 'd' })
  const resource = { id, type: CollaborationResource.workflow }
  const rename = (name: string) => helper.api.workflow.updateMeta({ workflow_id: id, name } as never)
  const list = () => maker.api.collaborator.listOfWorkflow({ workflow_id: id, space_id: spaceId })
  expect((await list()).is_open).toBe(false)
  // Adding a collaborator opens the workflow.
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

test('the creator is listed first in each of the three lists', async () => {
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

/** Reads the draft before renaming, as an editor does, so that changes by others have been seen. */
async function renameBot(person: Person, bot_id: string, name: string) {
  await person.api.bot.getDraft({ bot_id })
  return person.api.bot.update({ bot_id, name })
}
const roleOf = (roles: ('BotEditor' | 'BotDeveloper' | 'BotOperator')[]) => ({ collaborator_types: roles })

describe('the roles of collaborators on a bot', () => {
  let bot: string
  let versions: string[]
  const resource = () => ({ id: bot, type: CollaborationResource.bot })
  const as = async (...roles: Parameters<typeof roleOf>[0]) => {
    await maker.api.collaborator.modify({ resource: resource(), principal: user(helper), ...roleOf(roles) })
  }
  const rename = (name: string) => renameBot(helper, bot, name)
  const goBack = () => helper.api.bot.revert({ bot_id: bot, version: versions[0]! })
  const publish = () => helper.api.bot.publish({ bot_id: bot, space_id: spaceId, connectors: { '1024': {} } })
  const refused = { status: 403 }
  beforeAll(async () => {
    bot = (await maker.api.bot.create({ space_id: spaceId, name: 'Pilot' })).bot_id
    await maker.api.bot.commit({ bot_id: bot, space_id: spaceId })
    await maker.api.bot.update({ bot_id: bot, name: 'Second' })
    const { history_infos } = await maker.api.bot.history({
      bot_id: bot,
      space_id: spaceId,
      page_index: 1,
      page_size: 5,
    })
    versions = history_infos.map(({ version }) => version)
    await maker.api.collaborator.add({ resource: resource(), principal: user(helper) })
  })

  test('an editor edits, and neither restores versions nor publishes', async () => {
    await as('BotEditor')
    await rename('By editor')
    await expect(goBack()).rejects.toMatchObject(refused)
    await expect(publish()).rejects.toMatchObject(refused)
  })
  test('a developer edits and restores versions, but does not publish', async () => {
    await as('BotDeveloper')
    await rename('By developer')
    await goBack()
    await expect(publish()).rejects.toMatchObject(refused)
  })
  test('an operator publishes and sees traces and channel settings, but cannot edit', async () => {
    await as('BotOperator')
    await expect(rename('By operator')).rejects.toMatchObject(refused)
    await expect(goBack()).rejects.toMatchObject(refused)
    expect(await publish()).toMatchObject({ check_not_pass: false })
    await helper.api.trace.list({ bot_id: bot })
    const draft = await helper.api.bot.getDraft({ bot_id: bot })
    expect(draft).toMatchObject({
      editable: false,
      collaborator_status: { commitable: false, operateable: true, manageable: false },
    })
    await expect(
      helper.api.collaborator.add({ resource: resource(), principal: user(owner), ...roleOf(['BotOperator']) }),
    ).rejects.toMatchObject(refused)
  })
  test('several roles add up', async () => {
    await as('BotEditor', 'BotOperator')
    await rename('By both')
    await publish()
  })
  test('nobody assigns or removes a role with more rights than their own, not even for themselves', async () => {
    await as('BotEditor')
    const tooHigh = { code: ErrorCode.collaborator.roleTooHigh }
    const give = (...roles: Parameters<typeof roleOf>[0]) =>
      helper.api.collaborator.add({ resource: resource(), principal: user(owner), ...roleOf(roles) })
    await expect(give('BotDeveloper')).rejects.toMatchObject(tooHigh)
    await expect(give('BotEditor', 'BotOperator')).rejects.toMatchObject(tooHigh)
    const change = (person: Person, ...roles: Parameters<typeof roleOf>[0]) =>
      helper.api.collaborator.modify({ resource: resource(), principal: user(person), ...roleOf(roles) })
    await expect(change(helper, 'BotDeveloper')).rejects.toMatchObject(tooHigh)
    await maker.api.collaborator.add({ resource: resource(), principal: user(owner), ...roleOf(['BotOperator']) })
    await expect(change(owner, 'BotEditor')).rejects.toMatchObject(tooHigh)
    const { collaborators } = await maker.api.collaborator.sharing({ resource: resource() })
    expect(collaborators.map(({ person, roles }) => [person.id, roles])).toEqual([
      [helper.id, ['BotEditor']],
      [owner.id, ['BotOperator']],
    ])
  })
})

describe.each(['bot', 'project'] as const)('a %s that is closed to its collaborators', (kind) => {
  test('preserves them, but only its owner may save until it is reopened', async () => {
    const id =
      kind === 'bot'
        ? (await maker.api.bot.create({ space_id: spaceId, name: 'Closing' })).bot_id
        : (await maker.api.project.create({ space_id: spaceId, name: 'Closing' })).project_id
    const resource = { id, type: CollaborationResource[kind] }
    const rename = (person: Person, name: string) =>
      kind === 'bot' ? renameBot(person, id, name) : person.api.project.update({ project_id: id, name })
    const editable = async () => {
      const { bot_draft_list } = await helper.api.bot.list({ space_id: spaceId })
      return bot_draft_list.find((bot) => bot.id === id)?.editable
    }
    await maker.api.collaborator.add({ resource, principal: user(helper) })
    await rename(helper, 'By helper')
    await expect(helper.api.collaborator.setOpen({ resource, is_open: false })).rejects.toMatchObject({ status: 403 })

    await maker.api.collaborator.setOpen({ resource, is_open: false })
    await expect(rename(helper, 'Still by helper')).rejects.toMatchObject({ status: 403 })
    if (kind === 'bot') expect(await editable()).toBe(false)
    await rename(maker, 'By maker')
    expect(await helper.api.collaborator.sharing({ resource })).toMatchObject({
      is_open: false,
      collaborators: [{ person: { id: helper.id }, roles: ['BotEditor'] }],
      rights: ['view', 'copy', 'testRunPlugin', 'testRunWorkflow', 'observe'],
      assignable_roles: [],
    })

    await maker.api.collaborator.setOpen({ resource, is_open: true })
    await rename(helper, 'Again by helper')
    if (kind === 'bot') expect(await editable()).toBe(true)
    const { events } = await owner.api.instance.spaceAudit({ space_id: spaceId, area: 'people' })
    expect(events.filter(({ target }) => target === id).map(({ action }) => action)).toEqual([
      'collaborator.open',
      'collaborator.close',
    ])
  })
})

test('the roles on a project apply to the workflows inside it', async () => {
  const { project_id } = await maker.api.project.create({ space_id: spaceId, name: 'App' })
  const { workflow_id } = await maker.api.workflow.create({
    space_id: spaceId,
    name: 'inside_flow',
    desc: 'd',
    project_id,
  })
  const resource = { id: project_id, type: CollaborationResource.project }
  const rename = (name: string) => helper.api.workflow.updateMeta({ workflow_id, name } as never)
  await maker.api.collaborator.add({ resource, principal: user(helper), ...roleOf(['BotOperator']) })
  await expect(rename('by_operator')).rejects.toMatchObject({ status: 403 })
  await maker.api.collaborator.modify({ resource, principal: user(helper), ...roleOf(['BotEditor']) })
  await rename('by_editor')
  const listed = await maker.api.collaborator.listOfIntelligence({ intelligence_id: project_id, intelligence_type: 2 })
  expect(listed.collaboration_role_map).toEqual({ [maker.id]: [1], [helper.id]: [2] })
  await maker.api.collaborator.setOpen({ resource, is_open: false })
  await expect(rename('while_closed')).rejects.toMatchObject({ status: 403 })
})
