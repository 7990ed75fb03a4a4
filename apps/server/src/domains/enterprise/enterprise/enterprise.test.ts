import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let instance: Person
let ada: Person
let bob: Person
let carl: Person
let outsider: Person
let enterprise_id: string
let root: string
beforeAll(async () => {
  t = await openTestApp()
  instance = await t.register('instance')
  ada = await t.register('ada')
  bob = await t.register('bob')
  carl = await t.register('carl')
  outsider = await t.register('outsider')
  const made = await ada.api.enterprise.create({ name: 'Acme' })
  enterprise_id = made.enterprise_id
  root = made.default_organization_id
})
const codeOf = (code: number) => ({ code })
const rolesOf = async (who: Person) => (await who.api.enterprise.get({ enterprise_id })).enterprise_role_type_list
/** Adds a person with a role by invitation. */
async function bring(who: Person, role: 'SuperAdmin' | 'Admin' | 'Member' | 'Guest') {
  await ada.api.enterprisePeople.add({
    enterprise_id,
    enterprise_people: [{ user_id: who.id, enterprise_role_type_list: [role] }],
  })
  const { invitations } = await who.api.enterpriseJoin.waiting({})
  const { join_invitation_id } = invitations.find((item) => item.enterprise_id === enterprise_id)!
  await who.api.enterpriseJoin.answer({ enterprise_id, join_invitation_id, joined: true })
}

describe('an enterprise', () => {
  test('is visible only to its people', async () => {
    expect(await ada.api.enterprise.exists({})).toEqual({ enterprise_exist: true })
    expect(await outsider.api.enterprise.exists({})).toEqual({ enterprise_exist: false })
    expect(await ada.api.enterprise.get({ enterprise_id })).toMatchObject({
      name: 'Acme',
      level: 'Enterprise',
      expiration_time: -1,
      default_organization_id: root,
      enterprise_role_type_list: ['SuperAdmin'],
      super_admin_list: [{ user_id: ada.id }],
    })
    for (const who of [outsider, instance])
      await expect(who.api.enterprise.get({ enterprise_id })).rejects.toMatchObject({ status: 404 })
    const { enterprise_info_list } = await ada.api.enterprise.list({ contain_enterprise_of_user: false })
    expect(enterprise_info_list).toMatchObject([{ enterprise_id, enterprise_role_type_list: ['SuperAdmin'] }])
    expect(await outsider.api.enterprise.certificate({})).toMatchObject({
      certification_type: 'PersonalCertification',
      level: 'Free',
    })
  })

  test('needs a valid name, and can be created by the instance owner only if so configured', async () => {
    await expect(ada.api.enterprise.create({ name: 'A' })).rejects.toMatchObject({ status: 400 })
    await instance.api.instance.saveFlags({
      flags: { 'enterprise.create': false, 'enterprise.required': true },
    } as never)
    await expect(outsider.api.enterprise.create({ name: 'Other' })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprise.ownerCreates),
    )
    expect(await outsider.api.enterprise.needed({})).toEqual({ need_create_enterprise: true })
    expect(await ada.api.enterprise.needed({})).toEqual({ need_create_enterprise: false })
    await expect(outsider.api.space.create({ name: 'Alone' })).rejects.toMatchObject(codeOf(ErrorCode.space.noNewTeams))
    await ada.api.space.create({ name: 'Together' })
    await instance.api.instance.saveFlags({ flags: {} } as never)
    expect(await outsider.api.enterprise.needed({})).toEqual({ need_create_enterprise: false })
  })

  test('is read-only after closing, can be reopened for 14 days, and is deleted afterwards', async () => {
    const { enterprise_id: id } = await bob.api.enterprise.create({ name: 'Short-lived' })
    const { space_id } = await bob.api.enterpriseSpaces.create({ enterprise_id: id, name: 'Kept' })
    await expect(bob.api.enterprise.close({ enterprise_id: id, name: 'short' })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprise.wrongName),
    )
    await bob.api.enterprise.close({ enterprise_id: id, name: 'Short-lived' })
    await expect(bob.api.enterprise.update({ enterprise_id: id, name: 'No' })).rejects.toMatchObject(
      codeOf(ErrorCode.enterpriseAccess.closing),
    )
    expect(await t.services.enterprises.removeClosed()).toBe(0)
    await bob.api.enterprise.reopen({ enterprise_id: id })
    await bob.api.enterprise.update({ enterprise_id: id, name: 'Longer-lived', replace_logo: true })
    expect(await bob.api.enterprise.get({ enterprise_id: id })).toMatchObject({
      name: 'Longer-lived',
      replace_logo: true,
    })
    await bob.api.enterprise.close({ enterprise_id: id, name: 'Longer-lived' })
    t.clock.advance(14 * 24 * 3600_000 + 1)
    expect(await t.services.enterprises.removeClosed()).toBe(1)
    await expect(bob.api.enterprise.get({ enterprise_id: id })).rejects.toMatchObject({ status: 404 })
    expect((await t.services.spaces.get(space_id)).enterpriseId).toBeNull()
  })
})

describe('people', () => {
  test('answer their own invitations, and get the role in the invitation', async () => {
    await ada.api.enterprisePeople.add({
      enterprise_id,
      enterprise_people: [{ user_id: bob.id, enterprise_role_type_list: ['Admin'] }],
    })
    const { invitations } = await bob.api.enterpriseJoin.waiting({})
    const { join_invitation_id } = invitations[0]!
    await expect(outsider.api.enterpriseJoin.invitation({ join_invitation_id })).rejects.toMatchObject({ status: 404 })
    await expect(
      outsider.api.enterpriseJoin.answer({ enterprise_id, join_invitation_id, joined: true }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await ada.api.enterpriseJoin.invitation({ join_invitation_id })).toMatchObject({
      invitation_status: 'Deny',
      invitation_deny_type: 'NoPermission',
    })
    expect(await bob.api.enterpriseJoin.invitation({ join_invitation_id })).toMatchObject({
      invitation_status: 'Confirming',
      name: 'Acme',
    })
    await bob.api.enterpriseJoin.answer({ enterprise_id, join_invitation_id, joined: true })
    expect(await bob.api.enterpriseJoin.invitation({ join_invitation_id })).toMatchObject({
      invitation_status: 'Joined',
    })
    expect(await rolesOf(bob)).toEqual(['Admin'])
    const { join_invitation_list } = await ada.api.enterpriseJoin.invitations({
      enterprise_id,
      invitation_status: 'Joined',
      page: 1,
      page_size: 10,
    })
    expect(join_invitation_list).toMatchObject([{ invitee: { user_id: bob.id }, operator: { user_id: ada.id } }])
  })

  test('cannot use an invitation that was revoked or is older than seven days', async () => {
    const invite = () =>
      ada.api.enterprisePeople.add({
        enterprise_id,
        enterprise_people: [{ user_id: carl.id, enterprise_role_type_list: ['Member'] }],
      })
    await invite()
    const [first] = (await carl.api.enterpriseJoin.waiting({})).invitations
    const { join_invitation_id } = first!
    await bob.api.enterpriseJoin.revoke({ enterprise_id, join_invitation_id })
    await expect(
      carl.api.enterpriseJoin.answer({ enterprise_id, join_invitation_id, joined: true }),
    ).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.invitationOver))
    await invite()
    const [second] = (await carl.api.enterpriseJoin.waiting({})).invitations
    t.clock.advance(7 * 24 * 3600_000 + 1)
    expect((await carl.api.enterpriseJoin.waiting({})).invitations).toEqual([])
    await expect(
      carl.api.enterpriseJoin.answer({ enterprise_id, join_invitation_id: second!.join_invitation_id, joined: true }),
    ).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.invitationOver))
  })

  test('apply through a link, and an admin decides; a new link replaces the old one', async () => {
    const old = await bob.api.enterpriseJoin.createLink({ enterprise_id })
    const { key } = await bob.api.enterpriseJoin.createLink({ enterprise_id })
    await expect(carl.api.enterpriseJoin.linkInfo({ invite_key: old.key })).rejects.toMatchObject({ status: 404 })
    const seen = await t.anonymous.enterpriseJoin.linkInfo({ invite_key: key })
    expect(seen).toMatchObject({ name: 'Acme', super_admin_list: [], invite_link_status: 'CanApply' })
    expect(seen).not.toHaveProperty('link_creator')
    await carl.api.enterpriseJoin.apply({ key, remark: 'From design' })
    expect(await carl.api.enterpriseJoin.linkInfo({ invite_key: key })).toMatchObject({
      invite_link_status: 'AlreadyApplied',
      link_creator: { user_id: bob.id },
    })
    await expect(carl.api.enterpriseJoin.apply({ key })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprisePeople.applied),
    )
    const page = { enterprise_id, page: 1, page_size: 10 }
    const { join_application_list: open } = await bob.api.enterpriseJoin.applications(page)
    expect(open).toMatchObject([
      { applicant: { user_id: carl.id }, remark: 'From design', application_status: 'Processing' },
    ])
    const decide = (status: 'Approved' | 'Rejected') =>
      bob.api.enterpriseJoin.decide({
        enterprise_id,
        application_status: status,
        join_application_id_list: [open[0]!.application_id],
      })
    await decide('Rejected')
    await decide('Rejected')
    await expect(decide('Approved')).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.decided))
    await expect(carl.api.enterpriseJoin.apply({ key })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprisePeople.applyLater),
    )
    t.clock.advance(24 * 3600_000 + 1)
    await carl.api.enterpriseJoin.apply({ key })
    const [again] = (await bob.api.enterpriseJoin.applications({ ...page, application_status: 'Processing' }))
      .join_application_list
    await bob.api.enterpriseJoin.decide({
      enterprise_id,
      application_status: 'Approved',
      join_application_id_list: [again!.application_id],
    })
    expect(await rolesOf(carl)).toEqual(['Member'])
    t.clock.advance(7 * 24 * 3600_000)
    expect(await outsider.api.enterpriseJoin.linkInfo({ invite_key: key })).toMatchObject({
      invite_link_status: 'Expired',
    })
  })

  test('cannot see the directory as guests, and become members when an admin approves', async () => {
    const guest = await t.register('guest')
    await bring(guest, 'Guest')
    const page = { enterprise_id, page: 1, page_size: 10 }
    await expect(guest.api.enterprisePeople.search(page)).rejects.toMatchObject({ status: 403 })
    await expect(guest.api.enterpriseSpaces.create({ enterprise_id, name: 'No' })).rejects.toMatchObject({
      status: 403,
    })
    expect(await guest.api.enterpriseJoin.memberState({ enterprise_id })).toMatchObject({
      application_for_enterprise_member_status: 'CanApply',
    })
    await guest.api.enterpriseJoin.applyAsMember({ enterprise_id, remark: 'Please' })
    expect(await guest.api.enterpriseJoin.memberState({ enterprise_id })).toMatchObject({
      application_for_enterprise_member_status: 'AlreadyApplied',
      remark: 'Please',
    })
    const [asked] = (await ada.api.enterpriseJoin.applications({ ...page, application_status: 'Processing' }))
      .join_application_list
    expect(asked).toMatchObject({ kind: 'member' })
    await ada.api.enterpriseJoin.decide({
      enterprise_id,
      application_status: 'Approved',
      join_application_id_list: [asked!.application_id],
    })
    expect(await rolesOf(guest)).toEqual(['Member'])
    await expect(guest.api.enterpriseJoin.applyAsMember({ enterprise_id })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprisePeople.notAGuest),
    )
  })

  test('are found by the start of a name or e-mail; only people who manage them see e-mails', async () => {
    const search = (who: Person, more: object) =>
      who.api.enterprisePeople.search({ enterprise_id, page: 1, page_size: 10, need_people_number: true, ...more })
    expect(await search(ada, { search_key: 'BO' })).toMatchObject({
      total: 1,
      people_total_number: 4,
      enterprise_people_list: [{ user_id: bob.id, email: bob.email, valid: true, people_type: 'EnterpriseMember' }],
    })
    expect((await search(carl, { search_key: 'bob@ex' })).enterprise_people_list).toMatchObject([{ email: '' }])
    expect((await search(ada, { enterprise_role_type_list: ['Admin', 'SuperAdmin'] })).total).toBe(2)
    expect((await search(ada, { search_key: 'ob' })).total).toBe(0)
    expect((await search(ada, { search_key: '%%' })).total).toBe(0)
    expect((await search(ada, { search_key: 'bo', enterprise_role_type_list: ['SuperAdmin'] })).total).toBe(0)
    expect((await search(ada, { search_key: 'ad', enterprise_role_type_list: ['SuperAdmin'] })).total).toBe(1)
    // A renamed person is found only by the new name.
    const rename = (name: string) =>
      t.infra.database.pool.query('UPDATE app_user SET name = $2 WHERE id = $1', [bob.id, name])
    await rename('Zoë Quartz')
    expect((await search(ada, { search_key: 'ZOË Q' })).enterprise_people_list).toMatchObject([{ user_id: bob.id }])
    await rename('bob')
    expect((await search(ada, { search_key: 'zoë' })).total).toBe(0)
    expect((await search(ada, { search_key: 'bob' })).total).toBe(1)
  })

  test('are found only by exact e-mail or user name if they share no space with the caller', async () => {
    const find = async (search_key: string) =>
      (await ada.api.enterprisePeople.candidates({ enterprise_id, search_key })).add_enterprise_people_data_list
    expect(await find('outs')).toEqual([])
    expect(await find(outsider.email)).toMatchObject([
      { user_id: outsider.id, joined: false, invited: false, invited_user_status: 'CanJoin' },
    ])
    expect(await find(bob.email)).toMatchObject([{ joined: true }])
  })

  test('are managed by admins, admins by super admins, and one super admin must remain', async () => {
    const set = (who: Person, user: Person, role: 'SuperAdmin' | 'Admin' | 'Member' | 'Guest') =>
      who.api.enterprisePeople.setRoles({ enterprise_id, user_id: user.id, enterprise_role_type_list: [role] })
    await set(bob, carl, 'Guest')
    await set(bob, carl, 'Member')
    await expect(set(bob, carl, 'Admin')).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.superAdminOnly))
    await expect(set(bob, bob, 'SuperAdmin')).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.superAdminOnly))
    await expect(set(bob, ada, 'Member')).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.superAdminOnly))
    await expect(set(ada, ada, 'Member')).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.lastSuperAdmin))
    await expect(
      ada.api.enterprisePeople.setRoles({
        enterprise_id,
        user_id: carl.id,
        enterprise_role_type_list: ['Guest', 'Member'],
      }),
    ).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.guestAlone))
    await expect(carl.api.enterprisePeople.leave({ enterprise_id: '4711' })).rejects.toMatchObject({ status: 404 })
    await expect(ada.api.enterprisePeople.leave({ enterprise_id })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprisePeople.lastSuperAdmin),
    )
  })
})

describe('settings', () => {
  const save = (key: string, value: string, value_type: string, is_set_none = false) =>
    ada.api.enterpriseSettings.save({
      enterprise_id,
      enterprise_settings: [
        { enterprise_setting_key: key, enterprise_setting_value: { value, value_type, is_set_none } } as never,
      ],
    })
  test('accept values of their type, and can be reset to the default', async () => {
    await expect(save('ForbidGuestJoinEnterprise', 'yes', 'Boolean')).rejects.toMatchObject(
      codeOf(ErrorCode.enterprise.settingValue),
    )
    await expect(save('JoinEnterpriseShareLinkExpirationTime', '7', 'String')).rejects.toMatchObject(
      codeOf(ErrorCode.enterprise.settingType),
    )
    await expect(save('JoinEnterpriseShareLinkExpirationTime', '91', 'Integer')).rejects.toMatchObject(
      codeOf(ErrorCode.enterprise.settingValue),
    )
    await expect(save('SSO', 'true', 'Boolean')).rejects.toMatchObject(codeOf(ErrorCode.enterprise.ssoElsewhere))
    await save('JoinEnterpriseShareLinkExpirationTime', '2', 'Integer')
    const { expiration_time } = await ada.api.enterpriseJoin.createLink({ enterprise_id })
    expect(expiration_time).toBe(Math.floor((t.clock.now() + 2 * 24 * 3600_000) / 1000))
    await save('JoinEnterpriseShareLinkExpirationTime', '', 'Integer', true)
    const { enterprise_settings } = await bob.api.enterpriseSettings.get({
      enterprise_id,
      enterprise_setting_key_list: ['JoinEnterpriseShareLinkExpirationTime'],
    })
    expect(enterprise_settings).toMatchObject([{ enterprise_setting_value: { value: '7', value_type: 'Integer' } }])
    await expect(bob.api.enterprise.update({ enterprise_id, name: 'Mine' })).rejects.toMatchObject({ status: 403 })
    expect(await carl.api.enterpriseSettings.signOn({ enterprise_id })).toEqual({ enabled: false })
  })

  test('can exclude guests, and keep members from joining other enterprises', async () => {
    const { enterprise_id: other } = await outsider.api.enterprise.create({ name: 'Globex' })
    const { key } = await outsider.api.enterpriseJoin.createLink({ enterprise_id: other })
    await save('ForbidMemberJoinOtherEnterprise', 'true', 'Boolean')
    expect(await carl.api.enterpriseJoin.linkInfo({ invite_key: key })).toMatchObject({
      invite_link_status: 'Deny',
      deny_type: 'GuestProhibitedByInvitedUserEnterprise',
    })
    await expect(carl.api.enterpriseJoin.apply({ key })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprisePeople.denied),
    )
    await expect(
      outsider.api.enterprisePeople.add({
        enterprise_id: other,
        enterprise_people: [{ user_id: carl.id, enterprise_role_type_list: ['Member'] }],
        need_check_people_valid: true,
      }),
    ).rejects.toMatchObject({ code: ErrorCode.enterprisePeople.cannotJoin, message: expect.stringContaining('carl') })
    await save('ForbidMemberJoinOtherEnterprise', 'false', 'Boolean')
    await save('ForbidGuestJoinEnterprise', 'true', 'Boolean')
    await t.infra.database.pool.query(
      `INSERT INTO email_domain (id, domain, enterprise_id, challenge, created_by, created_at, verified_at)
       VALUES (1, 'acme.test', $1, '', $2, 0, 1)`,
      [enterprise_id, ada.id],
    )
    const mine = await ada.api.enterpriseJoin.createLink({ enterprise_id })
    expect(await outsider.api.enterpriseJoin.linkInfo({ invite_key: mine.key })).toMatchObject({
      invite_link_status: 'Deny',
      deny_type: 'VisitorsProhibited',
    })
    expect(await ada.api.enterprise.certificate({})).toMatchObject({
      certification_type: 'EnterpriseCertification',
      certification_info: 'acme.test',
    })
    await t.infra.database.pool.query('DELETE FROM email_domain')
    await save('ForbidGuestJoinEnterprise', 'false', 'Boolean')
    await save('ForbidCustomPeopleManagement', 'true', 'Boolean')
    await expect(
      ada.api.enterprisePeople.add({
        enterprise_id,
        enterprise_people: [{ user_id: outsider.id, enterprise_role_type_list: ['Member'] }],
      }),
    ).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.managedElsewhere))
    await save('ForbidCustomPeopleManagement', 'false', 'Boolean')
  })

  test('list people of other enterprises without naming these enterprises', async () => {
    const { enterprise_id: other } = await bob.api.enterprise.create({ name: 'Initech' })
    const list = async (who: Person) =>
      (await who.api.enterprisePeople.elsewhere({ enterprise_id, page: 1, page_size: 10 }))
        .people_in_other_enterprise_info_list
    expect(await list(ada)).toMatchObject([{ user_info: { user_id: bob.id }, enterprise_list: [{ name: '' }] }])
    expect(await list(bob)).toMatchObject([{ enterprise_list: [{ enterprise_id: other, name: 'Initech' }] }])
  })
})

describe('spaces and groups', () => {
  test('a group gives and revokes access to a space, independently of direct roles', async () => {
    const { space_id } = await ada.api.enterpriseSpaces.create({ enterprise_id, name: 'Design' })
    const { group_id } = await ada.api.enterpriseGroups.create({ enterprise_id, name: 'Designers' })
    await expect(ada.api.enterpriseGroups.create({ enterprise_id, name: 'designers' })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprise.groupTaken),
    )
    await expect(
      ada.api.enterpriseGroups.setMembers({ enterprise_id, group_id, add: [outsider.id] }),
    ).rejects.toMatchObject(codeOf(ErrorCode.enterprise.notInEnterprise))
    await ada.api.enterpriseGroups.setMembers({ enterprise_id, group_id, add: [carl.id, bob.id] })
    const look = (who: Person) => who.api.space.members({ space_id })
    await expect(look(carl)).rejects.toMatchObject({ status: 404 })
    await ada.api.enterpriseGroups.grant({ enterprise_id, group_id, space_id, role: 3 })
    expect((await look(carl)).member_info_list).toHaveLength(3)
    const { bot_id } = await carl.api.bot.create({ space_id, name: 'Made by a group' })
    // A direct role outlasts the group; while there are both, the stronger one applies.
    await ada.api.space.updateMember({ space_id, user_id: bob.id, space_role_type: 2 })
    const explain = async (who: Person) =>
      ada.api.enterprisePeople.explain({ enterprise_id, user_id: who.id, space_id })
    expect(await explain(bob)).toMatchObject({
      allowed: true,
      role: 2,
      path: [
        { by: 'name', role: 2 },
        { by: 'group', name: 'Designers', role: 3 },
      ],
    })
    expect(await explain(carl)).toMatchObject({ allowed: true, role: 3, path: [{ by: 'group', source: 'manual' }] })
    const { groups } = await carl.api.enterpriseGroups.list({ enterprise_id })
    expect(groups).toMatchObject([{ name: 'Designers', members: 2, grants: [{ space_id, role: 3 }] }])
    await ada.api.enterpriseGroups.setMembers({ enterprise_id, group_id, remove: [carl.id] })
    await expect(look(carl)).rejects.toMatchObject({ status: 404 })
    expect((await t.services.resources.locate(bot_id))?.ownerId).toBe(ada.id)
    await ada.api.enterpriseGroups.remove({ enterprise_id, group_id })
    expect((await look(bob)).member_info_list).toHaveLength(2)
    await expect(
      ada.api.space.addMembers({ space_id, member_info_list: [{ user_id: outsider.id }] }),
    ).rejects.toMatchObject(codeOf(ErrorCode.enterprise.notInEnterprise))
  })

  test('organisations are a tree without loops', async () => {
    const make = async (parent_id: string, name: string) =>
      (await ada.api.enterpriseGroups.createOrganization({ enterprise_id, parent_id, name })).organization_id
    const sales = await make(root, 'Sales')
    const north = await make(sales, 'North')
    await expect(make(root, 'sales')).rejects.toMatchObject(codeOf(ErrorCode.enterprise.organizationTaken))
    const move = (organization_id: string, parent_id: string) =>
      ada.api.enterpriseGroups.updateOrganization({ enterprise_id, organization_id, parent_id })
    await expect(move(sales, north)).rejects.toMatchObject(codeOf(ErrorCode.enterprise.organizationLoop))
    await expect(move(root, sales)).rejects.toMatchObject(codeOf(ErrorCode.enterprise.rootStays))
    let deep = north
    for (const name of ['a', 'b', 'c', 'd', 'e']) deep = await make(deep, name)
    await expect(make(deep, 'f')).rejects.toMatchObject(codeOf(ErrorCode.enterprise.organizationDepth))
    await ada.api.enterprisePeople.place({ enterprise_id, user_id: carl.id, organization_id: north })
    const inSales = await ada.api.enterprisePeople.search({
      enterprise_id,
      organization_id: sales,
      page: 1,
      page_size: 10,
    })
    expect(inSales.enterprise_people_list).toMatchObject([{ user_id: carl.id }])
    await ada.api.enterpriseGroups.removeOrganization({ enterprise_id, organization_id: sales })
    const { organizations } = await carl.api.enterpriseGroups.organizations({ enterprise_id })
    expect(organizations).toMatchObject([{ organization_id: root, people: 4 }])
  })

  test('a space moves in with its people and keeps its id; a personal space cannot move', async () => {
    const space_id = (await ada.api.space.create({ name: 'Movers' })).id
    const friend = await t.register('friend')
    await ada.api.space.addMembers({ space_id, member_info_list: [{ user_id: friend.id }] })
    const personal = await t.services.spaces.personalOf(ada.id)
    const move = (who: Person, id: string) => who.api.enterpriseSpaces.moveIn({ enterprise_id, space_ids: [id] })
    await expect(move(ada, personal)).rejects.toMatchObject(codeOf(ErrorCode.enterprise.personalSpace))
    await expect(move(bob, space_id)).rejects.toMatchObject({ status: 404 })
    await move(ada, space_id)
    await expect(move(ada, space_id)).rejects.toMatchObject(codeOf(ErrorCode.enterprise.spaceElsewhere))
    expect(await rolesOf(friend)).toEqual(['Member'])
    const { spaces } = await bob.api.enterpriseSpaces.list({ enterprise_id })
    expect(spaces.find((row) => row.space_id === space_id)).toMatchObject({ name: 'Movers', members: 2 })
    // Admins can list and transfer spaces, but not see their content.
    await expect(bob.api.space.members({ space_id })).rejects.toMatchObject({ status: 404 })
    await bob.api.enterpriseSpaces.transfer({ enterprise_id, space_id, user_id: friend.id })
    expect((await t.services.spaces.get(space_id)).ownerId).toBe(friend.id)
    await bob.api.enterpriseSpaces.moveOut({ enterprise_id, space_id })
    expect((await t.services.spaces.get(space_id)).enterpriseId).toBeNull()
    expect(await ada.api.enterpriseSpaces.overview({ enterprise_id })).toMatchObject({
      members: 5,
      spaces: 1,
      groups: 0,
    })
  })
})

describe('leaving', () => {
  test('a suspended person loses all access, and regains it when restored', async () => {
    const space_id = (await ada.api.enterpriseSpaces.create({ enterprise_id, name: 'Suspense' })).space_id
    const dora = await t.register('dora')
    await bring(dora, 'Member')
    await ada.api.space.addMembers({ space_id, member_info_list: [{ user_id: dora.id }] })
    const { token } = await dora.api.token.create({ name: 'Work', organization_id: root })
    const withToken = t.apiWith({ authorization: `Bearer ${token}` })
    const cookie = dora.cookie()
    await ada.api.enterprisePeople.suspend({ enterprise_id, user_id: dora.id })
    await expect(t.apiWith({ cookie }).passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
    await expect(withToken.openBot.list({ workspace_id: space_id } as never)).rejects.toMatchObject({ status: 401 })
    await dora.api.passport.login({ email: dora.email, password: 'correct horse 7' })
    await expect(dora.api.space.members({ space_id })).rejects.toMatchObject({ status: 404 })
    await expect(dora.api.enterprise.get({ enterprise_id })).rejects.toMatchObject({ status: 404 })
    await ada.api.enterprisePeople.restore({ enterprise_id, user_id: dora.id })
    expect((await dora.api.space.members({ space_id })).member_info_list).toHaveLength(2)
    await expect(bob.api.enterprisePeople.suspend({ enterprise_id, user_id: ada.id })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprisePeople.superAdminOnly),
    )
  })

  test('a removal revokes all access first; if its process dies, another process finishes it', async () => {
    const eve = await t.register('eve')
    await bring(eve, 'Member')
    const { space_id } = await eve.api.enterpriseSpaces.create({ enterprise_id, name: 'Eves' })
    await eve.api.bot.create({ space_id, name: 'Left' })
    // Background jobs are not running yet.
    const { removal_id } = await ada.api.enterprisePeople.remove({ enterprise_id, user_id: eve.id, receiver: bob.id })
    const look = async () => ada.api.enterprisePeople.leaver({ enterprise_id, removal_id })
    expect(await look()).toMatchObject({ leaver: { ended_at: 0 }, remains: { spaces: 1, resources: 1, tokens: 0 } })
    await eve.api.passport.login({ email: eve.email, password: 'correct horse 7' })
    await expect(eve.api.space.members({ space_id })).rejects.toMatchObject({ status: 404 })
    await expect(ada.api.enterprisePeople.restore({ enterprise_id, user_id: eve.id })).rejects.toMatchObject(
      codeOf(ErrorCode.enterprisePeople.leaving),
    )
    const second = await t.another()
    await second.start()
    await expect.poll(async () => (await look()).leaver.ended_at).toBeGreaterThan(0)
    expect((await look()).remains).toMatchObject({ spaces: 0, resources: 0 })
    expect((await t.services.spaces.get(space_id)).ownerId).toBe(bob.id)
  })

  test('a removed person loses access in every process, and everything is handed over with proof', async () => {
    await t.startJobs()
    const space_id = (await carl.api.enterpriseSpaces.create({ enterprise_id, name: 'Carls' })).space_id
    const shared = (await ada.api.enterpriseSpaces.create({ enterprise_id, name: 'Shared' })).space_id
    await ada.api.space.addMembers({ space_id: shared, member_info_list: [{ user_id: carl.id }] })
    const { bot_id } = await carl.api.bot.create({ space_id, name: 'Left behind' })
    const theirs = await carl.api.bot.create({ space_id: shared, name: 'Left too' })
    const { group_id } = await ada.api.enterpriseGroups.create({ enterprise_id, name: 'Leavers' })
    await ada.api.enterpriseGroups.setMembers({ enterprise_id, group_id, add: [carl.id] })
    const { token } = await carl.api.token.create({ name: 'Work', organization_id: root })
    const cookie = carl.cookie()
    const second = await t.another()
    const asCarl = { headers: { cookie } }
    expect((await second.app.request('/api/permission_api/enterprise/list_enterprises', asCarl)).status).toBe(200)
    const remove = (receiver?: string) =>
      ada.api.enterprisePeople.remove({ enterprise_id, user_id: carl.id, ...(receiver && { receiver }) })
    await expect(remove()).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.receiverNeeded))
    await expect(remove(outsider.id)).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.badReceiver))
    await expect(remove(carl.id)).rejects.toMatchObject(codeOf(ErrorCode.enterprisePeople.badReceiver))
    const plan = await ada.api.enterprisePeople.detail({ enterprise_id, user_id: carl.id, receiver: bob.id })
    expect(plan).toMatchObject({
      groups: [{ name: 'Leavers' }],
      spaces: [
        { space_id, owner: true, resources: 1, receiver: { user_id: bob.id } },
        { space_id: shared, owner: false, resources: 1, receiver: { user_id: ada.id } },
      ],
      tokens: 1,
    })
    const { removal_id } = await remove(bob.id)
    // The other process drops its cached session when the call returns or shortly after.
    await expect
      .poll(async () => (await second.app.request('/api/permission_api/enterprise/list_enterprises', asCarl)).status)
      .toBe(401)
    await expect(
      t.apiWith({ authorization: `Bearer ${token}` }).openBot.list({ workspace_id: space_id } as never),
    ).rejects.toMatchObject({ status: 401 })
    await expect
      .poll(async () => (await ada.api.enterprisePeople.leaver({ enterprise_id, removal_id })).leaver.ended_at)
      .toBeGreaterThan(0)
    const { leaver, remains } = await bob.api.enterprisePeople.leaver({ enterprise_id, removal_id })
    expect(leaver).toMatchObject({
      user: { user_id: carl.id },
      receiver: { user_id: bob.id },
      counts: { tokens: 1, groups: 1, spaces: 2, ownedSpaces: 1, resources: 2 },
    })
    expect(remains).toEqual({ spaces: 0, resources: 0, groups: 0, tokens: 0, grants: 0, collaborations: 0 })
    expect((await t.services.resources.locate(bot_id))?.ownerId).toBe(bob.id)
    expect((await t.services.resources.locate(theirs.bot_id))?.ownerId).toBe(ada.id)
    expect((await t.services.spaces.get(space_id)).ownerId).toBe(bob.id)
    await carl.api.passport.login({ email: carl.email, password: 'correct horse 7' })
    await expect(carl.api.enterprise.get({ enterprise_id })).rejects.toMatchObject({ status: 404 })
    await expect(carl.api.space.members({ space_id })).rejects.toMatchObject({ status: 404 })
    expect((await ada.api.enterprisePeople.leavers({ enterprise_id })).leavers).toHaveLength(2)
  })
})

describe('the audit log', () => {
  test('is a hash chain: changed and removed entries are detected', async () => {
    t.clock.advance(60_000)
    await t.services.auditChain.sealAll()
    expect(await t.services.auditChain.sealAll()).toBe(0)
    const { rows: waiting } = await t.infra.database.pool.query('SELECT 1 FROM audit_unsealed WHERE at < $1', [
      t.clock.now() - 10_000,
    ])
    expect(waiting).toEqual([])
    const verify = () => bob.api.enterpriseAudit.verify({ enterprise_id })
    const { entries } = await verify()
    expect(entries).toBeGreaterThan(20)
    const { pool } = t.infra.database
    const tamper = async (work: string) => {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        await client.query('ALTER TABLE audit_event DISABLE TRIGGER audit_event_final')
        await client.query(work, [enterprise_id])
        await client.query('ALTER TABLE audit_event ENABLE TRIGGER audit_event_final')
        await client.query('COMMIT')
      } finally {
        client.release()
      }
    }
    const fifth = '(SELECT event_id FROM audit_link WHERE enterprise_id = $1 AND no = 5)'
    await tamper(`UPDATE audit_event SET action = 'enterprise.reopen' WHERE id = ${fifth}`)
    expect(await verify()).toMatchObject({ entries: 4, broken: { no: 5, why: 'changed' } })
    await tamper(`DELETE FROM audit_event WHERE id = ${fifth}`)
    expect(await verify()).toMatchObject({ entries: 4, broken: { no: 5, why: 'missing' } })
  })

  test('has session and address, is filtered by area, and is exported as CSV and JSON lines', async () => {
    const { events } = await bob.api.enterpriseAudit.list({ enterprise_id, area: 'enterprise' })
    expect(events[0]!.action).toMatch(/^(enterprise|service|app)\./)
    await expect(outsider.api.enterpriseAudit.list({ enterprise_id })).rejects.toMatchObject({ status: 404 })
    const file = async (format: string) => {
      const response = await t.request(`/api/enterprise/audit/export?enterprise_id=${enterprise_id}&format=${format}`, {
        headers: { cookie: ada.cookie() },
      })
      return (await response.text()).trim().split('\n')
    }
    const lines = (await file('jsonl')).map((line) => JSON.parse(line) as Record<string, string>)
    expect(lines[0]).toMatchObject({ action: 'enterprise.create', actor: 'ada', target: enterprise_id })
    expect(lines.at(-1)).toMatchObject({ action: 'enterprise.export', session_id: expect.stringMatching(/^\d+$/) })
    const [head, first] = await file('csv')
    expect(head).toMatch(/^id,time,actor_id/)
    expect(first).toContain('enterprise.create')
  })
})
