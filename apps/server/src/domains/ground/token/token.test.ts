import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let person: Person
let other: Person
beforeAll(async () => {
  t = await openTestApp()
  ;[person, other] = [await t.register(), await t.register()]
})
const bearer = (token: string) => t.apiWith({ authorization: `Bearer ${token}` })
const create = async (more: object = {}) => person.api.token.create({ name: 'CI', duration_day: '30', ...more })

test('a token is shown once, begins with pat_, and acts as its user', async () => {
  const { token, personal_access_token: made } = await create()
  expect(token).toMatch(/^pat_[\w-]{43}$/)
  expect(await bearer(token).passport.me({})).toMatchObject({ user_id: person.id })
  const listed = (await person.api.token.list({})).personal_access_tokens.find(
    (personalAccessToken) => personalAccessToken.id === made.id,
  )!
  expect(JSON.stringify(listed)).not.toContain(token)
  expect((await bearer(token).space.workspaces({})).workspaces).toMatchObject([
    { workspace_type: 'personal', role_type: 'owner' },
  ])
})

test('pages are counted from 0', async () => {
  const reader = await t.register()
  for (const name of ['one', 'two', 'three']) await reader.api.token.create({ name })
  const names = async (page?: number) => {
    const { personal_access_tokens: list, has_more } = await reader.api.token.list({ page, size: 2 })
    return [list.map((token) => token.name), has_more]
  }
  expect(await names()).toEqual(await names(0))
  const [[first, second], more] = (await names(0)) as [string[], boolean]
  const [rest, moreYet] = (await names(1)) as [string[], boolean]
  expect([first, second, ...rest].toSorted()).toEqual(['one', 'three', 'two'])
  expect([rest.length, more, moreYet]).toEqual([1, true, false])
})

test('only a hash is stored, and a token cannot be derived from its id', async () => {
  const { token, personal_access_token: made } = await create()
  const { rows } = await t.infra.database.pool.query<Record<string, string>>(
    'SELECT * FROM personal_token WHERE id = $1',
    [made.id],
  )
  expect(JSON.stringify(rows[0])).not.toContain(token.slice(4))
  for (const guess of [
    `pat_${made.id}`,
    `pat_${Buffer.from(made.id).toString('base64url')}`,
    rows[0]!.token_hash,
    `pat_${rows[0]!.token_hash}`,
    token.slice(0, -1),
    `${token}x`,
  ])
    await expect(bearer(guess!).passport.me({})).rejects.toMatchObject({ status: 401, code: 4100 })
})

describe('a token cannot', () => {
  test('be used after it expired or was revoked', async () => {
    const { token } = await create({ duration_day: '1' })
    t.clock.advance(25 * 3600_000)
    await expect(bearer(token).passport.me({})).rejects.toMatchObject({ status: 401 })
    const second = await create()
    await bearer(second.token).passport.me({})
    await person.api.token.remove({ id: second.personal_access_token.id })
    await expect(bearer(second.token).passport.me({})).rejects.toMatchObject({ status: 401 })
  })
  test('be used outside its scopes', async () => {
    const { token } = await create({ account_permission: { permission_list: ['Account.profile'] } })
    await bearer(token).passport.me({})
    await expect(bearer(token).space.workspaces({})).rejects.toMatchObject({ status: 403, code: 4101 })
    await expect(create({ account_permission: { permission_list: ['Nothing.like.this'] } })).rejects.toMatchObject({
      code: ErrorCode.token.unknownPermission,
    })
  })
  test('be used outside its spaces', async () => {
    const { id } = await person.api.space.create({ name: 'Only here' })
    const { token } = await create({
      workspace_permission_v2: { workspace_id_list: [id], permission_list: ['Workspace.list'] },
    })
    expect((await bearer(token).space.workspaces({})).workspaces.map((workspace) => workspace.id)).toEqual([id])
  })
  test('reach calls without a scope, such as those of the studio', async () => {
    const { token } = await create()
    await expect(bearer(token).token.create({ name: 'more' })).rejects.toMatchObject({ status: 403 })
    await expect(bearer(token).space.create({ name: 'x' })).rejects.toMatchObject({ status: 403 })
  })
  test('work from the query string, or be found in a log', async () => {
    const { token } = await create()
    const response = await t.request(`/v1/users/me?authorization=Bearer%20${token}&token=${token}`)
    expect(response.status).toBe(401)
    t.infra.log.error(
      { url: `/x?token=${token}`, headers: { authorization: `Bearer ${token}` } },
      `failed with ${token}`,
    )
    expect(t.logLines.join('')).not.toContain(token)
  })
  test('be seen, changed or deleted by another user', async () => {
    const { personal_access_token: made } = await create()
    await expect(other.api.token.get({ id: made.id })).rejects.toMatchObject({ status: 404 })
    await expect(other.api.token.update({ id: made.id, name: 'mine' })).rejects.toMatchObject({ status: 404 })
    await expect(other.api.token.remove({ id: made.id })).rejects.toMatchObject({ status: 404 })
  })
})

test('only valid tokens count when a client asks whether a space has a token', async () => {
  const reader = await t.register()
  const spaces: string[] = []
  for (const name of ['Here', 'There']) spaces.push((await reader.api.space.create({ name })).id)
  const found = () =>
    Promise.all(spaces.map(async (workspace_id) => (await reader.api.token.inWorkspace({ workspace_id })).exist))
  expect(await found()).toEqual([false, false])
  const narrow = { workspace_permission_v2: { workspace_id_list: [spaces[0]!], permission_list: ['Workspace.list'] } }
  await reader.api.token.create({ name: 'Short', duration_day: '1', ...narrow })
  expect(await found()).toEqual([true, false])
  t.clock.advance(25 * 3600_000)
  expect(await found()).toEqual([false, false])
  const { personal_access_token: wide } = await reader.api.token.create({ name: 'Wide', duration_day: '30' })
  expect(await found()).toEqual([true, true])
  await reader.api.token.remove({ id: wide.id })
  expect(await found()).toEqual([false, false])
  await expect(other.api.token.inWorkspace({ workspace_id: spaces[0]! })).rejects.toMatchObject({ status: 404 })
})

test('permissions are returned as they were given, and can be changed', async () => {
  const { personal_access_token: made, token } = await create({
    account_permission: { permission_list: ['Account.profile'] },
  })
  expect(await person.api.token.get({ id: made.id })).toMatchObject({
    account_permission: { permission_list: ['Account.profile'] },
  })
  await person.api.token.update({
    id: made.id,
    name: 'Renamed',
    account_permission: { permission_list: ['Workspace.list'] },
  })
  await expect(bearer(token).passport.me({})).rejects.toMatchObject({ status: 403 })
  expect(await bearer(token).space.workspaces({})).toBeDefined()
})

test('a response of the open API has the log id in its body and headers', async () => {
  const response = await t.request('/v1/users/me')
  const body = (await response.json()) as { code: number; detail: { logid: string } }
  expect(response.status).toBe(401)
  expect(body.code).toBe(4100)
  expect(body.detail.logid).toBe(response.headers.get('x-tt-logid'))
})

test('permanent and custom expiry', async () => {
  expect((await create({ duration_day: 'permanent' })).personal_access_token.expire_at).toBe(-1)
  const at = Math.floor(t.clock.now() / 1000) + 3600
  expect((await create({ duration_day: 'customize', expire_at: at })).personal_access_token.expire_at).toBe(at)
  await expect(create({ duration_day: 'customize', expire_at: 1000 })).rejects.toMatchObject({
    code: ErrorCode.token.expiryPast,
  })
})
