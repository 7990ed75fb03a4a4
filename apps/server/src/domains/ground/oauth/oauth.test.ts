import { generateKeyPairSync } from 'node:crypto'
import {
  CozeAPI,
  getDeviceCode,
  getDeviceToken,
  getJWTToken,
  getPKCEAuthenticationUrl,
  getPKCEOAuthToken,
  getWebAuthenticationUrl,
  getWebOAuthToken,
  refreshOAuthToken,
} from '@coze/api'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { listening } from '#testing/listening.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let maker: Person
let person: Person
let baseURL: string
const redirectUrl = 'https://app.example.test/done?from=orrery'
beforeAll(async () => {
  t = await openTestApp()
  maker = await t.register('maker')
  person = await t.register('person')
  baseURL = await listening(t)
})
type ClientType = 'WebBackend' | 'SinglePageOrNative' | 'Terminal' | 'Service'
async function newApp(client_type: ClientType) {
  const { app_meta } = await maker.api.oauth.createApp({ name: 'Planner', client_type, description: 'Plans trips' })
  const appid = app_meta.appid
  await maker.api.oauth.configure({ appid, oauth2_configuration: { redirect_uris: [redirectUrl] } })
  return { appid, clientId: app_meta.client_id }
}
const withSecret = async () => {
  const app = await newApp('WebBackend')
  const { client_secret } = await maker.api.oauth.createSecret({ appid: app.appid })
  return { ...app, clientSecret: client_secret.plaintext! }
}
/** Follows the authorization URL of an app to our consent page, like a browser. */
async function asked(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  expect(response.status).toBe(302)
  const location = new URL(response.headers.get('location')!)
  expect(location.pathname).toBe('/oauth/consent')
  return location.searchParams.get('authorize_key') ?? `error ${location.searchParams.get('error')}`
}
async function allow(url: string, who = person): Promise<URL> {
  const authorize_key = await asked(url)
  return new URL((await who.api.oauth.consent({ authorize_key, consent: true })).redirect_uri)
}
const me = async (token: string) => (await new CozeAPI({ baseURL, token }).users.me()).user_id
const bare = (path: string, body: object, token = '') =>
  fetch(`${baseURL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

describe('with the official client', () => {
  test('a web app: after consent the code becomes tokens, and the refresh token new ones', async () => {
    const { clientId, clientSecret } = await withSecret()
    const back = await allow(getWebAuthenticationUrl({ baseURL, clientId, redirectUrl, state: 'mine' }))
    expect(back.origin + back.pathname).toBe('https://app.example.test/done')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ from: 'orrery', state: 'mine' })
    const code = back.searchParams.get('code')!
    const token = await getWebOAuthToken({ baseURL, clientId, clientSecret, redirectUrl, code })
    expect(token.access_token).toMatch(/^oat_/)
    expect(token.expires_in).toBe(Math.floor((t.clock.now() + 900_000) / 1000))
    expect(await me(token.access_token)).toBe(person.id)
    const next = await refreshOAuthToken({ baseURL, clientId, clientSecret, refreshToken: token.refresh_token })
    expect(next.access_token).not.toBe(token.access_token)
    expect(await me(next.access_token)).toBe(person.id)
  })

  test('an app without a secret proves itself with its code verifier', async () => {
    const { clientId } = await newApp('SinglePageOrNative')
    const { url, codeVerifier } = await getPKCEAuthenticationUrl({ baseURL, clientId, redirectUrl })
    const code = (await allow(url)).searchParams.get('code')!
    const other = { baseURL, clientId, redirectUrl, code, codeVerifier: 'another' }
    await expect(getPKCEOAuthToken(other)).rejects.toThrow(/invalid_grant|code_verifier/)
    const token = await getPKCEOAuthToken({ baseURL, clientId, redirectUrl, code, codeVerifier })
    expect(await me(token.access_token)).toBe(person.id)
  })

  test('a device waits until the person has typed its code and consented', async () => {
    const { clientId } = await newApp('Terminal')
    const device = await getDeviceCode({ baseURL, clientId })
    expect(device).toMatchObject({
      interval: 5,
      expires_in: 600,
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    })
    const ask = () => getDeviceToken({ baseURL, clientId, deviceCode: device.device_code })
    await expect(ask()).rejects.toMatchObject({ rawError: { error: 'authorization_pending' } })
    await expect(ask()).rejects.toMatchObject({ rawError: { error: 'slow_down' } })
    const typed = device.user_code.toLowerCase().replace('-', ' ')
    const { redirect_uri } = await person.api.oauth.verifyDevice({ user_code: typed })
    const authorize_key = new URL(redirect_uri).searchParams.get('authorize_key')!
    expect(await person.api.oauth.requestInfo({ authorize_key })).toMatchObject({
      name: 'Planner',
      client_type: 'Terminal',
      device_location: { device_ip: expect.any(String) },
    })
    expect(await person.api.oauth.consent({ authorize_key, consent: true })).toEqual({ redirect_uri: '' })
    expect(await me((await ask()).access_token)).toBe(person.id)
    await expect(ask()).rejects.toMatchObject({ rawError: { error: 'invalid_grant' } })
  })

  test('a service signs its own assertions, each valid once, and may request fewer scopes than it has', async () => {
    const { appid } = await newApp('Service')
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const public_key_pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const { fingerprint } = await maker.api.oauth.uploadKey({ appid, public_key_pem })
    const config = {
      baseURL,
      appId: appid,
      aud: new URL(t.infra.config.publicUrl).host,
      keyid: fingerprint,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const token = await getJWTToken({ ...config, durationSeconds: 60 })
    expect(token.expires_in).toBe(Math.floor((t.clock.now() + 60_000) / 1000))
    expect(await me(token.access_token)).toBe(maker.id)
    const scope = { account_permission: { permission_list: ['Workflow.view'] }, attribute_constraint: undefined }
    const narrow = await getJWTToken({ ...config, scope: scope as never })
    await expect(me(narrow.access_token)).rejects.toThrow(/4101/)
    await expect(getJWTToken({ ...config, aud: 'elsewhere.example.test' })).rejects.toThrow(/aud/)
    await maker.api.oauth.deleteKey({ fingerprint })
    await expect(getJWTToken(config)).rejects.toThrow(/kid/)
  })
})

describe('security', () => {
  test('a browser is never redirected to an address that is not registered for the app', async () => {
    const { appid, clientId } = await newApp('WebBackend')
    const bad = [
      'https://user@evil.test/',
      'https://app.example.test\\@evil.test/',
      '//evil.test/done',
      'javascript:alert(1)',
      'http://evil.test/',
      'https://app.example.test/#fragment',
      'data:text/html,x',
    ]
    for (const uri of bad)
      await expect(
        maker.api.oauth.configure({ appid, oauth2_configuration: { redirect_uris: [uri] } }),
        uri,
      ).rejects.toThrow(/redirect_uris/)
    for (const uri of [...bad, `${redirectUrl}/../evil`, `${redirectUrl}&x=1`, 'https://app.example.test/done'])
      expect(await asked(getWebAuthenticationUrl({ baseURL, clientId, redirectUrl: uri })), uri).toBe(
        `error ${ErrorCode.oauth.redirectNotRegistered}`,
      )
    expect(await asked(getWebAuthenticationUrl({ baseURL, clientId: 'nobody', redirectUrl }))).toBe(
      `error ${ErrorCode.oauth.unknownClient}`,
    )
  })

  test('a code works once, for its app and redirect address; a second use revokes its tokens', async () => {
    const found = await withSecret()
    const other = await withSecret()
    const code = (await allow(getWebAuthenticationUrl({ ...found, baseURL, redirectUrl }))).searchParams.get('code')!
    await expect(getWebOAuthToken({ ...other, baseURL, redirectUrl, code })).rejects.toThrow()
    await expect(getWebOAuthToken({ ...found, clientSecret: 'guess', baseURL, redirectUrl, code })).rejects.toThrow()
    await expect(getWebOAuthToken({ ...found, baseURL, redirectUrl: 'https://evil.test/', code })).rejects.toThrow(
      /redirect_uri|invalid_grant/,
    )
    const token = await getWebOAuthToken({ ...found, baseURL, redirectUrl, code })
    await expect(getWebOAuthToken({ ...found, baseURL, redirectUrl, code })).rejects.toThrow()
    await expect(me(token.access_token)).rejects.toThrow()
  })

  test('a consent request is answered once; on refusal the app learns only that', async () => {
    const { clientId } = await withSecret()
    const authorize_key = await asked(getWebAuthenticationUrl({ baseURL, clientId, redirectUrl, state: 's' }))
    const { redirect_uri } = await person.api.oauth.consent({ authorize_key, consent: false })
    const params = Object.fromEntries(new URL(redirect_uri).searchParams)
    expect(params).toEqual({ from: 'orrery', state: 's', error: 'access_denied' })
    await expect(person.api.oauth.consent({ authorize_key, consent: true })).rejects.toThrow(
      /expired or was already answered/,
    )
    await expect(t.anonymous.oauth.consent({ authorize_key, consent: true })).rejects.toMatchObject({ status: 401 })
  })

  test('a second use of a refresh token revokes the whole grant', async () => {
    const app = await withSecret()
    const code = (await allow(getWebAuthenticationUrl({ ...app, baseURL, redirectUrl }))).searchParams.get('code')!
    const first = await getWebOAuthToken({ ...app, baseURL, redirectUrl, code })
    const refresh = (refreshToken: string) => refreshOAuthToken({ ...app, baseURL, refreshToken })
    const second = await refresh(first.refresh_token)
    await expect(refresh(first.refresh_token)).rejects.toThrow()
    await expect(refresh(second.refresh_token)).rejects.toThrow()
    await expect(me(second.access_token)).rejects.toThrow()
  })

  test('device codes cannot be guessed: few attempts per minute, and they expire after ten minutes', async () => {
    const { clientId } = await newApp('Terminal')
    const guesser = await t.register('guesser')
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => guesser.api.oauth.verifyDevice({ user_code: 'BBBB-BBBB' })),
    )
    expect(tries.filter((item) => item.status === 'rejected' && item.reason.status === 429)).toHaveLength(2)
    const device = await getDeviceCode({ baseURL, clientId })
    t.clock.advance(601_000)
    await expect(person.api.oauth.verifyDevice({ user_code: device.user_code })).rejects.toThrow(/expired/)
    const late = await bare('/api/permission/oauth2/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: clientId,
      device_code: device.device_code,
    })
    expect(await late.json()).toMatchObject({ error: 'expired_token' })
  })

  test('access ends when the person revokes it, the maker switches the app off, or the token expires', async () => {
    const app = await withSecret()
    const fresh = async () => {
      const code = (await allow(getWebAuthenticationUrl({ ...app, baseURL, redirectUrl }))).searchParams.get('code')!
      return (await getWebOAuthToken({ ...app, baseURL, redirectUrl, code })).access_token
    }
    const revoked = await fresh()
    const { authorized_apps } = await person.api.oauth.authorizedApps({})
    expect(authorized_apps.map(({ appid }) => appid)).toContain(app.appid)
    await person.api.oauth.revoke({ appid: app.appid })
    await expect(me(revoked)).rejects.toThrow()
    await expect(person.api.oauth.revoke({ appid: app.appid })).rejects.toMatchObject({ status: 404 })
    const switched = await fresh()
    await maker.api.oauth.updateApp({ appid: app.appid, status: 'Deactive' })
    await expect(me(switched)).rejects.toThrow()
    await maker.api.oauth.updateApp({ appid: app.appid, status: 'Active' })
    const old = await fresh()
    expect(await me(old)).toBe(person.id)
    t.clock.advance(901_000)
    await expect(me(old)).rejects.toThrow()
  })

  test('an app gets only its declared scopes, and never the rights of the instance owner', async () => {
    const app = await withSecret()
    await maker.api.oauth.updateApp({ appid: app.appid, declared_permission_v2: ['Workflow.view'] })
    await expect(
      maker.api.oauth.updateApp({ appid: app.appid, declared_permission_v2: ['Everything.all'] }),
    ).rejects.toThrow(/Everything.all/)
    const code = (await allow(getWebAuthenticationUrl({ ...app, baseURL, redirectUrl }), maker)).searchParams.get(
      'code',
    )!
    const { access_token } = await getWebOAuthToken({ ...app, baseURL, redirectUrl, code })
    await expect(me(access_token)).rejects.toMatchObject({ status: 403 })
  })

  test('an app of another user is not found', async () => {
    const { appid } = await newApp('WebBackend')
    for (const call of [
      () => person.api.oauth.getApp({ appid }),
      () => person.api.oauth.updateApp({ appid, name: 'Mine' }),
      () => person.api.oauth.createSecret({ appid }),
      () => person.api.oauth.deleteApp({ appid }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    expect((await person.api.oauth.listApps({})).apps).toEqual([])
    await maker.api.oauth.deleteApp({ appid })
    await expect(maker.api.oauth.getApp({ appid })).rejects.toMatchObject({ status: 404 })
  })

  test('only strong public RSA keys are accepted, each for one app; secrets are shown once', async () => {
    const { appid } = await newApp('Service')
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const strong = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = (key: typeof weak.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString()
    const upload = (public_key_pem: string) => maker.api.oauth.uploadKey({ appid, public_key_pem })
    await expect(upload(pem(weak.publicKey))).rejects.toThrow(/2048/)
    await expect(upload(strong.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).rejects.toThrow(
      /public/,
    )
    await upload(pem(strong.publicKey))
    await expect(upload(pem(strong.publicKey))).rejects.toThrow(/in use/)
    const { client_secret } = await maker.api.oauth.createSecret({ appid })
    const shown = await maker.api.oauth.getApp({ appid })
    expect(shown.client_secrets).toEqual([{ id: client_secret.id, mask: client_secret.mask }])
    expect(JSON.stringify(shown)).not.toContain(client_secret.plaintext)
    await maker.api.oauth.deleteSecret({ appid, client_secret_id: client_secret.id })
    expect((await maker.api.oauth.getApp({ appid })).client_secrets).toEqual([])
  })
})

test('the values of the platform are sent; names used by older clients are accepted too', async () => {
  const made = await maker.api.oauth.createApp({ name: 'Old client', app_type: 'normal', client_type: 'web_backend' })
  expect(made.app_meta).toMatchObject({
    app_type: 'Normal',
    client_type: 'WebBackend',
    status: 'Active',
    certificated: 'Noncertificated',
  })
  const { appid } = made.app_meta
  await maker.api.oauth.updateApp({ appid, status: 'deactive' })
  expect((await maker.api.oauth.getApp({ appid })).app_meta.status).toBe('Deactive')
  await maker.api.oauth.updateApp({ appid, status: 'active2' })
  expect((await maker.api.oauth.getApp({ appid })).app_meta.status).toBe('Active')
})
