import { SpaceRole } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleAccounts } from '#testing/idp/accounts.ts'
import { type Company, companyDomain, openCompany, openEnterprise } from '#testing/idp/company.ts'
import { announce } from '#testing/idp/scim-client.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { entraExchange } from './testing/entra.ts'
import { oktaExchange } from './testing/okta.ts'

interface Answer {
  status: number
  etag: string | null
  body: Body
}
interface Body {
  id: string
  totalResults: number
  members: unknown[]
  Resources: Body[]
  Operations: { status: string }[]
}
let t: TestApp
let company: Company
let [admin, other] = [{} as Person, {} as Person]
let [enterprise, token, foreign] = ['', '', '']
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

async function scim(method: string, path: string, body?: object, by = token, headers: Record<string, string> = {}) {
  // Advance the clock to stay within the rate limit, which has a test of its own.
  t.clock.advance(1000)
  const answer = await t.request(`/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/scim+json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, etag: answer.headers.get('etag'), body: text ? JSON.parse(text) : {} } as Answer
}
const person = (name: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: `${name}@${companyDomain}`,
  externalId: `external-${name}`,
  name: { givenName: name, familyName: 'Lane' },
  emails: [{ value: `${name}@${companyDomain}`, type: 'work', primary: true }],
  active: true,
  ...more,
})
const add = async (name: string, more: object = {}) => (await scim('POST', '/Users', person(name, more))).body.id
const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [patchSchema], Operations })
const find = async (filter: string, kind = 'Users') =>
  (await scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).body

beforeAll(async () => {
  company = await openCompany()
  t = await openTestApp({ config: company.settings })
  await t.register('owner')
  ;[admin, other] = [await t.register('admin'), await t.register('other')]
  enterprise = await openEnterprise(t, admin, company)
  const elsewhere = await openEnterprise(t, other, company, 'elsewhere.test')
  token = (await admin.api.provisioning.createToken({ enterprise_id: enterprise })).token
  foreign = (await other.api.provisioning.createToken({ enterprise_id: elsewhere })).token
})

describe('people', () => {
  test('are created once; a repeated request is a conflict and changes nothing', async () => {
    const made = await scim('POST', '/Users', person('ada', { title: 'Engineer' }))
    expect(made).toMatchObject({ status: 201, etag: 'W/"1"', body: { userName: `ada@${companyDomain}`, active: true } })
    expect(await scim('POST', '/Users', person('ada', { externalId: 'x' }))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    expect((await scim('GET', `/Users/${made.body.id}`)).body).toMatchObject({ title: 'Engineer' })
    expect(await t.services.enterprises.person(enterprise, made.body.id)).toMatchObject({ managedBy: 'scim' })
    expect((await scim('POST', '/Users', person('eve', { emails: [{ value: 'eve@gmail.com' }] }))).status).toBe(400)
    const { events } = await admin.api.enterpriseAudit.list({ enterprise_id: enterprise, page: 1, size: 50 })
    expect(events.filter((event) => event.action === 'enterprise.person_add')).toMatchObject([
      { target: made.body.id, detail: { source: 'scim' } },
    ])
  })
  test('are created once by concurrent requests, completely, with another user name if theirs is taken', async () => {
    const taken = await t.register('samuel')
    const answers = await Promise.all(Array.from({ length: 5 }, () => scim('POST', '/Users', person('samuel'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    const { id } = answers.find(({ status }) => status === 201)!.body
    const { uniqueName } = await t.services.passport.get(taken.id)
    expect(await t.services.passport.get(id)).toMatchObject({
      email: `samuel@${companyDomain}`,
      uniqueName: expect.stringMatching(new RegExp(`^${uniqueName}_\\d+$`)),
    })
    expect(await t.services.enterprises.person(enterprise, id)).toMatchObject({ status: 'active', managedBy: 'scim' })
    const { rows } = await t.infra.database.pool.query(
      'SELECT m.role FROM space_member m JOIN space s ON s.id = m.space_id WHERE s.owner_id = $1',
      [id],
    )
    expect(rows).toEqual([{ role: SpaceRole.owner }])
    const record = 'SELECT action FROM audit_event WHERE actor_id = $1 OR target = $1::text ORDER BY action'
    expect((await t.infra.database.pool.query<{ action: string }>(record, [id])).rows.map((row) => row.action)).toEqual(
      ['account.register', 'enterprise.person_add', 'space.create'],
    )
  })
  test('are found by filters, in pages; unknown attributes are an error', async () => {
    const id = await add('ben', { title: 'Designer' })
    for (const filter of [
      `userName eq "BEN@${companyDomain}"`,
      'externalId eq "external-ben"',
      'title co "sign" and active eq true',
      `emails[type eq "work" and value sw "ben"]`,
      `emails[type eq "work"].value eq "ben@${companyDomain}"`,
      'not (title eq "Engineer") and name.givenName eq "ben"',
      `id eq "${id}"`,
    ])
      expect((await find(filter)).Resources, filter).toMatchObject([{ id }])
    expect((await find(`emails[type eq "home"].value eq "ben@${companyDomain}"`)).totalResults).toBe(0)
    expect(await find('favouriteColour eq "red"')).toMatchObject({ status: '400', scimType: 'invalidFilter' })
    expect(await find(`userName eq "x' OR '1'='1"`)).toMatchObject({ totalResults: 0 })
    const page = (await scim('GET', '/Users?startIndex=2&count=1')).body
    expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 1 })
    expect(page.totalResults).toBeGreaterThanOrEqual(2)
  })
  test('lose their sessions but not their resources when deactivated, and can be reactivated', async () => {
    const id = await add('cleo')
    const session = await t.services.sessions.start(id, 'x', '10.0.0.1')
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
    expect(await t.services.sessions.find(session.token)).toBeUndefined()
    expect(await t.services.enterprises.person(enterprise, id)).toMatchObject({ status: 'suspended' })
    expect((await scim('POST', '/Users', person('cleo'))).status).toBe(409)
    await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
    expect(await t.services.enterprises.person(enterprise, id)).toMatchObject({ status: 'active' })
  })
  test('have versions, so that stale writes are refused', async () => {
    const id = await add('dora')
    const replace = (etag: string) =>
      scim('PUT', `/Users/${id}`, person('dora', { title: 'Lead' }), token, { 'if-match': etag })
    expect(await replace('W/"1"')).toMatchObject({ status: 200, etag: 'W/"2"' })
    expect((await replace('W/"1"')).status).toBe(412)
    const again = await scim('GET', `/Users/${id}`, undefined, token, { 'if-none-match': 'W/"2"' })
    expect(again.status).toBe(304)
  })
  test('cannot include the instance owner', async () => {
    const { rows } = await t.infra.database.pool.query('SELECT id FROM app_user WHERE is_instance_owner')
    const email = `owner@${companyDomain}`
    await t.infra.database.pool.query('UPDATE app_user SET email = $2, email_key = $2 WHERE id = $1', [
      rows[0].id,
      email,
    ])
    expect((await scim('POST', '/Users', person('owner'))).status).toBe(409)
  })
})

describe('groups', () => {
  test('give and revoke access to spaces', async () => {
    const [id, second] = [await add('finn'), await add('gus')]
    const { space_id: spaceId } = await admin.api.enterpriseSpaces.create({ enterprise_id: enterprise, name: 'Design' })
    const made = await scim('POST', '/Groups', { displayName: 'Designers', externalId: 'g1', members: [{ value: id }] })
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Designers', members: [{ value: id }] } })
    const group = `/Groups/${made.body.id}`
    await t.services.personGroups.grant(enterprise, made.body.id, spaceId, SpaceRole.member, admin.id)
    const isMember = async (userId: string) => {
      const text = 'SELECT FROM space_member WHERE space_id = $1 AND user_id = $2'
      return (await t.infra.database.pool.query(text, [spaceId, userId])).rowCount === 1
    }
    expect([await isMember(id), await isMember(second)]).toEqual([true, false])
    await patch(group, { op: 'Add', path: 'members', value: [{ value: second }] })
    await patch(group, { op: 'Remove', path: `members[value eq "${id}"]` })
    expect([await isMember(id), await isMember(second)]).toEqual([false, true])
    expect((await find(`members.value eq "${second}"`, 'Groups')).totalResults).toBe(1)
    await scim('PUT', group, { displayName: 'Studio', members: [] })
    expect(await isMember(second)).toBe(false)
    expect((await scim('GET', `${group}?excludedAttributes=members`)).body).not.toHaveProperty('members')
    expect((await scim('DELETE', group)).status).toBe(204)
    expect((await scim('GET', group)).status).toBe(404)
  })
})

test('bulk runs operations in order, with references, and reports which failed', async () => {
  const Operations = [
    { method: 'POST', path: '/Users', bulkId: 'a', data: person('hana') },
    { method: 'POST', path: '/Users', bulkId: 'b', data: person('hana') },
    { method: 'POST', path: '/Groups', bulkId: 'g', data: { displayName: 'Bulk', members: [{ value: 'bulkId:a' }] } },
  ]
  const { body } = await scim('POST', '/Bulk', { schemas: [], Operations })
  expect(body.Operations.map((one) => one.status)).toEqual(['201', '409', '201'])
  expect((await find('displayName eq "bulk"', 'Groups')).Resources[0]!.members).toHaveLength(1)
  const many = await scim('POST', '/Bulk', { Operations: Array.from({ length: 1001 }, () => ({ method: 'GET' })) })
  expect(many.status).toBe(413)
})

test('a token works for one enterprise only; revoked, foreign and missing tokens have no access', async () => {
  const id = await add('ivo')
  for (const path of [`/Users/${id}`, '/Users/1', '/Groups/1'])
    expect((await scim('GET', path, undefined, foreign)).status, path).toBe(404)
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await scim(method, `/Users/${id}`, person('ivo'), foreign)).status, method).toBe(404)
  expect((await scim('GET', '/Users', undefined, foreign)).body.totalResults).toBe(0)
  const group = await scim('POST', '/Groups', { displayName: 'Theirs', members: [{ value: id }] }, foreign)
  expect(group.status).toBe(400)
  for (const wrong of ['', 'scim_x', 'pat_x']) expect((await scim('GET', '/Users', undefined, wrong)).status).toBe(401)
  expect((await scim('GET', '/Me')).status).toBe(501)
  const made = await admin.api.provisioning.createToken({ enterprise_id: enterprise })
  await admin.api.provisioning.revokeToken({ enterprise_id: enterprise, token_id: made.id })
  expect((await scim('GET', '/Users', undefined, made.token)).status).toBe(401)
  const { calls } = await admin.api.provisioning.status({ enterprise_id: enterprise })
  expect(JSON.stringify(calls)).not.toContain('scim_')
  expect(calls[0]).toMatchObject({ method: 'GET', status: 501 })
})

test('more than 25 calls per second are refused', async () => {
  const call = () => t.request('/scim/v2/Users?count=0', { headers: { authorization: `Bearer ${token}` } })
  t.clock.advance(5000)
  const answers = await Promise.all(Array.from({ length: 40 }, call))
  const late = answers.filter((answer) => answer.status === 429)
  expect(late.length).toBeGreaterThan(0)
  expect(late[0]!.headers.get('retry-after')).toBe('1')
})

test('an enterprise has at most five tokens', async () => {
  const create = () => other.api.provisioning.createToken({ enterprise_id: '1' })
  await expect(create()).rejects.toMatchObject({ status: 404 })
  for (let count = 1; count < 5; count += 1) await admin.api.provisioning.createToken({ enterprise_id: enterprise })
  await expect(admin.api.provisioning.createToken({ enterprise_id: enterprise })).rejects.toMatchObject({
    code: ErrorCode.provisioning.tokenLimit,
  })
})

describe('the documented requests of directories', () => {
  test.each([
    ['Microsoft Entra', entraExchange],
    ['Okta', oktaExchange],
  ])('%s', async (_, exchange) => {
    const ids: Record<string, string> = {}
    const filled = (text: string) => text.replaceAll(/\{(user|group)\}/g, (whole, name: string) => ids[name] ?? whole)
    for (const { does, method, path, body, status, answer, keeps } of exchange) {
      const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object)
      const [route, query] = filled(path).split(/\?(.*)/s)
      const found = await scim(method, query ? `${route}?${encodeURI(query)}` : route!, sent)
      expect(found.status, `${does}: ${JSON.stringify(found.body)}`).toBe(status)
      if (answer) expect(found.body, does).toMatchObject(JSON.parse(filled(JSON.stringify(answer))) as object)
      if (keeps) ids[keeps] = found.body.id
    }
  })
})

test('the directory of `npm run idp` sends its people and groups, and again without a change', async () => {
  const request = (path: string, init: RequestInit) => {
    t.clock.advance(1000)
    return t.request(`/scim/v2${path}`, init)
  }
  const accounts = sampleAccounts(companyDomain)
  const membersOf = async (group: string) => {
    const { Resources } = await find(`displayName eq "${group}"`, 'Groups')
    return Resources[0]!.members.map((member) => (member as { display: string }).display)
  }
  const said: string[] = []
  await announce(request, token, accounts, (line) => said.push(line))
  expect(await membersOf('design')).toEqual([`ben@${companyDomain}`])
  expect(said.filter((line) => line.startsWith('201 POST /Groups'))).toHaveLength(3)
  await announce(request, token, accounts, (line) => said.push(line))
  expect(said.filter((line) => line.startsWith('201 POST /Groups'))).toHaveLength(3)
  expect(await membersOf('engineering')).toEqual([`ada@${companyDomain}`])
})
