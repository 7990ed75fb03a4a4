import { ParameterLocation, ParameterType } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import { toolsOf } from './import/document-tools.ts'
import { readDocument } from './import/read-document.ts'
import { openPluginLab, type PluginLab } from './testing/plugin-lab.ts'

const openapi = (url: string, count = 1) => ({
  openapi: '3.0.3',
  info: { title: 'Shop', description: 'Sells things', version: '1' },
  servers: [{ url: '{scheme}://HOST'.replace('{scheme}://HOST', url) }],
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `/things${n || ''}/{id}`,
      {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: `getThing${n || ''}`,
          summary: 'Read a thing',
          parameters: [
            {
              name: 'fields',
              in: 'query',
              description: 'What to show',
              schema: { type: 'array', items: { type: 'string' } },
            },
            { $ref: '#/components/parameters/Trace' },
          ],
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
        },
        ...(n === 0 && {
          put: {
            operationId: 'putThing',
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    allOf: [
                      { $ref: '#/components/schemas/Thing' },
                      { type: 'object', properties: { note: { type: 'string', default: 'none' } }, required: ['note'] },
                    ],
                  },
                },
              },
            },
            responses: { 200: { description: 'ok' } },
          },
        }),
      },
    ]),
  ),
  components: {
    parameters: { Trace: { name: 'x-trace', in: 'header', schema: { type: 'string' } } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          price: { type: 'number' },
          parent: { $ref: '#/components/schemas/Thing' },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
})

describe('documents', () => {
  test('OpenAPI 3: parameters, bodies, answers and references are read, and circular references end', () => {
    const { format, document } = readDocument(JSON.stringify(openapi('https://shop.test/v1')))
    expect(format).toBe(1)
    const [get, put] = toolsOf(document)
    expect(get).toMatchObject({ name: 'getThing', path: '/things/{id}', method: 1, description: 'Read a thing' })
    expect(get!.request.map((item) => [item.name, item.location, item.type, item.is_required])).toEqual([
      ['id', ParameterLocation.path, ParameterType.string, true],
      ['fields', ParameterLocation.query, ParameterType.array, false],
      ['x-trace', ParameterLocation.header, ParameterType.string, false],
    ])
    expect(get!.response.map((item) => item.name)).toEqual(['name', 'price', 'parent', 'tags'])
    expect(
      put!.request
        .filter((item) => item.location === ParameterLocation.body)
        .map((item) => [item.name, item.is_required, item.global_default]),
    ).toEqual([
      ['name', true, ''],
      ['price', false, ''],
      ['parent', false, ''],
      ['tags', false, ''],
      ['note', true, 'none'],
    ])
  })

  test('YAML and the types of OpenAPI 3.1 are read', () => {
    const { document } = readDocument(
      'openapi: 3.1.0\ninfo: {title: Y, version: "1"}\nservers:\n  - url: https://y.test\npaths:\n  /a:\n    get:\n      parameters:\n        - {name: q, in: query, schema: {type: [string, "null"]}}\n      responses: {}\n',
    )
    expect(toolsOf(document)[0]).toMatchObject({ name: 'get_a', request: [{ name: 'q', type: 1 }] })
  })

  test('external references are not fetched, and excessive aliases are refused', () => {
    const remote = {
      openapi: '3.0.0',
      info: {},
      paths: {
        '/a': {
          get: {
            responses: { 200: { content: { 'application/json': { schema: { $ref: 'http://169.254.169.254/x' } } } } },
          },
        },
      },
    }
    expect(toolsOf(readDocument(JSON.stringify(remote)).document)[0]!.response).toEqual([])
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 8 }, (_, n) => `${'bcdefghi'[n]}: &${'bcdefghi'[n]} [${Array(9).fill(`*${'abcdefgh'[n]}`).join(',')}]`).join('\n')}`
    expect(() => readDocument(bomb)).toThrow()
  })

  test('Swagger 2 is read', () => {
    const { format, document } = readDocument(
      JSON.stringify({
        swagger: '2.0',
        host: 'old.test',
        basePath: '/v2',
        schemes: ['https'],
        info: { title: 'Old', version: '1' },
        paths: {
          '/pets': {
            post: {
              operationId: 'addPet',
              parameters: [
                { in: 'body', name: 'body', schema: { $ref: '#/definitions/Pet' } },
                { in: 'query', name: 'dry', type: 'boolean' },
              ],
              responses: { 200: { schema: { $ref: '#/definitions/Pet' } } },
            },
          },
          '/upload': {
            post: {
              consumes: ['application/x-www-form-urlencoded'],
              parameters: [{ in: 'formData', name: 'file', type: 'string', required: true }],
              responses: {},
            },
          },
        },
        definitions: { Pet: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } } },
      }),
    )
    expect(format).toBe(4)
    expect(document.servers).toEqual([{ url: 'https://old.test/v2' }])
    const [add, upload] = toolsOf(document)
    expect(add!.request.map((item) => [item.name, item.location, item.type])).toEqual([
      ['dry', 2, 6],
      ['name', 3, 1],
      ['age', 3, 2],
    ])
    expect(add!.response.map((item) => item.name)).toEqual(['name', 'age'])
    expect(upload).toMatchObject({ extend: { body_type: 'form' }, request: [{ name: 'file', is_required: true }] })
  })

  test('Postman collections with nested folders are read', () => {
    const { format, document } = readDocument(
      JSON.stringify({
        info: { name: 'Team API', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
        item: [
          {
            name: 'Users',
            item: [
              {
                name: 'Get user',
                request: {
                  method: 'GET',
                  url: { raw: 'https://team.test/users/:id?full=true' },
                  header: [{ key: 'X-Team', value: 'a' }],
                },
                response: [{ body: '{"name":"Ann"}' }],
              },
            ],
          },
          {
            name: 'Add user',
            request: {
              method: 'POST',
              url: 'https://team.test/users',
              body: { mode: 'raw', raw: '{"name":"Bo","age":3}' },
            },
          },
        ],
      }),
    )
    expect(format).toBe(3)
    const [get, add] = toolsOf(document)
    expect(get).toMatchObject({ name: 'Get_user', path: '/users/{id}' })
    expect(get!.request.map((item) => [item.name, item.location])).toEqual([
      ['id', 1],
      ['full', 2],
      ['X-Team', 4],
    ])
    expect(get!.response.map((item) => item.name)).toEqual(['name'])
    expect(add!.request.map((item) => [item.name, item.type])).toEqual([
      ['name', 1],
      ['age', 2],
    ])
  })

  test('curl commands are parsed and never run; several lines are read, credentials are removed', () => {
    const { format, document, duplicates } = readDocument(
      `curl -X POST 'https://c.test/v1/run?debug=true' -H 'Authorization: Bearer secret' -H 'X-Mode: fast' \\\n -d '{"a": 1, "b": {"c": "$(touch /tmp/x)"}}'\ncurl https://c.test/v1/list\ncurl https://c.test/v1/list`,
    )
    expect(format).toBe(2)
    expect(JSON.stringify(document)).not.toContain('secret')
    const [run, list] = toolsOf(document)
    expect(run).toMatchObject({ method: 2, path: '/v1/run' })
    expect(run!.request.map((item) => [item.name, item.location])).toEqual([
      ['debug', 2],
      ['X-Mode', 4],
      ['a', 3],
      ['b', 3],
    ])
    expect(list).toMatchObject({ method: 1, path: '/v1/list' })
    expect(duplicates).toEqual([{ method: 'GET', path: '/v1/list', count: 2 }])
  })

  test('HAR: only API calls are read, without pages and cookies', () => {
    const { format, document } = readDocument(
      JSON.stringify({
        log: {
          entries: [
            {
              request: { method: 'GET', url: 'https://h.test/', headers: [] },
              response: { content: { mimeType: 'text/html' } },
            },
            {
              request: {
                method: 'POST',
                url: 'https://h.test/api/search',
                headers: [
                  { name: 'Cookie', value: 'sid=1' },
                  { name: 'x-lang', value: 'en' },
                ],
                postData: { mimeType: 'application/json', text: '{"q":"tea"}' },
              },
              response: { content: { mimeType: 'application/json', text: '{"hits":[{"id":1}]}' } },
            },
          ],
        },
      }),
    )
    expect(format).toBe(5)
    expect(JSON.stringify(document)).not.toContain('sid=1')
    const tools = toolsOf(document)
    expect(tools).toHaveLength(1)
    expect(tools[0]).toMatchObject({ path: '/api/search', response: [{ name: 'hits', type: 5 }] })
  })

  test.each(['', 'just words', '[]', '{"a":1}', 'curl', '<xml/>'])('refuses %j with a message', (text) => {
    expect(() => readDocument(text)).toThrow()
  })
})

describe('through the API', () => {
  let lab: PluginLab
  let owner: Person
  beforeAll(async () => {
    lab = await openPluginLab()
    ;({ owner } = lab)
  })

  test('50 operations are imported, corrected, called and published', async () => {
    const converted = await owner.api.plugin.convert({
      data: JSON.stringify(openapi('https://elsewhere.test', 50)),
      plugin_url: lab.target.url,
      space_id: lab.spaceId,
    })
    expect(converted.plugin_data_format).toBe(1)
    const { plugin_id } = await owner.api.plugin.register({
      space_id: lab.spaceId,
      ai_plugin: converted.ai_plugin,
      openapi: converted.openapi,
    })
    const { api_info, total } = await owner.api.pluginTool.list({ plugin_id, size: 200 })
    expect(total).toBe(51)
    const tool = api_info.find((item) => item.name === 'getThing')!
    await owner.api.pluginTool.update({
      plugin_id,
      api_id: tool.api_id,
      desc: 'Reads one thing',
      response_params: [{ name: 'path', type: 1 }],
    })
    expect(await lab.debug(plugin_id, tool.api_id, { id: '7' })).toMatchObject({
      success: true,
      resp: '{"path":"/things/7"}',
    })
    await lab.publish(plugin_id)
    const info = await owner.api.plugin.info({ plugin_id })
    const again = readDocument(info.code_info.openapi_desc)
    expect(toolsOf(again.document).map((tool) => tool.name)).toEqual(api_info.map((item) => item.name))
  })

  test('a preview lists the tools and the problems of each operation', async () => {
    const data = {
      openapi: '3.0.3',
      info: { title: 'Faulty', version: '1' },
      servers: [{ url: lab.target.url }],
      paths: {
        '/a/{id}': {
          get: {
            operationId: 'read a',
            parameters: [
              { name: 'sid', in: 'cookie', schema: { type: 'string' } },
              { $ref: 'https://elsewhere.test/params.json' },
            ],
          },
          head: { operationId: 'headA' },
        },
        'b/no-slash': { post: { operationId: 'b' } },
        '/c': {
          get: {
            operationId: 'good',
            summary: 'All well',
            responses: {
              200: {
                content: {
                  'application/json': { schema: { type: 'object', properties: { ok: { type: 'boolean' } } } },
                },
              },
            },
          },
        },
      },
    }
    const converted = await owner.api.plugin.convert({ data: JSON.stringify(data), space_id: lab.spaceId })
    expect(converted.tools).toEqual([
      {
        name: 'read_a',
        desc: '',
        method: 'GET',
        path: '/a/{id}',
        parameters: 1,
        problems: [
          { kind: 'renamed', about: 'read a' },
          { kind: 'noDescription', about: 'read_a' },
          { kind: 'pathParameter', about: 'id' },
          { kind: 'lostParameter', about: 'sid' },
          { kind: 'badReference', about: 'https://elsewhere.test/params.json' },
          { kind: 'noResponse', about: 'read_a' },
        ],
      },
      { name: 'good', desc: 'All well', method: 'GET', path: '/c', parameters: 0, problems: [] },
    ])
    expect(converted.left_out).toEqual([
      { method: 'HEAD', path: '/a/{id}', reason: 'method' },
      { method: 'POST', path: 'b/no-slash', reason: 'path' },
    ])
  })

  test('a document is fetched from its address through the egress guard', async () => {
    lab.target.json('/openapi.json', openapi(lab.target.url, 1))
    const converted = await owner.api.plugin.convert({
      data_url: `${lab.target.url}/openapi.json`,
      space_id: lab.spaceId,
    })
    expect(converted.tools.map((tool) => tool.name)).toEqual(['getThing', 'putThing'])
    lab.target.json('/gone.json', {}, 404)
    await expect(owner.api.plugin.convert({ data_url: `${lab.target.url}/gone.json` })).rejects.toMatchObject({
      message: 'data_url: the document could not be fetched. HTTP 404',
    })
    const calls = lab.target.seen.length
    for (const data_url of ['http://127.0.0.1:1/x', 'http://169.254.169.254/latest', 'file:///etc/passwd'])
      await expect(owner.api.plugin.convert({ data_url })).rejects.toMatchObject({
        status: 400,
        code: ErrorCode.plugin.documentUnreachable,
      })
    expect(lab.target.seen.length).toBe(calls)
  })

  test('further tools are added in a batch; duplicates are reported or replaced', async () => {
    const plugin_id = await lab.createPlugin()
    const first = await owner.api.pluginTool.batchCreate({
      plugin_id,
      openapi: JSON.stringify(openapi(lab.target.url, 2)),
    })
    expect(first.paths_created).toHaveLength(3)
    const second = await owner.api.pluginTool.batchCreate({
      plugin_id,
      openapi: JSON.stringify(openapi(lab.target.url, 3)),
      edit_version: first.edit_version,
    })
    expect([second.paths_created.length, second.paths_duplicated.length]).toEqual([1, 3])
    const third = await owner.api.pluginTool.batchCreate({
      plugin_id,
      openapi: JSON.stringify(openapi(lab.target.url, 3)),
      replace_same_paths: true,
      paths_to_replace: [{ path: '/things/{id}', method: 1 }],
    })
    expect([third.paths_created.length, third.paths_duplicated.length]).toEqual([1, 3])
    await owner.api.plugin.update({ plugin_id, openapi: JSON.stringify(openapi(lab.target.url, 1)) })
    expect((await owner.api.pluginTool.list({ plugin_id })).total).toBe(2)
  })

  test('a tool must be tried again after its parameters changed, no matter how, and only then', async () => {
    const plugin_id = await lab.createPlugin()
    const documentWith = (field: string, description: string) => {
      const document = JSON.stringify(openapi(lab.target.url, 2))
      return document.replace('"name":"fields"', `"name":"${field}"`).replaceAll('What to show', description)
    }
    await owner.api.plugin.update({ plugin_id, openapi: documentWith('fields', 'What to show') })
    const tools = async () =>
      (await owner.api.pluginTool.list({ plugin_id })).api_info.filter(({ name }) => name.startsWith('getThing'))
    const states = async () => (await tools()).map(({ debug_status }) => debug_status)
    lab.target.json('/things/7', { name: 'Tea' })
    lab.target.json('/things1/7', { name: 'Tea' })
    async function tryAll() {
      for (const { api_id } of await tools()) await lab.debug(plugin_id, api_id, { id: '7' })
      expect(await states()).toEqual([1, 1])
    }
    await tryAll()
    await owner.api.plugin.update({ plugin_id, openapi: documentWith('columns', 'What to return') })
    expect(await states()).toEqual([0, 1])
    await tryAll()
    const batch = { plugin_id, openapi: documentWith('keys', 'Which keys'), replace_same_paths: true }
    const { paths_created } = await owner.api.pluginTool.batchCreate(batch)
    expect(paths_created.map(({ name, debug_status }) => [name, debug_status])).toEqual([
      ['getThing', 0],
      ['putThing', 0],
      ['getThing1', 1],
    ])
    expect(await states()).toEqual([0, 1])
    await tryAll()
    const [{ api_id, request_params }] = (await tools()) as [Awaited<ReturnType<typeof tools>>[0]]
    const change = (request: typeof request_params) =>
      owner.api.pluginTool.update({ plugin_id, api_id, request_params: request })
    await change(request_params.map((one) => ({ ...one, desc: 'Other words' })))
    expect(await states()).toEqual([1, 1])
    await change(request_params.map((one) => ({ ...one, is_required: true })))
    expect(await states()).toEqual([0, 1])
  })

  test('a program creates and replaces plugins with a token of the right scope', async () => {
    const { token } = await owner.api.token.create({
      name: 'ci',
      workspace_permission_v2: { option: 1, permission_list: ['Plugin.upsert'] },
    })
    const api = lab.t.apiWith({ authorization: `Bearer ${token}` })
    const manifest = JSON.stringify({
      name_for_human: 'From outside',
      description_for_human: 'x',
      auth: { type: 'none' },
    })
    const { plugin_id } = await api.plugin.upsert({
      space_id: lab.spaceId,
      plugin_desc: manifest,
      api_desc: JSON.stringify(openapi(lab.target.url, 1)),
    })
    await api.plugin.upsert({
      plugin_id,
      space_id: lab.spaceId,
      plugin_desc: manifest,
      api_desc: JSON.stringify(openapi(lab.target.url, 2)),
    })
    expect((await owner.api.pluginTool.list({ plugin_id })).total).toBe(3)
    const { token: weak } = await owner.api.token.create({
      name: 'weak',
      workspace_permission_v2: { option: 1, permission_list: ['Workflow.run'] },
    })
    await expect(
      lab.t
        .apiWith({ authorization: `Bearer ${weak}` })
        .plugin.upsert({ space_id: lab.spaceId, plugin_desc: manifest, api_desc: '{}' }),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('unreadable input is refused with the name of the field', async () => {
    await expect(owner.api.plugin.convert({ data: 'hello' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^data/),
    })
    await expect(
      owner.api.plugin.register({
        space_id: lab.spaceId,
        ai_plugin: 'x',
        openapi: JSON.stringify(openapi(lab.target.url)),
      }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^ai_plugin/) })
  })
})
