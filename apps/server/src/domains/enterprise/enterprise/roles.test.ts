import { type EnterpriseAction, enterpriseActions, type ResourceAction, resourceActions } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#kit/http/context.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let enterprise_id: string
let space_id: string
let bot: string
let neighbour: string
const people: Record<string, Person> = {}
const actors: Record<string, Actor> = {}
let token = ''

const roles = ['super', 'admin', 'member', 'guest', 'service', 'editor', 'developer', 'operator'] as const
type Role = (typeof roles)[number]
const resource = (id: string) => ({ id, type: 4 as const })
const share = (id: string, type: 1 | 2 | 3, collaborator_types: ('BotEditor' | 'BotDeveloper' | 'BotOperator')[]) =>
  people.owner!.api.collaborator.add({ resource: resource(bot), principal: { id, type }, collaborator_types })
const createBot = (who: Person, name: string) => who.api.bot.create({ space_id, name })

beforeAll(async () => {
  t = await openTestApp()
  await t.register('instance')
  for (const name of ['super', 'owner', 'admin', 'member', 'guest', 'editor', 'developer', 'operator', 'outsider'])
    people[name] = await t.register(name)
  enterprise_id = (await people.super!.api.enterprise.create({ name: 'Acme' })).enterprise_id
  const join = (name: string, role: 'Admin' | 'Member' | 'Guest') =>
    t.services.enterprises.addPerson(enterprise_id, { userId: people[name]!.id, roles: [role] })
  await join('admin', 'Admin')
  await join('guest', 'Guest')
  for (const name of ['owner', 'member', 'editor', 'developer', 'operator']) await join(name, 'Member')
  await t.services.enterprises.changed(enterprise_id)
  space_id = (await people.owner!.api.enterpriseSpaces.create({ enterprise_id, name: 'Design' })).space_id
  await people.owner!.api.space.addMembers({ space_id, member_info_list: [{ user_id: people.member!.id }] })
  bot = (await createBot(people.owner!, 'Shared')).bot_id
  neighbour = (await createBot(people.owner!, 'Neighbour')).bot_id
  await share(people.editor!.id, 1, ['BotEditor'])
  await share(people.developer!.id, 1, ['BotDeveloper'])
  await share(people.operator!.id, 1, ['BotOperator'])
  const made = await people.super!.api.serviceIdentity.create({
    name: 'Nightly',
    organization_id: (await people.super!.api.enterprise.get({ enterprise_id })).default_organization_id,
    permission: { workspace_permission: { option: 1, workspace_id_list: [], permission_list: ['Bot.view'] } },
  })
  token = made.token
  const service = (await t.services.serviceIdentities.find(token))!
  await share(service.userId, 2, ['BotOperator'])
  for (const name of roles)
    actors[name] = name === 'service' ? service : { userId: people[name]!.id, isInstanceOwner: false }
})

/** Actions on an enterprise, with all roles that may perform them. */
const inEnterprise: Record<EnterpriseAction, readonly Role[]> = (() => {
  const admins = ['super', 'admin', 'service'] as const
  const members = [...admins, 'member', 'editor', 'developer', 'operator'] as const
  const everyone = [...members, 'guest'] as const
  const supers = ['super'] as const
  return {
    view: everyone,
    leave: everyone,
    directory: members,
    createSpace: members,
    managePeople: admins,
    manageSpaces: admins,
    manageApps: admins,
    audit: admins,
    configure: supers,
    own: supers,
  }
})()
/** Actions on a bot that is shared with three of the people and a service identity. */
const onBot: Partial<Record<ResourceAction, readonly Role[]>> = {
  view: ['member', 'service', 'editor', 'developer', 'operator'],
  copy: ['member', 'service', 'editor', 'developer', 'operator'],
  testRunWorkflow: ['member', 'service', 'editor', 'developer', 'operator'],
  editInfo: ['editor', 'developer'],
  rollback: ['developer'],
  publish: ['service', 'operator'],
  // None of them is in the space, so none may add collaborators.
  addCollaborator: [],
  deleteCollaborator: [],
  delete: [],
}

describe('the matrix of roles', () => {
  test.each(enterpriseActions)('an enterprise: %s', async (action) => {
    const may = []
    for (const role of roles)
      if (await t.services.access.canEnterprise(actors[role]!, enterprise_id, action)) may.push(role)
    expect(may.toSorted()).toEqual([...inEnterprise[action]].toSorted())
  })
  test.each(resourceActions.filter((action) => action in onBot))('a bot: %s', async (action) => {
    const may = []
    for (const role of roles) if (await t.services.access.can(actors[role]!, 'bot', bot, action)) may.push(role)
    expect(may.toSorted()).toEqual([...onBot[action]!].toSorted())
  })
})

describe('a collaborator outside of the space', () => {
  test('has access to the shared resource, but not to its space or its neighbours', async () => {
    const { editor, outsider } = people as { editor: Person; outsider: Person }
    await editor.api.collaborator.sharing({ resource: resource(bot) })
    for (const id of [neighbour])
      await expect(editor.api.collaborator.sharing({ resource: resource(id) })).rejects.toMatchObject({ status: 404 })
    await expect(editor.api.space.members({ space_id })).rejects.toMatchObject({ status: 404 })
    const shared = async (who: Person) => (await who.api.enterpriseSpaces.shared({ enterprise_id })).shared
    expect(await shared(editor)).toEqual([{ id: bot, kind: 'bot', name: 'Shared', space_id }])
    expect(await shared(people.admin!)).toEqual([])
    await expect(shared(outsider)).rejects.toMatchObject({ status: 404 })
    await expect(outsider.api.collaborator.sharing({ resource: resource(bot) })).rejects.toMatchObject({ status: 404 })
    await expect(share(outsider.id, 1, ['BotEditor'])).rejects.toMatchObject({
      code: ErrorCode.collaborator.notInSpace,
    })
    const { collaborators } = await people.owner!.api.collaborator.sharing({ resource: resource(bot) })
    expect(collaborators.map((one) => [one.person.name, one.principal_type, one.is_guest])).toEqual([
      ['editor', 1, true],
      ['developer', 1, true],
      ['operator', 1, true],
      ['Nightly', 2, true],
    ])
  })
  test('loses access while suspended, and permanently when leaving the enterprise', async () => {
    const { operator } = people as { operator: Person }
    const sees = () => t.services.access.can({ userId: operator.id, isInstanceOwner: false }, 'bot', bot, 'view')
    expect(await sees()).toBe(true)
    await people.super!.api.enterprisePeople.suspend({ enterprise_id, user_id: operator.id })
    expect(await sees()).toBe(false)
    await people.super!.api.enterprisePeople.restore({ enterprise_id, user_id: operator.id })
    expect(await sees()).toBe(true)
    const id = await t.services.enterpriseRemovals.remove(enterprise_id, operator.id, undefined, people.super!.id)
    expect(await sees()).toBe(false)
    await t.services.enterpriseRemovals.work(id)
    expect(await t.services.enterpriseRemovals.remains(enterprise_id, operator.id)).toMatchObject({ collaborations: 0 })
  })
})

describe('a group as a collaborator', () => {
  test('gives its role to its members while they are in it', async () => {
    const { guest, owner } = people as { guest: Person; owner: Person }
    const admin = people.super!
    const { group_id } = await admin.api.enterpriseGroups.create({ enterprise_id, name: 'Writers' })
    const can = (action: ResourceAction) =>
      t.services.access.can({ userId: guest.id, isInstanceOwner: false }, 'bot', bot, action)
    const { candidates } = await owner.api.collaborator.candidates({ resource: resource(bot), word: 'wri' })
    expect(candidates).toMatchObject([{ person: { id: group_id, name: 'Writers' }, principal_type: 3, members: 0 }])
    await share(group_id, 3, ['BotEditor'])
    expect(await can('view')).toBe(false)
    await admin.api.enterpriseGroups.setMembers({ enterprise_id, group_id, add: [guest.id] })
    expect([await can('editInfo'), await can('publish')]).toEqual([true, false])
    await owner.api.collaborator.modify({
      resource: resource(bot),
      principal: { id: group_id, type: 3 },
      collaborator_types: ['BotOperator'],
    })
    expect([await can('editInfo'), await can('publish')]).toEqual([false, true])
    await owner.api.collaborator.setOpen({ resource: resource(bot), is_open: false })
    expect([await can('view'), await can('publish')]).toEqual([true, false])
    await owner.api.collaborator.setOpen({ resource: resource(bot), is_open: true })
    await admin.api.enterpriseGroups.setMembers({ enterprise_id, group_id, remove: [guest.id] })
    expect(await can('view')).toBe(false)
    await owner.api.collaborator.batchRemove({
      resource: resource(bot),
      principal_type: 3,
      principal_ids: [group_id],
    })
    // A group of another enterprise cannot be a collaborator.
    const other = (await people.outsider!.api.enterprise.create({ name: 'Other' })).enterprise_id
    const foreign = await people.outsider!.api.enterpriseGroups.create({ enterprise_id: other, name: 'Writers' })
    await expect(share(foreign.group_id, 3, ['BotEditor'])).rejects.toMatchObject({
      code: ErrorCode.collaborator.groupElsewhere,
    })
  })
})

test('the last super admin of an enterprise can’t erase the account', async () => {
  const { outsider } = people as { outsider: Person }
  await t.startJobs()
  const erase = () => outsider.api.passport.erase({ password: testPassword })
  await expect(erase()).rejects.toMatchObject({ code: ErrorCode.companyAccount.lastSuperAdmin })
  const { enterprise_info_list } = await outsider.api.enterprise.list({})
  const id = enterprise_info_list[0]!.enterprise_id
  const roles = ['SuperAdmin' as const]
  await t.services.enterprises.addPerson(id, { userId: people.member!.id, roles })
  await t.services.enterprises.changed(id)
  await erase()
  expect(await t.services.enterprises.superAdmins(id)).toEqual([people.member!.id])
})
