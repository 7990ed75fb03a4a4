import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { listening } from '#testing/listening.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, endNode, startNode } from '#testing/workflow-canvas.ts'

const run = promisify(execFile)
let t: TestApp
let admin: Person
let person: Person
let baseURL: string
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.register()
  person = await t.register()
  baseURL = await listening(t)
})
const spec = (text: string) =>
  JSON.parse(text) as { openapi: string; paths: Record<string, Record<string, { operationId?: string }>> }
const raw = (path: string, who: Person, body: string, headers: Record<string, string> = {}) =>
  t.request(path, {
    method: 'POST',
    headers: {
      cookie: who.cookie(),
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })

describe('the list of calls', () => {
  test('contains every call of the public API, by subject, in the language of the reader, and the web SDK', async () => {
    const { categories } = await person.api.playground.items({})
    const chat = categories.find((category) => category.title === 'Chat')!
    expect(chat.items).toContainEqual({ title: expect.any(String) as string, url_key: 'openChat.chat', type: 1 })
    expect(categories.at(-1)).toMatchObject({
      title: 'Chat on a web page',
      items: [{ url_key: 'websdk.widget', type: 2 }],
    })
    const zh = await person.api.playground.items({}, { headers: { 'accept-language': 'zh-CN' } })
    expect(zh.categories.map((category) => category.title)).toContain('对话')
    // Every subject has a description, and no call is listed that a token cannot make.
    expect(categories.filter((category) => category.description === '').map(({ title }) => title)).toEqual([])
    expect(categories.flatMap((category) => category.items).map((item) => item.url_key)).not.toContain('token.create')
  })

  test('has a description, a permission and runnable examples for each call', async () => {
    const info = await person.api.playground.api({ url_key: 'space.workspaces' })
    expect(info).toMatchObject({
      path: '/v1/workspaces',
      method: 'GET',
      permission: 'Workspace.list',
      response_type: 'json',
      param_content: '',
      need_save_run_history: true,
    })
    expect(Object.keys(spec(info.swagger_openapi_spec).paths)).toEqual(['/v1/workspaces'])
    const { token } = await person.api.token.create({ name: 'Try', duration_day: '1' })
    const publicUrl = new URL(info.url).origin
    const commands: Record<string, [string, string[]]> = {
      curl: ['bash', ['-c']],
      javascript: [process.execPath, ['--input-type=module', '-e']],
      python: ['python3', ['-c']],
    }
    expect(info.code_example.map((item) => item.language)).toEqual(Object.keys(commands))
    for (const { language, examples } of info.code_example) {
      const [program, words] = commands[language]!
      const { stdout } = await run(program, [...words, examples[0]!.replaceAll(publicUrl, baseURL)], {
        env: { ...process.env, ORRERY_TOKEN: token },
        timeout: 30_000,
      })
      expect(stdout, language).toContain('workspaces')
      expect(stdout, language).toMatch(/code["']?: ?0/)
    }
  })

  test('shows the required body of a call, and whether it streams', async () => {
    const chat = await person.api.playground.api({ url_key: 'openChat.chat' })
    expect(chat.response_type).toBe('stream')
    expect(chat.code_example[0]!.examples[0]).toContain('"bot_id"')
    const upload = await person.api.playground.api({ url_key: 'openFile.upload' })
    expect(upload.code_example[1]!.examples[0]).toContain('new FormData()')
    await expect(person.api.playground.api({ url_key: 'space.nothing' })).rejects.toMatchObject({ status: 404 })
  })

  test('shows the inputs of a workflow to people who may see it', async () => {
    const { id: spaceId } = await person.api.space.create({ name: 'Flows' })
    const { workflow_id: id } = await person.api.workflow.create({ name: 'greet', desc: 'd', space_id: spaceId })
    const schema = canvas([startNode([{ type: 'string', name: 'who', required: true }]), endNode([])], [])
    await person.api.workflow.save({ workflow_id: id, space_id: spaceId, schema })
    const info = await person.api.playground.api({ url_key: 'workflowOpen.run', workflow_id: id })
    expect(JSON.parse(info.param_content)).toEqual([expect.objectContaining({ name: 'who', type: 'string' })])
    await expect(admin.api.playground.api({ url_key: 'workflowOpen.run', workflow_id: id })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('the whole API', () => {
  test('is one document; an external one is added to it, which only an administrator can do', async () => {
    const ours = spec((await person.api.playground.all({})).swagger_openapi_spec)
    expect(ours.openapi).toBe('3.1.0')
    expect(ours.paths['/v3/chat']!.post!.operationId).toBe('openChat.chat')
    expect(Object.keys(ours.paths).filter((path) => path.startsWith('/api/'))).toEqual([])
    const hub = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Warehouse', version: '1' },
      paths: { '/stock/{id}': { get: { summary: 'What is in stock', responses: {} } }, '/v3/chat': { post: {} } },
    })
    const path = '/api/developer_backend/playground/sync_from_apihub'
    expect((await raw(path, person, hub)).status).toBe(403)
    expect((await raw(path, admin, '{"openapi":"2.0","paths":{}}')).status).toBe(400)
    expect((await raw(path, admin, 'not json')).status).toBe(400)
    expect(await (await raw(path, admin, hub)).json()).toMatchObject({ code: 0 })
    const { categories } = await person.api.playground.items({})
    expect(categories.find((category) => category.title === 'Warehouse')!.items).toEqual([
      { title: 'What is in stock', url_key: 'hub.get/stock/{id}', type: 1 },
      { title: 'POST /v3/chat', url_key: 'hub.post/v3/chat', type: 1 },
    ])
    const both = spec((await person.api.playground.all({})).swagger_openapi_spec)
    expect(both.paths['/stock/{id}']).toEqual({ get: { summary: 'What is in stock', responses: {} } })
    expect(both.paths['/v3/chat']).toEqual(ours.paths['/v3/chat'])
    await raw(path, admin, '')
    expect(spec((await person.api.playground.all({})).swagger_openapi_spec)).toEqual(ours)
  })

  test('can be read as Markdown', async () => {
    const path = '/api/open/playground/doc'
    const list = await raw(path, person, '', { 'x-arcosite-action': 'list' })
    expect(list.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await list.text()).toContain('| `GET /v1/workspaces` |')
    const found = await (await raw(path, person, '{"url_key":"openChat.chat"}')).text()
    expect(found).toContain('`POST /v3/chat`')
    expect(found).toContain('Permission: `Bot.chat`')
    expect(found).toMatch(/\| `bot_id` \| body \| .* \| yes \|/)
    expect((await raw(path, person, '{"url_key":"x"}')).status).toBe(404)
    expect((await raw(path, person, '', { 'x-arcosite-action': 'delete' })).status).toBe(400)
    expect((await raw(path, person, 'x'.repeat(70_000))).status).toBe(413)
  })

  test('includes the web SDK: a page with the address of this instance, and the options of its script', async () => {
    const info = await person.api.playground.webSdk({})
    expect(info.version_list).toEqual([info.version])
    expect(info.sample.map((item) => item.file_name)).toEqual(['index.html', 'by-hand.html'])
    expect(info.sample[0]!.content).toContain(`src="${t.infra.config.publicUrl.replace(/\/$/, '')}/widget.js"`)
    expect(JSON.parse(info.swagger_spec)).toMatchObject({ required: ['key'] })
    await expect(person.api.playground.webSdk({ version: '0.0.0-none' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('runs in the playground', () => {
  const keep = (who: Person, n: number, more: object = {}) =>
    who.api.playground.saveRun({
      path: '/v1/bots',
      method: 'get',
      record: { log_id: `L${n}`, status_code: 200, request: `{"n":${n}}`, reponse: '{}', create_at: 1000 + n, ...more },
    })
  test('are stored for the person who made them: the newest twenty of a call, without credentials', async () => {
    for (let n = 0; n < 23; n += 1) await keep(person, n)
    await keep(person, 99, {
      request: '{"headers":{"Authorization":"Bearer pat_abcdefghijklmnopqrstuvwxyz0123456789abcdefg"}}',
    })
    const { records } = await person.api.playground.runs({ path: '/v1/bots', method: 'GET' })
    expect(records).toHaveLength(20)
    expect(records[0]).toMatchObject({ log_id: 'L99', status_code: 200, create_at: 1099 })
    expect(records[0]!.request).not.toContain('abcdefghijklmnop')
    expect(records[1]).toEqual({ log_id: 'L22', status_code: 200, request: '{"n":22}', reponse: '{}', create_at: 1022 })
    const { rows } = await t.infra.database.pool.query('SELECT count(*)::int AS n FROM playground_run')
    expect(rows).toEqual([{ n: 20 }])
    expect((await person.api.playground.runs({ path: '/v1/bots', method: 'POST' })).records).toEqual([])
  })
  test('are stored up to their full length in any script', async () => {
    const writer = await t.register()
    const text = '字'.repeat(200_000)
    await keep(writer, 1, { request: text, reponse: text })
    const { records } = await writer.api.playground.runs({ path: '/v1/bots', method: 'GET' })
    expect(records.map(({ request, reponse }) => [request.length, reponse.length])).toEqual([[200_000, 200_000]])
  })
  test('are hidden from all other people', async () => {
    await keep(person, 1)
    expect((await admin.api.playground.runs({ path: '/v1/bots', method: 'GET' })).records).toEqual([])
    expect((await admin.api.playground.runs({})).records).toEqual([])
  })
})
