import { KNOWLEDGE_LIMITS } from '@orrery/contract'
import { UserLevel } from '@orrery/contract/shared/user-levels'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** What the instance owner assigns to people: a label beside their name, and a level. */
let t: TestApp
let owner: Person
let ada: Person
let bob: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp({ config: { apiCallsPerMinute: 3 } })
  owner = await t.register('owner')
  ada = await t.register('ada')
  bob = await t.register('bob')
  spaceId = (await ada.api.space.create({ name: 'Team' })).id
  await ada.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: bob.id }] })
})
const label = { label_id: 'Support', label_name: 'Support' }

test('only the instance owner can set and remove a label', async () => {
  await expect(ada.api.instance.setStanding({ user_id: ada.id, label: 'Boss' })).rejects.toMatchObject({ status: 403 })
  await expect(owner.api.instance.setStanding({ user_id: '4711', label: 'x' })).rejects.toMatchObject({ status: 404 })
  await expect(owner.api.instance.setStanding({ user_id: ada.id, label: 'x'.repeat(21) })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^label: /),
  })
  expect(await bob.api.passport.accountInfo({})).not.toHaveProperty('user_label')
  await owner.api.instance.setStanding({ user_id: bob.id, label: 'Support' })
  expect(await bob.api.passport.accountInfo({})).toMatchObject({ user_label: label })
  const { users } = await owner.api.instance.users({})
  expect(users.find((user) => user.id === bob.id)).toMatchObject({ label: 'Support', level: UserLevel.free })
  const { events } = await owner.api.instance.audit({ page: 1, size: 1 })
  expect(events[0]).toMatchObject({ action: 'account.standing', target: bob.id, detail: { label: 'Support' } })
  await owner.api.instance.setStanding({ user_id: bob.id, label: '' })
  expect(await bob.api.passport.accountInfo({})).not.toHaveProperty('user_label')
})

test('a label is shown wherever others see the person', async () => {
  await owner.api.instance.setStanding({ user_id: bob.id, label: 'Support' })
  const { member_info_list: members } = await ada.api.space.members({ space_id: spaceId })
  expect(members.find((member) => member.user_id === bob.id)).toMatchObject({ user_label: label })
  expect(members.find((member) => member.user_id === ada.id)).not.toHaveProperty('user_label')
  expect(await ada.api.profile.get({ user_id: bob.id })).toMatchObject({ user_label: label })
  const { id_user_info_map: people } = await ada.api.passport.users({ user_ids: [bob.id] })
  expect(people[bob.id]).toMatchObject({ user_label: label })
  const { bot_id } = await ada.api.bot.create({ space_id: spaceId, name: 'Shared' })
  await ada.api.collaborator.add({ resource: { id: bot_id, type: 4 }, principal: { id: bob.id, type: 1 } })
  const ofBot = await ada.api.collaborator.listOfBot({ bot_id, space_id: spaceId })
  expect(ofBot.collaboration_list).toMatchObject([{ id: bob.id, user_label: label }])
  const ofAny = await ada.api.collaborator.listOfIntelligence({ intelligence_id: bot_id, intelligence_type: 1 })
  expect(ofAny.collaborator_info).toMatchObject([{ user_id: bob.id, user_label: label }])
  const { workflow_id } = await ada.api.workflow.create({ name: 'shared', desc: 'd', space_id: spaceId })
  await ada.api.collaborator.add({ resource: { id: workflow_id, type: 6 }, principal: { id: bob.id, type: 1 } })
  const ofFlow = await ada.api.collaborator.listOfWorkflow({ workflow_id, space_id: spaceId })
  expect(ofFlow.data.map(({ user }) => user.user_label)).toEqual([undefined, label])
})

test('a level raises the limits of the account, at once and in every process', async () => {
  const { token } = await ada.api.token.create({ name: 'Mine' })
  const second = await t.another()
  const me = (app = t.app) => app.request('/v1/users/me', { headers: { authorization: `Bearer ${token}` } })
  const allowed = async (app = t.app) => {
    t.clock.advance(120_000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => me(app)))
    return answers.filter((answer) => answer.status === 200).length
  }
  expect([await allowed(), await allowed(second.app)]).toEqual([3, 3])
  expect(await ada.api.knowledge.benefit({})).toMatchObject({ UserLevel: 0, UpperBound: KNOWLEDGE_LIMITS.bytes })
  await owner.api.instance.setStanding({ user_id: ada.id, level: UserLevel.premium })
  expect(await ada.api.passport.accountInfo({})).toMatchObject({ user_level: 15 })
  expect(await allowed()).toBe(9)
  await expect.poll(() => allowed(second.app)).toBe(9)
  expect(await ada.api.knowledge.benefit({})).toMatchObject({ UserLevel: 15, UpperBound: KNOWLEDGE_LIMITS.bytes * 3 })
  expect(await ada.api.market.callInfo({})).toMatchObject({ user_level: 15 })
  await expect(owner.api.instance.setStanding({ user_id: ada.id, level: 7 as never })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^level: must be one of 0, 10, 15/),
  })
})
