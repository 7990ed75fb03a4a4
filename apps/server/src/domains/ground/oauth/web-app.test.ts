import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let admin: Person
let person: Person
let other: Person
let spaces: string[]
beforeAll(async () => {
  t = await openTestApp()
  ;[admin, person, other] = [await t.register(), await t.register(), await t.register()]
  spaces = []
  for (const name of ['First', 'Second']) spaces.push((await person.api.space.create({ name })).id)
})
const bearer = (token: string) => t.apiWith({ authorization: `Bearer ${token}` })
const listed = async (token: string) =>
  (await bearer(token).space.workspaces({})).workspaces.map((workspace) => workspace.name).toSorted()

test('a page gets a short-lived token that acts as the person who has it open', async () => {
  const made = await person.api.oauth.impersonate({})
  expect(made).toMatchObject({ token_type: 'Bearer', expires_in: 900 })
  expect(await bearer(made.access_token).passport.me({})).toMatchObject({ user_id: person.id })
  t.clock.advance(901_000)
  await expect(bearer(made.access_token).passport.me({})).rejects.toMatchObject({ status: 401 })
  for (const [wanted, got] of [
    [60, 60],
    [999_999, 3600],
    [-5, 1],
  ])
    expect((await person.api.oauth.impersonate({ duration_seconds: wanted })).expires_in).toBe(got)
})

test('each token can be restricted to the requested permissions and spaces', async () => {
  const narrow = await person.api.oauth.impersonate({
    scope: {
      workspace_permission: { workspace_id_list: [spaces[0]!], permission_list: ['Workspace.list'] },
      account_permission: { permission_list: [] },
    },
  })
  const wide = await person.api.oauth.impersonate({})
  expect(await listed(narrow.access_token)).toEqual(['First'])
  expect(await listed(wide.access_token)).toEqual(expect.arrayContaining(['First', 'Second']))
  await expect(bearer(narrow.access_token).passport.me({})).rejects.toMatchObject({ status: 403 })
  const nothing = await person.api.oauth.impersonate({ scope: { account_permission: { permission_list: [] } } })
  await expect(bearer(nothing.access_token).passport.me({})).rejects.toMatchObject({ status: 403 })
})

test('a token never exceeds the rights of its user: no other space, unknown permission, or token from a token', async () => {
  const scope = { workspace_permission: { workspace_id_list: [spaces[0]!] } }
  await expect(other.api.oauth.impersonate({ scope })).rejects.toMatchObject({ status: 404 })
  await expect(
    person.api.oauth.impersonate({ scope: { account_permission: { permission_list: ['All.things'] } } }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('All.things') as string })
  const { access_token: token } = await person.api.oauth.impersonate({})
  await expect(bearer(token).oauth.impersonate({})).rejects.toMatchObject({ status: 403 })
  await expect(bearer(token).token.create({ name: 'x', duration_day: '1' })).rejects.toMatchObject({ status: 403 })
  // Not even the instance owner can use owner rights with such a token.
  const { access_token: owners } = await admin.api.oauth.impersonate({})
  await expect(bearer(owners).instance.settings({})).rejects.toMatchObject({ status: 403 })
})

test('a token is audited, listed among the authorized apps, and revoked with them', async () => {
  const { access_token: token } = await person.api.oauth.impersonate({ duration_seconds: 120 })
  const { events } = await t.services.audit.list({}, 1, 5)
  expect(events[0]).toMatchObject({
    actorId: person.id,
    action: 'oauth.web_token',
    detail: { seconds: 120, scopes: 'all', spaces: 'all' },
  })
  expect(JSON.stringify(events)).not.toContain(token)
  const { authorized_apps: allowed } = await person.api.oauth.authorizedApps({})
  expect(allowed.map((item) => item.name)).toEqual(['Orrery'])
  // The built-in app cannot be edited, shared or used to sign in.
  expect((await person.api.oauth.listApps({})).apps).toEqual([])
  const { appid } = allowed[0]!
  await expect(person.api.oauth.createSecret({ appid })).rejects.toMatchObject({ status: 404 })
  await expect(person.api.oauth.getApp({ appid })).rejects.toMatchObject({ status: 404 })
  await person.api.oauth.revoke({ appid })
  await expect(bearer(token).passport.me({})).rejects.toMatchObject({ status: 401 })
  const again = await person.api.oauth.impersonate({})
  expect(await bearer(again.access_token).passport.me({})).toMatchObject({ user_id: person.id })
})

test('concurrent requests of pages share one app', async () => {
  const fresh = await t.register()
  await Promise.all(Array.from({ length: 8 }, () => fresh.api.oauth.impersonate({})))
  const { rows } = await t.infra.database.pool.query('SELECT count(*)::int AS n FROM oauth_app WHERE owner_id = $1', [
    fresh.id,
  ])
  expect(rows).toEqual([{ n: 1 }])
})
