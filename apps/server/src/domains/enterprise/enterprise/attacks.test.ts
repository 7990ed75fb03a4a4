import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { type FarRequest, openFarEnd } from '#testing/far-end.ts'
import { type Company, openCompany, openEnterprise } from '#testing/idp/company.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Admins of enterprises are tenants: what they enter gets the same restrictions as input of other users. */
let t: TestApp
let company: Company
let [admin, member] = [{} as Person, {} as Person]
let [enterprise_id, space_id] = ['', '']
let elsewhere = ''
const hooked: FarRequest[] = []
beforeAll(async () => {
  const far = await openFarEnd((request) => {
    hooked.push(request)
    return { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }
  })
  afterFile(far.close)
  elsewhere = `${far.url}/audit`
  company = await openCompany()
  const egressAllow = [...company.settings.egressAllow, far.host]
  t = await openTestApp({ config: { ...company.settings, egressAllow } })
  await t.register('instance')
  ;[admin, member] = [await t.register('admin'), await t.register('member')]
  enterprise_id = await openEnterprise(t, admin, company)
  await t.services.enterprises.addPerson(enterprise_id, { userId: member.id, roles: ['Member'] })
  await t.services.enterprises.changed(enterprise_id)
  space_id = (await admin.api.enterpriseSpaces.create({ enterprise_id, name: 'Design' })).space_id
})
const inside = [
  '127.0.0.1',
  '[::1]',
  '10.0.0.7',
  '169.254.169.254',
  '100.64.0.1',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '2130706433',
  '0x7f.1',
]
const refused = { status: expect.toSatisfy((status: number) => status >= 400 && status < 500) }

describe('internal addresses', () => {
  test.each(inside)('%s is refused as provider, directory and audit stream', async (host) => {
    // Wait between hosts, because these calls are rate limited.
    t.clock.advance(61_000)
    const connect = (kind: 'oidc' | 'saml' | 'ldap', config: object) =>
      admin.api.ssoConnections.create({
        enterprise_id,
        ...company.forms[kind],
        config: { ...company.forms[kind].config, ...config },
      } as never)
    await expect(connect('oidc', { issuer: `http://${host}/` })).rejects.toMatchObject(refused)
    await expect(connect('saml', { metadata: '', metadata_url: `http://${host}/metadata` })).rejects.toMatchObject(
      refused,
    )
    const bare = host.replaceAll(/[[\]]/g, '')
    const made = await connect('ldap', { host: bare, port: 389 }).catch(() => undefined)
    if (made) {
      const one = { enterprise_id, connection_id: made.connection.id }
      await expect(
        admin.api.ssoConnections.testLdap({ ...one, username: 'ada', password: 'password' }),
      ).rejects.toMatchObject(refused)
      await admin.api.ssoConnections.remove(one)
    }
    const stream = (config: object, secret = '') =>
      admin.api.auditStreams.create({ enterprise_id, name: 'X', config, secret } as never)
    await expect(stream({ kind: 'webhook', url: `http://${host}/audit` })).rejects.toMatchObject(refused)
    await expect(stream({ kind: 'syslog', host: bare, port: 6514 })).rejects.toMatchObject(refused)
    const bucket = { kind: 's3', url: `http://${host}`, bucket: 'company', access_key_id: 'x' }
    await expect(stream(bucket, 'secret')).rejects.toMatchObject(refused)
  })
  test('a redirect of an audit stream receiver is not followed', async () => {
    const create = admin.api.auditStreams.create({
      enterprise_id,
      name: 'X',
      config: { kind: 'webhook', url: elsewhere },
    })
    await expect(create).rejects.toMatchObject(refused)
    expect(hooked).toHaveLength(1)
    expect((await admin.api.auditStreams.list({ enterprise_id })).streams).toEqual([])
  })
})

describe('people who lost a right', () => {
  test('can no longer save in an open editor, or move spaces of others in a batch', async () => {
    const { group_id } = await admin.api.enterpriseGroups.create({ enterprise_id, name: 'Crew' })
    await t.services.personGroups.grant(enterprise_id, group_id, space_id, 3, admin.id)
    await admin.api.enterpriseGroups.setMembers({ enterprise_id, group_id, add: [member.id] })
    const { bot_id } = await member.api.bot.create({ space_id, name: 'Mine' })
    await member.api.bot.update({ bot_id, name: 'Saved' })
    await admin.api.enterpriseGroups.setMembers({ enterprise_id, group_id, remove: [member.id] })
    await expect(member.api.bot.update({ bot_id, name: 'Autosaved' })).rejects.toMatchObject({ status: 404 })
    expect((await admin.api.bot.getDraft({ bot_id })).bot_info.name).toBe('Saved')
    const { enterprise_id: theirs } = await member.api.enterprise.create({ name: 'Theirs' })
    await expect(
      member.api.enterpriseSpaces.moveIn({ enterprise_id: theirs, space_ids: [space_id] }),
    ).rejects.toMatchObject({ status: 404 })
  })
  test('cannot raise their own role, or remove the last super admin', async () => {
    const raise = (who: Person, user_id: string, role: 'SuperAdmin' | 'Admin' | 'Member') =>
      who.api.enterprisePeople.setRoles({ enterprise_id, user_id, enterprise_role_type_list: [role] })
    await expect(raise(member, member.id, 'SuperAdmin')).rejects.toMatchObject({ status: 403 })
    await expect(raise(admin, admin.id, 'Member')).rejects.toMatchObject(refused)
    expect(await t.services.enterprises.superAdmins(enterprise_id)).toEqual([admin.id])
  })
})

test('a client address from a header counts only behind a trusted proxy', async () => {
  const api = t.apiWith({ cookie: admin.cookie(), 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' })
  await expect(
    api.enterpriseSecurity.save({ enterprise_id, ip_mode: 'on', ip_list: ['203.0.113.0/24'] } as never),
  ).rejects.toMatchObject(refused)
})
