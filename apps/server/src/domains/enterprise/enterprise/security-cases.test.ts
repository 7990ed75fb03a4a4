import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type Company, openCompany, openEnterprise } from '#testing/idp/company.ts'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'

/** Cases of the list of attacks that also apply to calls of enterprises; titles start with the number of the case. */
let t: TestApp
let company: Company
let mail: MailServer
let [admin, member, stranger] = [{} as Person, {} as Person, {} as Person]
let [enterprise_id, theirs] = ['', '']
beforeAll(async () => {
  company = await openCompany()
  mail = await openMailServer()
  const { user, password } = mail.account
  const url = `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${mail.port}`
  t = await openTestApp({ config: { ...company.settings, smtp: { url, from: 'orrery@example.test' } } })
  await t.register('instance')
  ;[admin, member, stranger] = [await t.register('admin'), await t.register('member'), await t.register('stranger')]
  enterprise_id = await openEnterprise(t, admin, company)
  theirs = (await stranger.api.enterprise.create({ name: 'Theirs' })).enterprise_id
  await t.services.enterprises.addPerson(enterprise_id, { userId: member.id, roles: ['Member'] })
  await t.services.enterprises.changed(enterprise_id)
})
const notFound = { status: 404, code: ErrorCode.kit.notFound }
const organization = async () => (await admin.api.enterprise.get({ enterprise_id })).default_organization_id
const serviceToken = async () =>
  admin.api.serviceIdentity.create({
    name: 'Nightly',
    organization_id: await organization(),
    permission: { workspace_permission: { option: 2, permission_list: ['Bot.view'] } },
  })

test('case 7: a foreign page cannot use the cookie of an enterprise admin', async () => {
  const send = (headers: Record<string, string>) =>
    t.request('/api/permission_api/enterprise/update_enterprise', {
      method: 'POST',
      headers: { cookie: admin.cookie(), ...headers },
      body: JSON.stringify({ enterprise_id, name: 'Taken over' }),
    })
  const json = { 'content-type': 'application/json' }
  const marked = { ...json, 'x-requested-with': 'XMLHttpRequest' }
  for (const headers of [
    json,
    { ...marked, 'content-type': 'text/plain' },
    { ...marked, origin: 'https://evil.example' },
  ])
    expect((await send(headers)).status).toBeGreaterThanOrEqual(400)
  expect((await admin.api.enterprise.get({ enterprise_id })).name).toBe('Company')
})

test('case 8: tokens of programs and join links are stored only as hashes', async () => {
  const { token: scim } = await admin.api.provisioning.createToken({ enterprise_id })
  const { token: service } = await serviceToken()
  const { key } = await admin.api.enterpriseJoin.createLink({ enterprise_id })
  for (const shown of [scim, service]) expect(shown.replace(/^\w+?_/, '').length).toBeGreaterThanOrEqual(43)
  for (const [table, shown] of [
    ['scim_token', scim],
    ['service_identity', service],
    ['enterprise_invite', key],
  ] as const) {
    const { rows } = await t.infra.database.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
    expect(rows.length, table).toBeGreaterThan(0)
    expect(
      rows.some(({ row }) => row.includes(shown.replace(/^\w+?_/, ''))),
      table,
    ).toBe(false)
  }
})

test('case 9: a directory or service token is accepted only in its header, and only until it expires', async () => {
  const made = await admin.api.provisioning.createToken({ enterprise_id, days: 1 })
  const { token: service } = await serviceToken()
  const { bot_space_list: spaces } = await admin.api.space.list({})
  const bots = `/v1/bots?workspace_id=${spaces[0]!.id}`
  const status = async (path: string, token?: string) =>
    (await t.request(path, { headers: token ? { authorization: `Bearer ${token}` } : {} })).status
  expect(await status('/scim/v2/Users', made.token)).toBe(200)
  for (const name of ['access_token', 'token', 'authorization']) {
    expect(await status(`/scim/v2/Users?${name}=${made.token}`)).toBe(401)
    expect(await status(`${bots}&${name}=${service}`)).toBe(401)
  }
  // Each token works only for its own calls.
  expect(await status('/scim/v2/Users', service)).toBe(401)
  expect(await status(bots, made.token)).toBe(401)
  t.clock.advance(24 * 3600_000 + 1)
  expect(await status('/scim/v2/Users', made.token)).toBe(401)
})

test('case 10: the password reset link points to this instance, whatever host the request names', async () => {
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const { status } = await t.request('/api/passport/web/email/password/code/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...evil },
    body: JSON.stringify({ email: member.email }),
  })
  expect(status).toBe(200)
  await expect.poll(() => mail.received.filter(({ to }) => to === member.email)).toHaveLength(1)
  const { text } = mail.received.find(({ to }) => to === member.email)!
  expect(text).toContain(`${t.infra.config.publicUrl}/sign?mode=reset`)
  expect(text).not.toContain('evil')
})

test('case 18: the secret of a provider or directory is sent only to the address it was entered for', async () => {
  for (const [kind, moved] of [
    ['oidc', { issuer: `${company.oidc.url}/` }],
    ['ldap', { port: 3890 }],
    ['ldap', { security: 'none' }],
  ] as const) {
    const form = company.forms[kind]
    const { kind: _, ...kept } = form.config
    const { connection } = await admin.api.ssoConnections.create({ enterprise_id, ...form })
    const change = (config: object, secret?: string) => {
      const { secret: _secret, ...rest } = form
      const given = { enterprise_id, connection_id: connection.id, ...rest, ...(secret !== undefined && { secret }) }
      return admin.api.ssoConnections.update({ ...given, config: { ...form.config, ...config } } as never)
    }
    await change({})
    for (const secret of [undefined, ''])
      await expect(change(moved, secret)).rejects.toMatchObject({ code: ErrorCode.sso.secretElsewhere })
    const { connections } = await admin.api.ssoConnections.list({ enterprise_id })
    expect(connections.find(({ id }) => id === connection.id)).toMatchObject({ config: kept, has_secret: true })
    expect(JSON.stringify(connections)).not.toContain(form.secret)
    await admin.api.ssoConnections.remove({ enterprise_id, connection_id: connection.id })
  }
})

test('case 19: a file of another person cannot become the logo of an enterprise', async () => {
  const icon_uri = `upload/${member.id}/secret.pdf`
  await t.infra.blobs.put(icon_uri, Buffer.from('x'), 'application/pdf')
  await expect(admin.api.enterprise.update({ enterprise_id, icon_uri })).rejects.toMatchObject(notFound)
  await expect(stranger.api.enterprise.create({ name: 'Thief', icon_uri })).rejects.toMatchObject(notFound)
  expect(JSON.stringify(await stranger.api.enterprise.list({}))).not.toContain('Thief')
})

test('case 24: a batch that includes ids of others does not change or reveal them', async () => {
  const apply = async (who: Person, at: Person, id: string) => {
    const { key } = await at.api.enterpriseJoin.createLink({ enterprise_id: id })
    await who.api.enterpriseJoin.apply({ key })
    const page = { enterprise_id: id, page: 1, page_size: 10, application_status: 'Processing' as const }
    const { join_application_list: open } = await at.api.enterpriseJoin.applications(page)
    return open.find(({ applicant }) => applicant?.user_id === who.id)!.application_id
  }
  const [one, two] = [await t.register('one'), await t.register('two')]
  const [own, foreign] = [await apply(one, admin, enterprise_id), await apply(two, stranger, theirs)]
  const decide = (ids: string[]) =>
    admin.api.enterpriseJoin.decide({
      enterprise_id,
      application_status: 'Approved',
      join_application_id_list: ids,
    })
  await expect(decide([own, foreign])).rejects.toMatchObject(notFound)
  expect(await t.services.enterprises.person(enterprise_id, one.id)).toBeUndefined()
  expect(await t.services.enterprises.person(theirs, two.id)).toBeUndefined()
  await decide([own])
  expect(await t.services.enterprises.person(enterprise_id, one.id)).toBeDefined()
  const { space_id } = await stranger.api.enterpriseSpaces.create({ enterprise_id: theirs, name: 'Away' })
  const { space_id: mine } = await admin.api.enterpriseSpaces.create({ enterprise_id, name: 'Here' })
  const { group_id } = await admin.api.enterpriseGroups.create({ enterprise_id, name: 'Batch' })
  await expect(
    admin.api.enterpriseGroups.setMembers({ enterprise_id, group_id, add: [one.id, two.id] }),
  ).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400 && status < 500) })
  expect(await t.services.personGroups.memberIds(group_id)).toEqual([])
  await expect(admin.api.enterpriseSpaces.moveIn({ enterprise_id, space_ids: [mine, space_id] })).rejects.toMatchObject(
    notFound,
  )
})

test('case 86: the audit log has one line per entry whatever names contain, and cannot be changed', async () => {
  await admin.api.enterprise.update({ enterprise_id, name: 'Company\n=cmd|admin: gave rights' }).catch(() => undefined)
  await admin.api.enterpriseGroups.create({ enterprise_id, name: 'Crew\r\n1,2026,=cmd|x' }).catch(() => undefined)
  await t.services.enterprises.update(enterprise_id, admin.id, { name: 'Company\n=cmd|admin: gave rights' })
  const file = async (format: string) => {
    const headers = { cookie: admin.cookie() }
    const path = `/api/enterprise/audit/export?enterprise_id=${enterprise_id}&format=${format}`
    return (await (await t.request(path, { headers })).text()).trimEnd().split('\n')
  }
  const entries = (await file('jsonl')).map((line) => JSON.parse(line) as { id: string; detail: { name?: string } })
  expect(entries.filter(({ detail }) => detail.name?.includes('\n=cmd'))).not.toEqual([])
  const lines = await file('csv')
  // Details are JSON, in which line breaks are escaped.
  expect(lines.length).toBe(entries.length + 2)
  expect(lines.slice(1).every((line) => /^\d+,/.test(line))).toBe(true)
  for (const change of ["UPDATE audit_event SET action = 'x'", 'DELETE FROM audit_event', 'TRUNCATE audit_event'])
    await expect(t.infra.database.pool.query(change)).rejects.toThrow('cannot be changed')
})

test('case 87: entries of an erased person stay without name and address, and the chain stays valid', async () => {
  // A background job completes the erasure.
  await t.startJobs()
  const leaver = await t.register('leaver')
  await t.services.enterprises.addPerson(enterprise_id, { userId: leaver.id, roles: ['Admin'] })
  await t.services.enterprises.changed(enterprise_id)
  const { group_id } = await leaver.api.enterpriseGroups.create({ enterprise_id, name: 'By the leaver' })
  await admin.api.enterpriseGroups.setMembers({ enterprise_id, group_id, add: [leaver.id] })
  t.clock.advance(60_000)
  await t.services.auditChain.sealAll()
  await leaver.api.passport.erase({ password: testPassword })
  expect(await t.services.enterprises.person(enterprise_id, leaver.id)).toBeUndefined()
  expect(await t.services.personGroups.memberIds(group_id)).toEqual([])
  const { events } = await admin.api.enterpriseAudit.list({ enterprise_id, page: 1, size: 50 })
  expect(events.some(({ target }) => target === group_id)).toBe(true)
  expect(JSON.stringify(events)).not.toContain('leaver@')
  t.clock.advance(60_000)
  await t.services.auditChain.sealAll()
  expect((await t.services.auditChain.verify(enterprise_id)).broken).toBeUndefined()
})
