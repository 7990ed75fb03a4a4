import { createServer } from 'node:net'
import { OAuthStatus, PluginAuthMode, ToolAuthMode } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { openOAuthServer } from './testing/oauth-server.ts'

const publicUrl = 'http://studio.test'
const redirectUri = `${publicUrl}/api/oauth/authorization_code`
let t: TestApp
let server: Awaited<ReturnType<typeof openOAuthServer>>
let owner: Person
let spaceId: string
beforeAll(async () => {
  server = await openOAuthServer(redirectUri)
  t = await openTestApp({ config: { egressAllow: [server.host], publicUrl } })
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'OAuth' })).id
})
const settings = (more: object = {}) =>
  JSON.stringify({
    client_id: 'orrery',
    client_secret: 'client-secret-1',
    client_url: `${server.url}/auth`,
    authorization_url: `${server.url}/token`,
    scope: 'openid offline_access',
    ...more,
  })

async function createPlugin(oauth: object = {}) {
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id: spaceId,
    name: 'Resource',
    desc: 'x',
    url: server.url,
    icon: {},
    auth_type: 3,
    oauth_info: settings(oauth),
  })
  const { api_id } = await owner.api.pluginTool.create({ plugin_id, name: 'whoami', desc: 'Who', path: '/resource' })
  return { plugin_id, api_id }
}
const status = (person: Person, plugin_id: string) => person.api.pluginAuth.status({ plugin_id })
const back = (person: Person, url: URL) =>
  t.request(url.pathname + url.search, { headers: { cookie: person.cookie() } })
const call = (person: Person, ids: { plugin_id: string; api_id: string }) =>
  person.api.pluginTool.debug({ ...ids, parameters: '{}' })
async function member(name: string) {
  const person = await t.register(name)
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: person.id }] })
  return person
}

describe('authorization code with PKCE', () => {
  test('a plugin acts for a person who has authorized it; an expired token is refreshed', async () => {
    const ids = await createPlugin()
    expect(await call(owner, ids)).toMatchObject({
      success: false,
      reason: expect.stringContaining(`${server.url}/auth?`),
    })
    const before = await status(owner, ids.plugin_id)
    expect(before).toMatchObject({ is_oauth: true, status: OAuthStatus.unauthorized, auth_mode: 1 })
    const asked = new URL(before.content)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'orrery',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      scope: 'openid offline_access',
    })
    const page = await back(owner, await server.allow(before.content, 'ann'))
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('<script')
    expect(await status(owner, ids.plugin_id)).toMatchObject({ status: OAuthStatus.authorized, content: '' })
    expect(await call(owner, ids)).toMatchObject({ success: true, resp: '{"who":"ann"}' })

    const tokens = server.tokenRequests.length
    const first = server.calls.at(-1)!.authorization
    t.clock.advance(3600_000)
    expect(await call(owner, ids)).toMatchObject({ success: true, resp: '{"who":"ann"}' })
    expect(server.tokenRequests.length).toBe(tokens + 1)
    expect(server.calls.at(-1)!.authorization).not.toBe(first)

    // The refresh token was rotated: the next one works too, and ten concurrent calls use it once.
    t.clock.advance(3600_000)
    const all = await Promise.all(Array.from({ length: 10 }, () => call(owner, ids)))
    expect(all.every((item) => item.success)).toBe(true)
    expect(server.tokenRequests.length).toBe(tokens + 2)
  })

  test('authorization is optional for a plugin whose tools also work without it', async () => {
    const { plugin_id, api_id } = await createPlugin()
    const shown = async () => {
      const offered = await owner.api.pluginList.playground({ space_id: spaceId, plugin_ids: [plugin_id] })
      const listed = await owner.api.pluginList.mine({ space_id: spaceId, page: 1, size: 50 })
      return [
        offered.plugin_list.map((plugin) => plugin.auth),
        listed.plugin_infos.filter((plugin) => plugin.id === plugin_id).map((plugin) => plugin.auth),
        [(await status(owner, plugin_id)).auth_mode],
      ].flat()
    }
    const setMode = (auth_mode: 0 | 1 | 2) =>
      owner.api.pluginTool.update({ plugin_id, api_id, api_extend: { auth_mode } })
    expect(new Set(await shown())).toEqual(new Set([PluginAuthMode.required]))
    await setMode(ToolAuthMode.supported)
    expect(new Set(await shown())).toEqual(new Set([PluginAuthMode.supported]))
    await setMode(ToolAuthMode.disabled)
    expect(new Set(await shown())).toEqual(new Set([PluginAuthMode.none]))
  })

  test('a token that the resource refuses is renewed once, and the call is repeated', async () => {
    const ids = await createPlugin()
    server.setLifetime(1)
    await back(owner, await server.allow((await status(owner, ids.plugin_id)).content, 'bo'))
    server.setLifetime(60)
    const { rows } = await t.infra.database.pool.query<{ tokens: string }>(
      'UPDATE plugin_grant SET expires_at = NULL WHERE plugin_id = $1 RETURNING tokens',
      [ids.plugin_id],
    )
    expect(rows[0]!.tokens).toMatch(/^v1\./)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(await call(owner, ids)).toMatchObject({ success: true, resp: '{"who":"bo"}' })
    expect(server.calls.at(-2)!.authorization).not.toBe(server.calls.at(-1)!.authorization)
  })

  test('a grant can be revoked', async () => {
    const ids = await createPlugin()
    await back(owner, await server.allow((await status(owner, ids.plugin_id)).content, 'cy'))
    await owner.api.pluginAuth.revoke({ plugin_id: ids.plugin_id })
    expect(await status(owner, ids.plugin_id)).toMatchObject({ status: OAuthStatus.unauthorized })
    const tries = server.calls.length
    expect((await call(owner, ids)).success).toBe(false)
    expect(server.calls.length).toBe(tries)
  })

  test('a tool with optional authorization is called without a token if there is none', async () => {
    const ids = await createPlugin()
    await owner.api.pluginTool.update({ ...ids, api_extend: { auth_mode: 1 } })
    expect(await call(owner, ids)).toMatchObject({ success: false, reason: expect.stringContaining('401') })
    expect(server.calls.at(-1)!.authorization).toBe('')
  })

  test('in a turn, the person is asked to authorize, after which the call continues', async () => {
    const ids = await createPlugin()
    await owner.api.plugin.publish({ plugin_id: ids.plugin_id })
    const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Asker' })
    const context = {
      botId: bot_id,
      spaceId,
      userId: owner.id,
      endUser: '',
      conversationId: '1',
      turnId: '1',
      connectorId: '',
      isDraft: false,
      locale: 'en' as const,
      signal: AbortSignal.timeout(10_000),
    }
    const references = [{ plugin_id: ids.plugin_id, api_id: ids.api_id, api_name: 'whoami' }]
    const [tool] = await t.services.skillPorts.plugins!.tools(references as never, context)
    const during = { callId: 'c', signal: context.signal, say: () => {}, sayEnd: () => {} }
    const asked = await tool!.call({}, during)
    expect(asked).toMatchObject({ kind: 'interrupt', card: { type: 'oauth', plugin_id: ids.plugin_id } })
    const { auth_url } = (asked as { card: { auth_url: string } }).card
    await back(owner, await server.allow(auth_url, 'eve'))
    const state = JSON.parse(JSON.stringify((asked as { state: unknown }).state)) as unknown
    expect(await tool!.resume!(state, 'done', during)).toEqual({ kind: 'text', content: '{"who":"eve"}' })
    const port = t.services.workflowPorts.plugin!
    const stranger = await member('flow')
    const call = {
      mode: 'release',
      workflowId: '1',
      context: { spaceId, userId: stranger.id },
      signal: context.signal,
      key: 'k',
    }
    const which = { pluginId: ids.plugin_id, apiId: ids.api_id, apiName: 'whoami', version: '', from: '' }
    expect(await port.call(which, {}, call as never)).toMatchObject({
      authUrl: expect.stringContaining(`${server.url}/auth`),
    })
  })

  test('the plugins of a bot that need authorization are listed, also by the open API', async () => {
    const ids = await createPlugin()
    const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Helper' })
    await owner.api.bot.updateDraft({
      bot_info: { bot_id, plugin_info_list: [{ plugin_id: ids.plugin_id, api_id: ids.api_id, api_name: 'whoami' }] },
    } as never)
    const listed = { plugin_id: ids.plugin_id, status: OAuthStatus.unauthorized, name: 'Resource', source_type: [1] }
    expect((await owner.api.pluginAuth.ofBot({ bot_id })).oauth_plugin_list).toEqual([expect.objectContaining(listed)])
    expect((await owner.api.pluginAuth.ofEntity({ entity_id: bot_id })).oauth_plugin_list).toEqual([
      expect.objectContaining(listed),
    ])
    await back(owner, await server.allow((await status(owner, ids.plugin_id)).content, 'di'))
    const { token } = await owner.api.token.create({
      name: 'o',
      workspace_permission_v2: { option: 1, permission_list: ['Plugin.listAuthorized', 'Plugin.revokeAuthorized'] },
    })
    const api = t.apiWith({ authorization: `Bearer ${token}` })
    expect((await api.pluginAuth.openList({ entity_id: bot_id })).items).toEqual([
      expect.objectContaining({ plugin_id: ids.plugin_id, status: OAuthStatus.authorized, plugin_name: 'Resource' }),
    ])
    await api.pluginAuth.openRevoke({ plugin_id: ids.plugin_id })
    expect((await api.pluginAuth.openList({ entity_id: bot_id })).items[0]!.status).toBe(OAuthStatus.unauthorized)
  })
})

describe('client credentials', () => {
  test('the plugin acts for itself; no user has to authorize it', async () => {
    const ids = await createPlugin({ grant_type: 'client_credentials', scope: '' })
    expect(await status(owner, ids.plugin_id)).toMatchObject({
      is_oauth: true,
      status: OAuthStatus.authorized,
      content: '',
      auth_mode: 2,
    })
    expect(await call(owner, ids)).toMatchObject({ success: true, resp: '{"who":"orrery"}' })
    const tokens = server.tokenRequests.length
    await call(owner, ids)
    expect(server.tokenRequests.length).toBe(tokens)
    t.clock.advance(3600_000)
    await call(owner, ids)
    expect(server.tokenRequests.length).toBe(tokens + 1)
  })
})

describe('OAuth state', () => {
  test('a state that is missing, forged, used, expired or of another user is refused', async () => {
    const ids = await createPlugin()
    const other = await member('other')
    const url = await server.allow((await status(owner, ids.plugin_id)).content, 'ann')
    const tampered = (change: (url: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return copy
    }
    expect(
      (
        await back(
          owner,
          tampered((item) => item.searchParams.delete('state')),
        )
      ).status,
    ).toBe(403)
    expect(
      (
        await back(
          owner,
          tampered((item) => item.searchParams.set('state', 'guess')),
        )
      ).status,
    ).toBe(403)
    expect((await t.request(url.pathname + url.search)).status).toBe(401)
    const stolen = await server.allow((await status(owner, ids.plugin_id)).content, 'ann')
    expect((await back(other, stolen)).status).toBe(403)
    // Any attempt consumes the state.
    expect((await back(owner, stolen)).status).toBe(403)
    expect((await back(owner, url)).status).toBe(200)
    expect((await back(owner, url)).status).toBe(403)
    const late = await server.allow((await status(other, ids.plugin_id)).content, 'ann')
    t.clock.advance(11 * 60_000)
    expect((await back(other, late)).status).toBe(403)
    expect(await status(other, ids.plugin_id)).toMatchObject({ status: OAuthStatus.unauthorized })
  })

  test('parameters of the callback cannot cause a redirect', async () => {
    for (const extra of [
      'redirect_uri=https://evil.test',
      'redirect_uri=//evil.test',
      'redirect_uri=https://studio.test@evil.test',
      String.raw`return_to=\\evil.test`,
    ]) {
      const answer = await t.request(`/api/oauth/authorization_code?code=x&state=y&${extra}`, {
        headers: { cookie: owner.cookie() },
      })
      expect(answer.headers.get('location')).toBeNull()
      expect(await answer.text()).not.toContain('evil.test')
    }
    const shown = await t.request(
      '/api/oauth/authorization_code?error=access_denied&error_description=%3Cscript%3Ealert(1)%3C/script%3E',
      { headers: { cookie: owner.cookie() } },
    )
    expect(await shown.text()).not.toContain('<script>')
  })
})

describe('credentials of others', () => {
  test('the grant of one person is not used for another', async () => {
    const ids = await createPlugin()
    const other = await member('colleague')
    await back(owner, await server.allow((await status(owner, ids.plugin_id)).content, 'ann'))
    const tries = server.calls.length
    expect((await call(other, ids)).success).toBe(false)
    expect(server.calls.length).toBe(tries)
    expect(await status(other, ids.plugin_id)).toMatchObject({ status: OAuthStatus.unauthorized })
  })

  test('a secret is valid only for its host: after a move of the plugin it must be entered again', async () => {
    const elsewhere = createServer()
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.2', resolve))
    elsewhere.close()
    const service = await owner.api.plugin.registerMeta({
      space_id: spaceId,
      name: 'Keyed',
      desc: 'x',
      url: server.url,
      icon: {},
      auth_type: 1,
      location: 1,
      key: 'x-key',
      service_token: 'sk-bound',
    })
    await expect(
      owner.api.plugin.updateMeta({ plugin_id: service.plugin_id, url: 'https://attacker.example' }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^service_token/) })
    await expect(
      owner.api.plugin.updateMeta({
        plugin_id: service.plugin_id,
        url: 'https://attacker.example',
        service_token: '********',
      }),
    ).rejects.toMatchObject({ status: 400 })
    await owner.api.plugin.updateMeta({
      plugin_id: service.plugin_id,
      url: 'https://attacker.example',
      service_token: 'another',
    })
    const ids = await createPlugin()
    await back(owner, await server.allow((await status(owner, ids.plugin_id)).content, 'ann'))
    await expect(
      owner.api.plugin.updateMeta({ plugin_id: ids.plugin_id, url: 'https://attacker.example' }),
    ).rejects.toMatchObject({ status: 400 })
    await owner.api.plugin.updateMeta({
      plugin_id: ids.plugin_id,
      url: 'https://attacker.example',
      oauth_info: settings(),
    })
    // The grant was for the old host and is not used for the new one.
    expect(await status(owner, ids.plugin_id)).toMatchObject({ status: OAuthStatus.unauthorized })
  })

  test('authorization addresses are checked by the egress guard', async () => {
    for (const change of [
      { authorization_url: 'http://169.254.169.254/token' },
      { authorization_url: 'file:///etc/passwd' },
      { client_url: 'javascript:alert(1)' },
    ])
      await expect(createPlugin(change)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(/^oauth_info/),
      })
  })

  test('secrets and tokens appear neither in answers nor in logs', async () => {
    const ids = await createPlugin()
    const info = JSON.stringify(await owner.api.plugin.info({ plugin_id: ids.plugin_id }))
    expect(info).not.toContain('client-secret-1')
    const log = t.logLines.join('')
    expect(log).not.toContain('client-secret-1')
    for (const { authorization } of server.calls) if (authorization) expect(log).not.toContain(authorization.slice(7))
  })
})
