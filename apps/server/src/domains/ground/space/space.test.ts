import { SpaceRole } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let admin: Person
let member: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  admin = await t.register('admin')
  member = await t.register('member')
  outsider = await t.register('outsider')
  spaceId = (await owner.api.space.create({ name: 'Team', description: 'All of us' })).id
  const add = (who: Person, role: SpaceRole) =>
    owner.api.space.addMembers({
      space_id: spaceId,
      member_info_list: [{ user_id: who.id, space_role_type: role as 2 | 3 }],
    })
  await add(admin, SpaceRole.admin)
  await add(member, SpaceRole.member)
})
const forbidden = { status: 403, code: ErrorCode.kit.noAccess }
const notFound = { status: 404, code: ErrorCode.kit.notFound }

test('a created space is listed with the role of the caller', async () => {
  const { bot_space_list: mine } = await member.api.space.list({})
  expect(mine.map(({ name, space_type, space_role_type }) => ({ name, space_type, space_role_type }))).toEqual([
    { name: 'Personal', space_type: 1, space_role_type: 1 },
    { name: 'Team', space_type: 2, space_role_type: 3 },
  ])
  expect((await outsider.api.space.list({})).team_space_num).toBe(0)
  expect((await member.api.space.list({ search_word: 'tea' })).bot_space_list).toHaveLength(1)
})

test('members are listed owner first, with search, role filter and totals', async () => {
  const all = await member.api.space.members({ space_id: spaceId })
  expect(all.member_info_list.map((memberInfo) => memberInfo.space_role_type)).toEqual([1, 2, 3])
  expect(all).toMatchObject({ total: 3, admin_total_num: 1, member_total_num: 3, space_role_type: 3 })
  expect(
    (await member.api.space.members({ space_id: spaceId, space_role_type: 2 })).member_info_list.map(
      (memberInfo) => memberInfo.user_id,
    ),
  ).toEqual([admin.id])
  expect(
    (await member.api.space.members({ space_id: spaceId, search_word: 'memb' })).member_info_list.map(
      (memberInfo) => memberInfo.user_id,
    ),
  ).toEqual([member.id])
})

test('an outsider gets the same "not found" for every call as for a space that never existed', async () => {
  const calls = [
    () => outsider.api.space.members({ space_id: spaceId }),
    () => outsider.api.space.update({ space_id: spaceId, name: 'x' }),
    () => outsider.api.space.remove({ space_id: spaceId }),
    () => outsider.api.space.exit({ space_id: spaceId }),
    () => outsider.api.space.members({ space_id: '123456789' }),
  ]
  const answers = await Promise.all(calls.map((call) => call().catch((e: { message: string }) => e)))
  for (const answer of answers) expect(answer).toMatchObject(notFound)
  expect(new Set(answers.map((answer) => (answer as { message: string }).message)).size).toBe(1)
})

describe('roles', () => {
  test('a member cannot raise a role, remove the owner or transfer the space', async () => {
    await expect(
      member.api.space.updateMember({ space_id: spaceId, user_id: member.id, space_role_type: 2 }),
    ).rejects.toMatchObject(forbidden)
    await expect(member.api.space.removeMember({ space_id: spaceId, remove_user_id: owner.id })).rejects.toMatchObject(
      forbidden,
    )
    await expect(member.api.space.transfer({ space_id: spaceId, transfer_user_id: member.id })).rejects.toMatchObject(
      forbidden,
    )
  })
  test('an admin cannot change the owner or appoint one', async () => {
    await expect(admin.api.space.removeMember({ space_id: spaceId, remove_user_id: owner.id })).rejects.toMatchObject({
      code: ErrorCode.space.ownerStays,
    })
    await expect(
      admin.api.space.updateMember({ space_id: spaceId, user_id: owner.id, space_role_type: 3 }),
    ).rejects.toMatchObject({ code: ErrorCode.space.ownerStays })
    await expect(
      admin.api.space.updateMember({ space_id: spaceId, user_id: member.id, space_role_type: 1 }),
    ).rejects.toMatchObject({ code: ErrorCode.space.ownerByTransfer })
    await expect(admin.api.space.transfer({ space_id: spaceId, transfer_user_id: admin.id })).rejects.toMatchObject(
      forbidden,
    )
  })
  test('the owner cannot leave without a successor; concurrent transfers leave exactly one owner', async () => {
    const { id } = await owner.api.space.create({ name: 'Hand over' })
    await owner.api.space.addMembers({
      space_id: id,
      member_info_list: [{ user_id: member.id }, { user_id: admin.id }],
    })
    await expect(owner.api.space.exit({ space_id: id })).rejects.toMatchObject({
      code: ErrorCode.space.successorNeeded,
    })
    const results = await Promise.allSettled([
      owner.api.space.transfer({ space_id: id, transfer_user_id: member.id }),
      owner.api.space.transfer({ space_id: id, transfer_user_id: admin.id }),
    ])
    expect(results.some((result) => result.status === 'fulfilled')).toBe(true)
    const { member_info_list: all } = await admin.api.space.members({ space_id: id })
    expect(all.filter((item) => item.space_role_type === 1)).toHaveLength(1)
  })
})

test('a removed member loses the space at once, and their resources pass to the owner', async () => {
  const leaver = await t.register()
  const { id } = await owner.api.space.create({ name: 'Leaving' })
  await owner.api.space.addMembers({ space_id: id, member_info_list: [{ user_id: leaver.id }] })
  const made = await t.services.resources.create({ kind: 'bot', spaceId: id, ownerId: leaver.id, name: 'Left behind' })
  await leaver.api.space.members({ space_id: id })
  await owner.api.space.removeMember({ space_id: id, remove_user_id: leaver.id })
  await expect(leaver.api.space.members({ space_id: id })).rejects.toMatchObject(notFound)
  expect(await t.services.resources.get(made.id)).toMatchObject({ ownerId: owner.id })
})

test('deleting a space deletes its contents', async () => {
  const { id } = await owner.api.space.create({ name: 'Short-lived' })
  const bot = await t.services.resources.create({ kind: 'bot', spaceId: id, ownerId: owner.id, name: 'Bot' })
  await owner.api.space.remove({ space_id: id })
  expect(await t.services.resources.get(bot.id)).toBeUndefined()
  await expect(owner.api.space.members({ space_id: id })).rejects.toMatchObject(notFound)
})

test('a personal space cannot be deleted, left, shared or transferred', async () => {
  const personal = (await owner.api.space.list({})).bot_space_list[0]!.id
  const calls = [
    () => owner.api.space.remove({ space_id: personal }),
    () => owner.api.space.exit({ space_id: personal }),
    () => owner.api.space.addMembers({ space_id: personal, member_info_list: [{ user_id: member.id }] }),
    () => owner.api.space.inviteLink({ space_id: personal, team_invite_link_status: true }),
    () => owner.api.space.transfer({ space_id: personal, transfer_user_id: member.id }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: ErrorCode.space.personalStays })
})

describe('invitations', () => {
  test('a link lets others join, shows the space, can be disabled, and expires', async () => {
    const guest = await t.register()
    const { key } = await admin.api.space.inviteLink({ space_id: spaceId, team_invite_link_status: true })
    expect(await t.anonymous.space.inviteInfo({ space_id: key })).toMatchObject({
      space_name: 'Team',
      is_joined: false,
      space_id: '',
    })
    expect((await guest.api.space.join({ space_id: key })).Data.space_id).toBe(spaceId)
    expect(await guest.api.space.inviteInfo({ space_id: key })).toMatchObject({ is_joined: true, space_id: spaceId })
    expect((await admin.api.space.inviteLink({ space_id: spaceId, team_invite_link_status: true })).key).toBe(key)
    await admin.api.space.inviteLink({ space_id: spaceId, team_invite_link_status: false })
    await expect((await t.register()).api.space.join({ space_id: key })).rejects.toMatchObject({
      code: ErrorCode.space.linkInvalid,
    })
    const fresh = await admin.api.space.inviteLink({ space_id: spaceId, team_invite_link_status: true })
    expect(fresh.key).not.toBe(key)
    t.clock.advance(8 * 24 * 3600_000)
    await expect((await t.register()).api.space.join({ space_id: fresh.key })).rejects.toMatchObject({
      code: ErrorCode.space.linkInvalid,
    })
  })
  test('a space id is not an invitation key', async () => {
    await expect(outsider.api.space.join({ space_id: spaceId })).rejects.toMatchObject({
      code: ErrorCode.space.linkInvalid,
    })
  })
  test('people are found only by exact name or address; unknown names are reported', async () => {
    const found = await admin.api.space.searchMembers({
      space_id: spaceId,
      search_list: ['outsider', 'MEMBER@example.test', 'outside', 'nobody'],
    })
    expect(found.member_info_list.map((memberInfo) => [memberInfo.user_id, memberInfo.is_join])).toEqual([
      [outsider.id, false],
      [member.id, true],
    ])
    expect(found.failed_search_list).toEqual(['outside', 'nobody'])
  })
  test('a member may not invite', async () => {
    await expect(
      member.api.space.inviteLink({ space_id: spaceId, team_invite_link_status: true }),
    ).rejects.toMatchObject(forbidden)
  })
})

describe('the audit log', () => {
  test('shows the owner who did what; admins and members cannot read it', async () => {
    const { events } = await owner.api.instance.spaceAudit({ space_id: spaceId, size: 200 })
    expect(events.map((event) => event.action)).toEqual(
      expect.arrayContaining(['space.create', 'member.add', 'invite.on']),
    )
    await expect(admin.api.instance.spaceAudit({ space_id: spaceId })).rejects.toMatchObject(forbidden)
  })
  test('cannot be changed, not even by the application, and a newline stays inside its value', async () => {
    await owner.api.space.update({ space_id: spaceId, name: 'Team\nadmin: gave rights', description: '' })
    const { events } = await owner.api.instance.spaceAudit({ space_id: spaceId })
    expect(events[0]).toMatchObject({ action: 'space.update', detail: { name: 'Team\nadmin: gave rights' } })
    for (const sql of ["UPDATE audit_event SET action = 'x'", 'DELETE FROM audit_event', 'TRUNCATE audit_event'])
      await expect(t.infra.database.pool.query(sql)).rejects.toThrow('cannot be changed')
  })
})

test('extra fields in a create are ignored', async () => {
  const body = { name: 'Extra', id: '1', owner_id: outsider.id, role: 1, created_at: 1, space_type: 2 }
  const { id } = await owner.api.space.create(body as never)
  expect(id).not.toBe('1')
  expect((await owner.api.space.members({ space_id: id })).member_info_list).toMatchObject([{ user_id: owner.id }])
})

test('names of people are shown only to those who share a space with them', async () => {
  const stranger = await t.register()
  const { id_user_info_map: seen } = await member.api.passport.users({ user_ids: [owner.id, stranger.id, member.id] })
  expect(Object.keys(seen).toSorted()).toEqual([owner.id, member.id].toSorted())
})

test("the key of another user's file is refused as an icon, and nothing changes", async () => {
  await t.infra.blobs.put('upload/1/secret.pdf', Buffer.from('x'), 'application/pdf')
  const icon_uri = 'upload/1/secret.pdf'
  await expect(owner.api.space.create({ name: 'Thief', icon_uri })).rejects.toMatchObject(notFound)
  await expect(
    owner.api.space.update({ space_id: spaceId, name: 'Thief', description: '', icon_uri }),
  ).rejects.toMatchObject(notFound)
  expect((await owner.api.space.list({})).bot_space_list.map((botSpace) => botSpace.name)).not.toContain('Thief')
})

test('an owner can exclude a space from copy menus, except a personal one', async () => {
  const owner = await t.register('hider')
  const { id: space_id } = await owner.api.space.create({ name: 'Archive' })
  const shown = async () => {
    const { bot_space_list: spaces } = await owner.api.space.listFlat({})
    return spaces.find((space) => space.id === space_id)!.hide_operation
  }
  expect(await shown()).toBe(false)
  await owner.api.space.update({ space_id, name: 'Archive', hide_operation: true })
  expect(await shown()).toBe(true)
  // A field that is left out does not change.
  await owner.api.space.update({ space_id, name: 'Old things' })
  expect(await shown()).toBe(true)
  await owner.api.space.update({ space_id, name: 'Old things', hide_operation: false })
  expect(await shown()).toBe(false)
  const personal = (await owner.api.space.listFlat({})).bot_space_list.find((space) => space.space_type === 1)!
  await expect(
    owner.api.space.update({ space_id: personal.id, name: 'Mine', hide_operation: true }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^hide_operation: /) })
})
