import { KEPT_SECRET, ParameterLocation, ParameterType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import { openPluginLab, param, type PluginLab } from './testing/plugin-lab.ts'

let lab: PluginLab
let owner: Person
beforeAll(async () => {
  lab = await openPluginLab()
  ;({ owner } = lab)
})
const { string, integer, number, object, array } = ParameterType

describe('a debug run', () => {
  test('sends each parameter to its location and returns only declared fields', async () => {
    const id = await lab.createPlugin({
      common_params: { 2: [{ name: 'lang', value: 'en' }], 4: [{ name: 'x-from', value: 'orrery' }] },
    })
    const tool = await lab.createTool(id, 'send', {
      path: '/items/{item}',
      method: 2,
      request_params: [
        param('item', string, { location: ParameterLocation.path, is_required: true }),
        param('page', integer, { location: ParameterLocation.query }),
        param('x-trace', string, { location: ParameterLocation.header }),
        param('title', string, { location: ParameterLocation.body, is_required: true }),
        param('tags', array, { location: ParameterLocation.body, sub_type: string }),
        param('limit', integer, { location: ParameterLocation.body, global_default: '5', global_disable: true }),
      ],
      response_params: [
        param('temperature', number),
        param('body', object, { sub_parameters: [param('title', string)] }),
      ],
    })
    const run = await lab.debug(id, tool, {
      item: 'a/../b',
      page: 2,
      'x-trace': 't1',
      title: 'Tea',
      tags: ['x', 'y'],
      limit: 99,
      undeclared: 'no',
    })
    expect(run).toMatchObject({ success: true, reason: '', mock_set: '' })
    expect(JSON.parse(run.resp)).toEqual({ temperature: 21.5, body: { title: 'Tea' } })
    expect(run.raw_resp).toContain('secret_sauce')
    const seen = lab.target.last()
    expect(seen).toMatchObject({ method: 'POST', path: '/items/a%2F..%2Fb', query: { lang: 'en', page: '2' } })
    expect(seen.headers).toMatchObject({ 'x-trace': 't1', 'x-from': 'orrery', 'content-type': 'application/json' })
    expect(JSON.parse(seen.body)).toEqual({ title: 'Tea', tags: ['x', 'y'], limit: 5 })
    const [shown] = (await owner.api.pluginTool.list({ plugin_id: id, api_ids: [tool] })).api_info
    expect(shown!.debug_status).toBe(1)
  })

  test('derives the response parameters from an answer on request', async () => {
    const id = await lab.createPlugin()
    lab.target.json('/people', {
      people: [
        { name: 'Ann', age: 30 },
        { name: 'Bo', city: 'Lima' },
      ],
      next: null,
      ok: true,
      ratio: 0.5,
    })
    const tool = await lab.createTool(id, 'people', { path: '/people' })
    const { response_params } = await owner.api.pluginTool.debug({ plugin_id: id, api_id: tool, operation: 2 })
    expect(response_params.map((responseParam) => [responseParam.name, responseParam.type])).toEqual([
      ['people', 5],
      ['next', 1],
      ['ok', 6],
      ['ratio', 3],
    ])
    expect(response_params[0]!.sub_parameters[0]!.sub_parameters.map((subParameter) => subParameter.name)).toEqual([
      'name',
      'age',
      'city',
    ])
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, response_params })
    const run = await lab.debug(id, tool)
    expect(JSON.parse(run.resp)).toMatchObject({
      people: [
        { name: 'Ann', age: 30 },
        { name: 'Bo', city: 'Lima' },
      ],
      ok: true,
    })
  })

  test('stores and deletes an example', async () => {
    const id = await lab.createPlugin()
    const tool = await lab.createTool(id, 'kept', { path: '/kept' })
    const example = { req_example: '{"a":1}', resp_example: '{"b":2}' }
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, save_example: true, debug_example: example })
    const [kept] = (await owner.api.pluginTool.list({ plugin_id: id })).api_info
    expect(kept).toMatchObject({ debug_example: example, debug_example_status: 1 })
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, save_example: false })
    expect((await owner.api.pluginTool.list({ plugin_id: id })).api_info[0]).toMatchObject({ debug_example_status: 0 })
  })

  test('reports missing arguments, a failed target, and an answer of the wrong shape', async () => {
    const id = await lab.createPlugin()
    const tool = await lab.createTool(id, 'strict', {
      path: '/strict',
      request_params: [param('q', string, { location: 2, is_required: true })],
      response_params: [param('count', integer, { is_required: true })],
      api_extend: { response_strategy: 2 },
    })
    expect(await lab.debug(id, tool)).toMatchObject({ success: false, reason: expect.stringContaining('q') })
    lab.target.json('/strict', { error: 'no luck' }, 503)
    expect(await lab.debug(id, tool, { q: 'x' })).toMatchObject({
      success: false,
      reason: expect.stringMatching(/503.*no luck/),
    })
    lab.target.json('/strict', { count: 'many' })
    expect(await lab.debug(id, tool, { q: 'x' })).toMatchObject({
      success: false,
      reason: expect.stringContaining('count'),
    })
    lab.target.json('/strict', { count: 3 })
    expect(await lab.debug(id, tool, { q: 'x' })).toMatchObject({ success: true, resp: '{"count":3}' })
    await expect(owner.api.pluginTool.debug({ plugin_id: id, api_id: tool, parameters: '[1]' })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('converts, passes on or refuses an answer, depending on the strategy of the tool', async () => {
    const id = await lab.createPlugin()
    lab.target.json('/mixed', { n: '7', flag: 'true', text: 5, other: 1 })
    const response_params = [param('n', integer), param('flag', ParameterType.bool), param('text', string)]
    const tool = await lab.createTool(id, 'mixed', { path: '/mixed', response_params })
    expect(JSON.parse((await lab.debug(id, tool)).resp)).toEqual({ n: 7, flag: true, text: '5' })
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, api_extend: { response_strategy: 1 } })
    expect(JSON.parse((await lab.debug(id, tool)).resp)).toEqual({ n: '7', flag: 'true', text: 5, other: 1 })
  })

  test('streams text as it arrives, and returns the whole text as the result', async () => {
    const id = await lab.createPlugin()
    lab.target.on('/stream', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: message\ndata: {"content":"Hel"}\n\n')
      response.write('data: lo\n\n: ping\n\n')
      response.end('data: [DONE]\n\n')
    })
    const tool = await lab.createTool(id, 'stream', { path: '/stream', api_extend: { run_mode: 3 } })
    expect(await lab.debug(id, tool)).toMatchObject({ success: true, resp: '{"data":"Hello"}' })
    const set = (await lab.t.services.toolsets.find(id, '', true))!
    const said: string[] = []
    await lab.t.services.toolsets.call(
      set,
      set.tools[0]!,
      {},
      {
        spaceId: lab.spaceId,
        userId: owner.id,
        endUser: '',
        connectorId: '',
        isDraft: false,
        locale: 'en',
        signal: AbortSignal.timeout(5000),
        say: (delta) => void said.push(delta),
      },
    )
    expect(said).toEqual(['Hel', 'lo'])
  })

  test('sends bodies as forms if the tool is configured so', async () => {
    const id = await lab.createPlugin()
    const tool = await lab.createTool(id, 'form', {
      path: '/form',
      method: 2,
      request_params: [param('a', string, { location: 3 })],
      api_extend: { body_type: 'form' },
    })
    await lab.debug(id, tool, { a: 'x y&z' })
    expect(lab.target.last()).toMatchObject({
      body: 'a=x+y%26z',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })
})

describe('a service key', () => {
  test('is sent in the header or the query, and is never returned', async () => {
    const id = await lab.createPlugin({
      auth_type: 1,
      location: 1,
      key: 'x-api-key',
      service_token: 'sk-very-secret-1',
    })
    const tool = await lab.createTool(id, 'keyed', { path: '/keyed' })
    const run = await lab.debug(id, tool)
    expect(lab.target.last().headers['x-api-key']).toBe('sk-very-secret-1')
    expect(run.raw_req).not.toContain('sk-very-secret-1')
    const info = await owner.api.plugin.info({ plugin_id: id })
    expect(JSON.stringify(info)).not.toContain('sk-very-secret-1')
    expect(info.meta_info.service_token).toBe(KEPT_SECRET)
    await owner.api.plugin.updateMeta({
      plugin_id: id,
      auth_type: 1,
      location: 2,
      key: 'token',
      service_token: KEPT_SECRET,
    })
    await lab.debug(id, tool)
    expect(lab.target.last()).toMatchObject({ query: { token: 'sk-very-secret-1' } })
    const { rows } = await lab.t.infra.database.pool.query<{ secret: string }>(
      'SELECT secret FROM plugin WHERE id = $1',
      [id],
    )
    expect(rows[0]!.secret).not.toContain('sk-very-secret-1')
    expect(lab.t.logLines.join('')).not.toContain('sk-very-secret-1')
  })

  test('needs a name and a value', async () => {
    await expect(lab.createPlugin({ auth_type: 1, location: 1, key: 'x-key' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^service_token/),
    })
    await expect(
      lab.createPlugin({ auth_type: 1, location: 1, key: 'bad name', service_token: 'x' }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^key/) })
  })

  test('is not sent for a tool that needs no authorization', async () => {
    const id = await lab.createPlugin({ auth_type: 1, location: 1, key: 'x-api-key', service_token: 'sk-other' })
    const tool = await lab.createTool(id, 'open', { path: '/open', api_extend: { auth_mode: 2 } })
    await lab.debug(id, tool)
    expect(lab.target.last().headers['x-api-key']).toBeUndefined()
  })
})

describe('code plugins', () => {
  test('run JavaScript in the sandbox with the arguments of the tool', async () => {
    const id = await lab.createPlugin({ creation_method: 1, ide_code_runtime: '1', url: '', name: 'Coder' })
    const tool = await lab.createTool(id, 'greet', {
      request_params: [param('name', string, { is_required: true }), param('times', integer, { global_default: '2' })],
      source_code:
        'export async function handler({ input, logger }) { logger.info("in", input.name); return { text: "hi ".repeat(input.times) + input.name, extra: 1 } }',
      response_params: [param('text', string)],
    })
    const run = await lab.debug(id, tool, { name: 'Ann' })
    expect(run).toMatchObject({ success: true, resp: '{"text":"hi hi Ann"}' })
    expect(run.raw_req).toContain('in Ann')
    const [shown] = (await owner.api.pluginTool.list({ plugin_id: id })).api_info
    expect(shown!.source_code).toContain('handler')
  })

  test('return their printed output when they fail', async () => {
    const id = await lab.createPlugin({ creation_method: 1, ide_code_runtime: '1', url: '', name: 'Failing' })
    const source_code = 'function handler({ logger }) { logger.info("so far"); throw new Error("no further") }'
    const tool = await lab.createTool(id, 'fails', { source_code })
    const run = await lab.debug(id, tool)
    expect(run.success).toBe(false)
    expect(run.reason).toContain('no further')
    expect(run.reason).toContain('so far')
  })

  test('run Python', async () => {
    const id = await lab.createPlugin({ creation_method: 1, ide_code_runtime: '2', url: '', name: 'Snake' })
    const tool = await lab.createTool(id, 'total', {
      request_params: [param('numbers', array, { sub_type: number })],
      function_name: 'total',
      source_code: 'async def total(args):\n    return {"sum": sum(args.input["numbers"])}\n',
    })
    expect(await lab.debug(id, tool, { numbers: [1, 2, 3.5] })).toMatchObject({ success: true, resp: '{"sum":6.5}' })
  })

  test('cannot leave the sandbox', async () => {
    const id = await lab.createPlugin({ creation_method: 1, ide_code_runtime: '1', url: '', name: 'Breaker' })
    const tool = await lab.createTool(id, 'break', {
      source_code: 'function handler() { return { p: typeof process, f: typeof fetch, r: typeof require } }',
    })
    expect(await lab.debug(id, tool)).toMatchObject({
      success: true,
      resp: '{"p":"undefined","f":"undefined","r":"undefined"}',
    })
  })

  test('are saved tool by tool by the code editor', async () => {
    const id = await lab.createPlugin({ creation_method: 1, ide_code_runtime: '1', url: '', name: 'Saver' })
    const tool = await lab.createTool(id, 'saved', {})
    await owner.api.plugin.save({
      plugin_id: id,
      item_infos: [
        { item_id: tool, item_type: 1, content: 'function handler() { return { v: 2 } }' },
        { item_id: tool, item_type: 2, content: '{"a":1}' },
      ],
    })
    expect(await lab.debug(id, tool)).toMatchObject({ resp: '{"v":2}' })
    const [shown] = (await owner.api.pluginTool.list({ plugin_id: id })).api_info
    expect(shown!.debug_example.req_example).toBe('{"a":1}')
    await owner.api.plugin.update({ plugin_id: id, source_code: 'function handler() { return { v: 3 } }' })
    expect(await lab.debug(id, tool)).toMatchObject({ resp: '{"v":3}' })
    expect((await owner.api.plugin.wakeIde({ project_id: id, space_id: lab.spaceId })).message).toBe(
      'javascript is ready',
    )
  })
})
