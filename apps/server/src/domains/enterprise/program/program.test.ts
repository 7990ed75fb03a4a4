import { generateKeyPairSync } from 'node:crypto'
import { getDeviceCode, getJWTToken } from '@coze/api'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { listening } from '#testing/listening.ts'
import { appAssertion } from '#testing/app-assertion.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let ada: Person
let bob: Person
let maker: Person
let outsider: Person
let enterprise_id: string
let organization_id: string
let inside: string
let own: string
let baseURL: string
beforeAll(async () => {
  t = await openTestApp()
  await t.register('instance')
  ada = await t.register('ada')
  bob = await t.register('bob')
  maker = await t.register('maker')
  outsider = await t.register('outsider')
  const made = await ada.api.enterprise.create({ name: 'Acme' })
  enterprise_id = made.enterprise_id
  organization_id = made.default_organization_id
  await t.services.enterprises.addPerson(enterprise_id, { userId: bob.id, roles: ['Member'] })
  await t.services.enterprises.changed(enterprise_id)
  inside = (await ada.api.enterpriseSpaces.create({ enterprise_id, name: 'Inside' })).space_id
  own = (await ada.api.space.create({ name: 'Own' })).id
  for (const space_id of [inside, own])
    await ada.api.space.addMembers({ space_id, member_info_list: [{ user_id: bob.id }] })
  baseURL = await listening(t)
})
const bots = async (token: string, workspace_id: string) =>
  (await t.request(`/v1/bots?workspace_id=${workspace_id}`, { headers: { authorization: `Bearer ${token}` } })).status
const permission = (workspace_id_list: string[]) => ({
  workspace_permission: {
    option: 1 as const,
    workspace_id_list,
    permission_list: ['Bot.view'],
  },
})

/** Creates a service app with a key, and helpers that sign JWTs. */
async function newService(scopes = ['Bot.view']) {
  const { app_meta } = await maker.api.oauth.createApp({ name: 'Robot', client_type: 'Service' })
  const { appid } = app_meta
  await maker.api.oauth.updateApp({ appid, declared_permission_v2: scopes })
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const public_key_pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const { fingerprint } = await maker.api.oauth.uploadKey({ appid, public_key_pem })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const aud = new URL(t.infra.config.publicUrl).host
  const config = { baseURL, appId: appid, aud, keyid: fingerprint, privateKey: pem }
  const sign = (claims: Record<string, unknown> = {}) =>
    appAssertion({ appid, fingerprint, privateKey, audience: aud, claims, now: Math.floor(t.clock.now() / 1000) })
  /** Requests a token at the endpoint of an account. */
  async function tokenOf(account: string, claims: Record<string, unknown> = {}) {
    const response = await t.request(`/api/permission/oauth2/account/${account}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await sign(claims)}` },
      body: JSON.stringify({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', duration_seconds: 600 }),
    })
    return (await response.json()) as { access_token?: string; error?: string; msg?: string }
  }
  return { appid, config, sign, tokenOf }
}

describe('tokens', () => {
  test('a company token has no access to private spaces, and a private token none to the company', async () => {
    const mine = await bob.api.token.create({ name: 'Private', account_permission: { permission_list: ['Bot.view'] } })
    const work = await bob.api.token.create({
      name: 'Work',
      organization_id,
      account_permission: { permission_list: ['Bot.view'] },
    })
    expect([await bots(mine.token, own), await bots(mine.token, inside)]).toEqual([200, 404])
    expect([await bots(work.token, own), await bots(work.token, inside)]).toEqual([404, 200])
    const item = { id: work.personal_access_token.id, type: 'pat' as const }
    expect(await bob.api.appAuthorization.reach({})).toMatchObject({
      enterprise_name: 'Acme',
      crossaccount_authinfo: [{ ...item, is_authorized: false }],
      total: 1,
    })
    await expect(ada.api.appAuthorization.allowReach({ crossaccount_authinfo_list: [item] })).rejects.toMatchObject({
      status: 404,
    })
    await bob.api.appAuthorization.allowReach({ crossaccount_authinfo_list: [item] })
    expect(await bots(work.token, own)).toBe(200)
    await bob.api.appAuthorization.revokeReach({ crossaccount_authinfo: item })
    expect(await bots(work.token, own)).toBe(404)
    await expect(
      bob.api.token.create({
        name: 'Both',
        workspace_permission_v2: { workspace_id_list: [inside], permission_list: ['Bot.view'] },
      }),
    ).rejects.toMatchObject({ code: ErrorCode.programAccess.spaceOutside })
    await expect(outsider.api.token.create({ name: 'Spy', organization_id })).rejects.toMatchObject({ status: 404 })
  })

  test('an admin can list and revoke the tokens of the company', async () => {
    const { token } = await bob.api.token.create({ name: 'Ended', organization_id })
    expect(await bots(token, inside)).toBe(200)
    const { personal_access_tokens: others } = await ada.api.token.list({ search_option: 'others' })
    const found = others.find((row) => row.name === 'Ended')!
    expect(found).toMatchObject({ creator_name: 'bob', locked: false })
    expect((await bob.api.token.list({ search_option: 'others' })).personal_access_tokens).toEqual([])
    expect((await ada.api.appInstallation.tokens({ enterprise_id })).tokens).toContainEqual(
      expect.objectContaining({ name: 'Ended', owner: 'bob', kind: 'pat' }),
    )
    await ada.api.appInstallation.revokeToken({ enterprise_id, id: found.id })
    expect(await bots(token, inside)).toBe(401)
    const { personal_access_tokens: mine } = await bob.api.token.list({})
    expect(mine.find((row) => row.id === found.id)).toMatchObject({ locked: true })
  })

  test('tokens and grants of a space are listed before it moves, and keep working if their owner agrees', async () => {
    const space_id = (await ada.api.space.create({ name: 'Moving' })).id
    await ada.api.space.addMembers({ space_id, member_info_list: [{ user_id: bob.id }] })
    const ofAda = await ada.api.token.create({ name: 'Build', account_permission: { permission_list: ['Bot.view'] } })
    const ofBob = await bob.api.token.create({ name: 'Backup', account_permission: { permission_list: ['Bot.view'] } })
    const ids = { ada: ofAda.personal_access_token.id, bob: ofBob.personal_access_token.id }
    await expect(bob.api.appAuthorization.checklist({ workspace_id_list: [space_id] })).rejects.toMatchObject({
      code: ErrorCode.enterprise.spaceNotYours,
    })
    const { checklist } = await ada.api.appAuthorization.checklist({ workspace_id_list: [space_id] })
    expect(checklist.find((item) => item.id === ids.ada)).toMatchObject({
      checklist_item_type: 'PersonalAccessToken',
      name: 'Build',
      affected_workspaces: [{ name: 'Moving' }],
      can_migrate: true,
    })
    expect(checklist.find((item) => item.id === ids.bob)).toMatchObject({ can_migrate: false })
    await ada.api.appAuthorization.migrate({
      authorization_list: Object.values(ids).map((authorization_id) => ({
        authorization_type: 'PersonalAccessToken' as const,
        authorization_id,
      })),
    })
    await ada.api.enterpriseSpaces.moveIn({ enterprise_id, space_ids: [space_id] })
    expect([await bots(ofAda.token, space_id), await bots(ofBob.token, space_id)]).toEqual([200, 404])
  })
})

describe('service identities', () => {
  test('are members of their spaces until they are deleted', async () => {
    const make = (who: Person, ids: string[], more: object = {}) =>
      who.api.serviceIdentity.create({ name: 'Nightly', organization_id, permission: permission(ids), ...more })
    await expect(make(bob, [inside])).rejects.toMatchObject({ status: 403 })
    await expect(make(ada, [own])).rejects.toMatchObject({ code: ErrorCode.programAccess.spaceOutside })
    await expect(make(ada, [inside], { duration_day: 'customize', expire_at: 1 })).rejects.toMatchObject({
      code: ErrorCode.programAccess.expiryPast,
    })
    const { token, service_identity } = await make(ada, [inside])
    const { id } = service_identity
    expect(token).toMatch(/^sat_/)
    expect([await bots(token, inside), await bots(token, own)]).toEqual([200, 404])
    const { member_info_list } = await ada.api.space.members({ space_id: inside })
    expect(member_info_list.map((member) => member.user_id)).toContain(id)
    expect(await ada.api.serviceIdentity.get({ id })).toMatchObject({
      service_identity: { name: 'Nightly' },
      service_permission: permission([inside]),
    })
    await expect(bob.api.serviceIdentity.get({ id })).rejects.toMatchObject({ status: 404 })
    expect((await ada.api.serviceIdentity.list({ organization_id })).service_identity_list).toMatchObject([{ id }])
    await ada.api.serviceIdentity.update({ id, name: 'Daily', permission: permission([]) })
    expect(await bots(token, inside)).toBe(404)
    await ada.api.serviceIdentity.update({
      id,
      permission: { workspace_permission: { option: 2, permission_list: ['Bot.view'] } },
    })
    expect(await bots(token, inside)).toBe(200)
    const later = (await ada.api.enterpriseSpaces.create({ enterprise_id, name: 'Later' })).space_id
    expect(await bots(token, later)).toBe(200)
    // This call has its id in the query string.
    const response = await t.request(`/api/permission_api/service/delete_service_identity?id=${id}`, {
      method: 'POST',
      headers: { cookie: ada.cookie(), 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(response.status).toBe(200)
    expect(await bots(token, inside)).toBe(401)
    const after = await ada.api.space.members({ space_id: inside })
    expect(after.member_info_list.map((member) => member.user_id)).not.toContain(id)
  })
})

describe('apps', () => {
  test('a member requests an app, an admin approves it, and it acts as itself in its spaces', async () => {
    const { appid, tokenOf } = await newService()
    expect(await bob.api.appInstallation.info({ appid })).toMatchObject({
      name: 'Robot',
      request_permission: ['Bot.view'],
    })
    expect(await tokenOf(enterprise_id)).toMatchObject({ error: 'invalid_grant' })
    await expect(
      outsider.api.appInstallation.consent({ appid, installation_account_hint: enterprise_id }),
    ).rejects.toMatchObject({ code: ErrorCode.programAccess.notInstallable })
    await bob.api.appInstallation.consent({ appid, installation_account_hint: enterprise_id })
    const list = async (who: Person) => (await who.api.appInstallation.list({ enterprise_id })).installations
    expect(await list(ada)).toMatchObject([{ app_id: appid, installation_status: 'pending_review_app_auth' }])
    expect(await list(bob)).toEqual([])
    expect(await tokenOf(enterprise_id)).toMatchObject({ error: 'invalid_grant' })
    await ada.api.appInstallation.decide({ enterprise_id, appid, approved: true })
    expect(await list(bob)).toMatchObject([{ installation_status: 'approved_app_auth' }])
    const before = await tokenOf(enterprise_id)
    expect(await bots(before.access_token!, inside)).toBe(404)
    await expect(
      bob.api.appAuthorization.specified({ appid, workspace_list: [inside], organization_id }),
    ).rejects.toMatchObject({ status: 403 })
    await ada.api.appAuthorization.specified({ appid, workspace_list: [inside], organization_id })
    const { access_token } = await tokenOf(enterprise_id)
    expect([await bots(access_token!, inside), await bots(access_token!, own)]).toEqual([200, 404])
    // Scopes declared later need another review; approved ones stay valid.
    await maker.api.oauth.updateApp({ appid, declared_permission_v2: ['Bot.view', 'Workflow.view'] })
    expect(await list(ada)).toMatchObject([{ installation_status: 'pending_review_app_auth' }])
    expect(await bots(access_token!, inside)).toBe(200)
    await ada.api.appInstallation.decide({ enterprise_id, appid, approved: false })
    expect(await bots(access_token!, inside)).toBe(401)
    expect(await tokenOf(enterprise_id)).toMatchObject({ error: 'invalid_grant' })
  })

  test('an app acts on behalf of people with their rights, and people can opt out', async () => {
    const { appid, tokenOf } = await newService()
    await bob.api.appInstallation.askOnBehalf({ appid })
    expect(await tokenOf(enterprise_id, { sub: bob.id })).toMatchObject({ error: 'invalid_grant' })
    await expect(bob.api.appInstallation.installOnBehalf({ appid })).rejects.toMatchObject({ status: 403 })
    await ada.api.appInstallation.installOnBehalf({ appid, enterprise_id })
    expect((await bob.api.appInstallation.list({})).installations).toMatchObject([
      { installation_status: 'approved_app_obo' },
    ])
    const { access_token } = await tokenOf(enterprise_id, { sub: bob.id })
    expect([await bots(access_token!, inside), await bots(access_token!, own)]).toEqual([200, 404])
    expect(await tokenOf(enterprise_id, { sub: outsider.id })).toMatchObject({ error: 'invalid_grant' })
    const { authorized_apps } = await bob.api.oauth.authorizedApps({ page: 1, size: 10 })
    expect(authorized_apps).toMatchObject([{ appid, authorization_type: 'OnBehalfOfUser' }])
    await bob.api.oauth.revoke({ appid, authorization_type: 'OnBehalfOfUser' })
    expect(await bots(access_token!, inside)).toBe(401)
    expect(await tokenOf(enterprise_id, { sub: bob.id })).toMatchObject({ error: 'invalid_grant' })
    const ofAda = await tokenOf(enterprise_id, { sub: ada.id })
    expect(await bots(ofAda.access_token!, inside)).toBe(200)
    await ada.api.appInstallation.uninstallOnBehalf({ appid, enterprise_id })
    expect(await bots(ofAda.access_token!, inside)).toBe(401)
  })

  test('people grant the scopes that an app declares, and the app lists its grants with its own JWT', async () => {
    const { appid, sign } = await newService()
    const other = await newService()
    const undeclared = (await maker.api.oauth.createApp({ name: 'Silent' })).app_meta.appid
    await expect(bob.api.appAuthorization.declared({ appid: undeclared })).rejects.toMatchObject({
      code: ErrorCode.programAccess.nothingDeclared,
    })
    await bob.api.appAuthorization.declared({ appid })
    await bob.api.appAuthorization.specified({ appid, workspace_list: [inside] })
    await ada.api.appAuthorization.declared({ appid, organization_id })
    await expect(bob.api.appAuthorization.specified({ appid, workspace_list: [inside, own] })).rejects.toMatchObject({
      code: ErrorCode.programAccess.spaceOutside,
    })
    const ask = async (jwt: string) => {
      const response = await t.request(`/v1/oauth-apps/${appid}/authorizations?page_size=2`, {
        headers: { authorization: `Bearer ${jwt}` },
      })
      return { status: response.status, body: (await response.json()) as Record<string, never> }
    }
    const jwt = await sign()
    const { status, body } = await ask(jwt)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: 0,
      detail: { logid: expect.any(String) },
      data: { has_more: true, items: [{ account: { account_type: 'enterprise', account_name: 'Acme' } }, {}] },
    })
    expect((await ask(jwt)).status, 'used before').toBe(404)
    expect((await ask(await other.sign())).status, 'another app').toBe(404)
    expect((await ask((await bob.api.token.create({ name: 'x' })).token)).status, 'a token').toBe(404)
  })

  test('a token can be limited to some bots', async () => {
    const { config } = await newService()
    const space_id = (await maker.api.space.create({ name: 'Robots' })).id
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (name) => (await maker.api.bot.create({ space_id, name })).bot_id),
    )
    const scope = (bot_id_list: unknown) => ({
      attribute_constraint: { connector_bot_chat_attribute: { bot_id_list } },
    })
    await expect(getJWTToken({ ...config, scope: scope([]) as never })).rejects.toThrow(/bot_id_list/)
    const { access_token } = await getJWTToken({ ...config, scope: scope([one]) as never })
    const look = async (id: string) =>
      (await t.request(`/v1/bots/${id}?is_published=false`, { headers: { authorization: `Bearer ${access_token}` } }))
        .status
    expect([await look(one!), await look(two!)]).toEqual([200, 404])
  })
})

describe('private service identities', () => {
  test('people can create their own for their own spaces', async () => {
    const { token } = await ada.api.serviceIdentity.create({
      name: 'Mine',
      duration_day: '1',
      permission: permission([own]),
    })
    expect([await bots(token, own), await bots(token, inside)]).toEqual([200, 404])
    expect((await bob.api.serviceIdentity.list({})).service_identity_list).toEqual([])
    t.clock.advance(24 * 3600_000 + 1)
    expect(await bots(token, own)).toBe(401)
  })
})

test('the consent page names the enterprise only to its people', async () => {
  const { app_meta } = await ada.api.oauth.createApp({ name: 'Intranet', client_type: 'Terminal', organization_id })
  const { appid, client_id } = app_meta as { appid: string; client_id: string }
  await ada.api.oauth.updateApp({ appid, declared_permission_v2: ['Bot.view'] })
  const asked = async (who: Person) => {
    const { user_code } = await getDeviceCode({ baseURL, clientId: client_id })
    const { redirect_uri } = await who.api.oauth.verifyDevice({ user_code })
    const authorize_key = new URL(redirect_uri).searchParams.get('authorize_key')!
    return (await who.api.oauth.requestInfo({ authorize_key })).enterprise
  }
  expect(await asked(bob)).toEqual({ name: 'Acme', is_of_app: true })
  expect(await asked(outsider)).toBeUndefined()
})
