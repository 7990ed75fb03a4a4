import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import { unstorableAt } from './storable.ts'

/** Text that PostgreSQL cannot store is refused early, with the name of the field. */
let t: TestApp
let person: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  person = await t.register()
  spaceId = (await person.api.space.create({ name: 'Team' })).id
})
const words = 'contains a character that cannot be stored'
const headers = () => ({ cookie: person.cookie(), 'x-requested-with': 'XMLHttpRequest' })
async function answer(path: string, init: RequestInit = {}) {
  const response = await t.request(path, { ...init, headers: { ...headers(), ...(init.headers as object) } })
  return { status: response.status, msg: ((await response.json()) as { msg: string }).msg }
}
const post = (path: string, body: string, more: object = {}) =>
  answer(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...more } })

describe('NUL and unpaired surrogates are refused', () => {
  test.each(['a\\u0000b', 'a\\ud800b', 'a\\uDC00b'])('%s in a body', async (text) => {
    const { status, msg } = await post('/api/space/create', `{"name":"Team","description":"${text}"}`)
    expect([status, msg]).toEqual([400, expect.stringMatching(new RegExp(`^description: ${words}`))])
  })
  test('in nested values and in the name of a field', async () => {
    const deep = '{"bot_info":{"bot_id":"1","variable_list":[{"keyword":"k","description":"\\u0000"}]}}'
    expect((await post('/api/playground_api/draftbot/update_draft_bot_info', deep)).msg).toMatch(
      /^bot_info\.variable_list\.0\.description: /,
    )
    const named = '{"bot_info":{"bot_id":"1","model_info":{"parameters":{"a\\u0000":"x"}}}}'
    expect((await post('/api/playground_api/draftbot/update_draft_bot_info', named)).msg).toMatch(
      /^bot_info\.model_info\.parameters: /,
    )
  })
  test('in a query, a path and a form', async () => {
    expect(await answer('/api/marketplace/product/list?keyword=a%00b')).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^keyword: /),
    })
    expect(await answer('/v1/workflows/a%00b')).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^workflow_id: /),
    })
    const form = new FormData()
    form.append('avatar', new File(['x'], 'a\0b.png', { type: 'image/png' }))
    const { status } = await answer('/api/web/user/update/upload_avatar/', { method: 'POST', body: form })
    expect(status).toBeLessThan(500)
  })
  test('in calls of a program with a token', async () => {
    const { token } = await person.api.token.create({ name: 'CI' })
    const call = await post('/v3/chat', '{"bot_id":"1","user_id":"u\\u0000"}', { authorization: `Bearer ${token}` })
    expect(call).toMatchObject({ status: 400, msg: expect.stringMatching(/^user_id: /) })
  })
  test('with a message in both languages', async () => {
    const body = '{"name":"\\u0000"}'
    const { msg } = await post('/api/space/create', body, { 'accept-language': 'zh-CN' })
    expect(msg).toBe('name：包含无法保存的字符（NUL 或不完整的代理对），请删除后重试')
  })
  test('in JSON within a text: with the outermost field if known, and nothing is changed', async () => {
    const { workflow_id } = await person.api.workflow.create({ name: 'greet', desc: 'd', space_id: spaceId })
    const schema = greeting().replace('"nodes":[', '"odd":"\\u0000","nodes":[')
    const before = await person.api.workflow.canvas({ workflow_id, space_id: spaceId })
    const { status, msg } = await post('/api/workflow_api/save', JSON.stringify({ workflow_id, schema }))
    expect(status).toBeLessThan(500)
    if (status === 400) expect(msg).toMatch(/^schema: /)
    else return
    expect(await person.api.workflow.canvas({ workflow_id, space_id: spaceId })).toEqual(before)
  })
  test('while complete pairs, accents and literal escapes are stored', async () => {
    const name = '🧭 e\u0301 \\u0000'
    const { id } = await person.api.space.create({ name })
    expect((await person.api.space.list({})).bot_space_list.find((space) => space.id === id)?.name).toBe(name)
  })
})

test('unstorable text is found at any depth', () => {
  expect(unstorableAt({ a: ['x', { b: 'y\0' }] })).toBe('a.1.b')
  expect(unstorableAt({ a: 1, b: null, c: true, d: 'ok 😀' })).toBeUndefined()
  expect(unstorableAt(new File([], 'n\0.txt'), 'file')).toBe('file')
})
