import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Models that a team uses without owning them. */
const server = await openScriptedModel()
let t: TestApp
let owner: Person
let giver: Person
let lead: Person
let member: Person
let teamId: string
let otherTeam: string
let homeId: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  owner = await t.register('owner')
  giver = await t.register('giver')
  lead = await t.register('lead')
  member = await t.register('member')
  teamId = (await lead.api.space.create({ name: 'Harbour' })).id
  otherTeam = (await lead.api.space.create({ name: 'Hills' })).id
  const people = [giver, member].map(({ id }) => ({ user_id: id }))
  await lead.api.space.addMembers({ space_id: teamId, member_info_list: people })
  const spaces = (await giver.api.space.list({})).bot_space_list
  homeId = spaces.find(({ space_type }) => space_type === 1)!.id
})
const connection = (name: string) => ({
  kind: 'openai-compatible' as const,
  name,
  base_url: server.baseUrl,
  api_key: 'sk-shared-00000001',
})
const names = async (person: Person, space_id: string) =>
  (await person.api.model.typeList({ space_id })).model_list.map(({ name }) => name)

describe('models of the instance', () => {
  let providerId: string
  beforeAll(async () => {
    providerId = (await owner.api.instanceModel.createProvider(connection('House'))).id
    await owner.api.instanceModel.createModel({ provider_id: providerId, name: 'House model', model: 'house' })
  })
  test('are for everyone, until the owner chooses teams', async () => {
    expect(await names(member, teamId)).toContain('House model')
    expect(await names(lead, otherTeam)).toContain('House model')
    await owner.api.instanceModel.share({ provider_id: providerId, space_ids: [teamId] })
    expect(await names(member, teamId)).toContain('House model')
    expect(await names(lead, otherTeam)).not.toContain('House model')
    const { providers } = await owner.api.instanceModel.providers({})
    expect(providers.find(({ id }) => id === providerId)).toMatchObject({
      for_everyone: false,
      shared_with: [{ id: teamId, name: 'Harbour' }],
    })
    await owner.api.instanceModel.share({ provider_id: providerId, for_everyone: true })
    expect(await names(lead, otherTeam)).toContain('House model')
  })
  test('can be shared with any team, found by its name', async () => {
    const { teams } = await owner.api.instanceModel.teams({ search_word: 'hil' })
    expect(teams).toEqual([{ id: otherTeam, name: 'Hills' }])
    await expect(lead.api.instanceModel.teams({})).rejects.toMatchObject({ status: 403 })
  })
})

describe('models of a personal space', () => {
  let providerId: string
  let modelId: string
  const share = (space_ids: string[]) =>
    giver.api.spaceModel.share({ space_id: homeId, provider_id: providerId, space_ids })
  beforeAll(async () => {
    providerId = (await giver.api.spaceModel.createProvider({ ...connection('Mine'), space_id: homeId })).id
    const model = { space_id: homeId, provider_id: providerId, name: 'My model', model: 'mine' }
    modelId = (await giver.api.spaceModel.createModel(model)).id
  })
  test('can be shared with teams of the owner, and with no other', async () => {
    expect(await names(member, teamId)).not.toContain('My model')
    expect((await giver.api.spaceModel.teams({ space_id: homeId })).teams).toEqual([{ id: teamId, name: 'Harbour' }])
    await expect(share([otherTeam])).rejects.toMatchObject({ code: ErrorCode.model.notYourTeam })
    await share([teamId])
    expect(await names(member, teamId)).toContain('My model')
    expect(await names(lead, otherTeam)).not.toContain('My model')
    const { rows } = await t.infra.database.pool.query(
      `SELECT detail FROM audit_event WHERE action = 'model.provider.share' AND target = $1`,
      [providerId],
    )
    expect(rows).toEqual([{ detail: { forEveryone: false, spaceIds: [teamId] } }])
  })
  test('answer there and can be the default; their URL and key are only visible to the owner', async () => {
    await lead.api.spaceModel.setDefault({ space_id: teamId, model_id: modelId })
    expect((await member.api.model.typeList({ space_id: teamId })).default_model_id).toBe(modelId)
    const list = await lead.api.spaceModel.providers({ space_id: teamId })
    expect(list).toMatchObject({
      providers: [],
      can_share: false,
      received: [{ id: providerId, name: 'Mine', owner_name: 'giver', models: [{ id: modelId, name: 'My model' }] }],
    })
    expect(JSON.stringify(list)).not.toContain(server.host)
    const update = { space_id: teamId, model_id: modelId, name: 'Ours' }
    await expect(lead.api.spaceModel.updateModel(update)).rejects.toMatchObject({ status: 404 })
    await expect(member.api.spaceModel.providers({ space_id: homeId })).rejects.toMatchObject({ status: 404 })
  })
  test('can be removed by the team', async () => {
    const refuse = (person: Person) => person.api.spaceModel.refuseShared({ space_id: teamId, provider_id: providerId })
    await expect(refuse(member)).rejects.toMatchObject({ status: 403 })
    await refuse(lead)
    expect(await names(member, teamId)).not.toContain('My model')
    await expect(refuse(lead)).rejects.toMatchObject({ status: 404 })
  })
  test('are no longer available when their owner leaves the team', async () => {
    await share([teamId])
    expect(await names(member, teamId)).toContain('My model')
    await expect(t.services.models.resolve(modelId, teamId)).resolves.toMatchObject({ name: 'My model' })
    await lead.api.space.removeMember({ space_id: teamId, remove_user_id: giver.id })
    expect(await names(member, teamId)).not.toContain('My model')
    await expect(t.services.models.resolve(modelId, teamId)).rejects.toMatchObject({ code: ErrorCode.model.modelGone })
  })
})

test('models of a team cannot be shared', async () => {
  const { id } = await lead.api.spaceModel.createProvider({ ...connection('Theirs'), space_id: teamId })
  const input = { space_id: teamId, provider_id: id, space_ids: [otherTeam] }
  await expect(lead.api.spaceModel.share(input)).rejects.toMatchObject({ code: ErrorCode.model.notShareable })
})

test('a person without a model is told where to add one, or whom to ask', async () => {
  expect(await member.api.model.guide({ space_id: teamId })).toMatchObject({
    can_add_to_space: false,
    can_add_to_instance: false,
    space_keepers: ['lead'],
    instance_keepers: ['owner'],
  })
  expect(await lead.api.model.guide({ space_id: teamId })).toMatchObject({ can_add_to_space: true })
  const home = (await owner.api.space.list({})).bot_space_list[0]!.id
  expect(await owner.api.model.guide({ space_id: home })).toMatchObject({ can_add_to_instance: true })
  await expect(owner.api.model.guide({ space_id: teamId })).rejects.toMatchObject({ status: 404 })
})
