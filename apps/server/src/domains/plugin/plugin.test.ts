import { KEPT_SECRET, ParameterLocation, ParameterType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../testing/test-app.ts'
import { openPluginLab, param, type PluginLab } from './testing/plugin-lab.ts'

let lab: PluginLab
let owner: Person
beforeAll(async () => {
  lab = await openPluginLab()
  ;({ owner } = lab)
})
const { string, integer, number, object, array } = ParameterType

describe('a plugin by form', () => {
  test('is made, shown and changed; a stale save is refused with both versions', async () => {
    const id = await lab.createPlugin({ name: 'First', common_params: { 4: [{ name: 'x-from', value: 'orrery' }] } })
    const info = await owner.api.plugin.info({ plugin_id: id })
    expect(info).toMatchObject({
      published: false,
      edit_version: 0,
      creation_method: 0,
      can_edit: true,
      is_official: false,
    })
    expect(info.meta_info).toMatchObject({
      name: 'First',
      url: lab.target.url,
      auth_type: [0],
      common_params: { 4: [{ name: 'x-from', value: 'orrery' }] },
    })
    expect(info.creator).toMatchObject({ id: owner.id, self: true })
    const saved = await owner.api.plugin.updateMeta({ plugin_id: id, name: 'Second', edit_version: 0 })
    expect(saved.edit_version).toBe(1)
    await expect(owner.api.plugin.updateMeta({ plugin_id: id, name: 'Third', edit_version: 0 })).rejects.toMatchObject({
      status: 409,
      data: { edit_version: 1, yours: 0 },
    })
    expect((await owner.api.plugin.info({ plugin_id: id })).meta_info.name).toBe('Second')
  })

  test('needs an address that may be called', async () => {
    for (const url of [
      '',
      'file:///etc/passwd',
      'http://user:pw@example.test',
      'not an address',
      'http://169.254.169.254/',
    ])
      await expect(lab.createPlugin({ url }), url).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(/^url/),
      })
  })

  test('keeps its tools with their trees, in order; names differ', async () => {
    const id = await lab.createPlugin()
    const first = await lab.createTool(id, 'forecast', {
      path: '/forecast/{city}',
      request_params: [
        param('city', string, { location: ParameterLocation.path, is_required: true }),
        param('days', integer, { location: ParameterLocation.query, global_default: '3' }),
      ],
      response_params: [
        param('temperature', number),
        param('query', object, { sub_parameters: [param('days', string)] }),
      ],
    })
    const second = await lab.createTool(id, 'history', { path: '/history', method: 2 })
    const { api_info, total } = await owner.api.pluginTool.list({ plugin_id: id })
    expect(total).toBe(2)
    expect(api_info.map((tool) => tool.name)).toEqual(['forecast', 'history'])
    expect(api_info[0]).toMatchObject({
      api_id: first,
      method: 1,
      path: '/forecast/{city}',
      disabled: false,
      debug_status: 0,
      online_status: 0,
    })
    expect(api_info[0]!.request_params[1]).toMatchObject({ name: 'days', type: 2, location: 2, global_default: '3' })
    await expect(lab.createTool(id, 'forecast', { path: '/x' })).rejects.toMatchObject({ status: 409 })
    await expect(lab.createTool(id, 'bad name', { path: '/x' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^name/),
    })
    await owner.api.pluginTool.remove({ plugin_id: id, api_id: second })
    expect((await owner.api.pluginTool.list({ plugin_id: id })).total).toBe(1)
  })

  test.each(['relative', '//evil.test/x', '/a/../b', '/a?x=1', '/a b', '/a#b', String.raw`/a\b`])(
    'refuses the path %s',
    async (path) => {
      const id = await lab.createPlugin()
      await expect(lab.createTool(id, 'tool', { path })).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(/^path/),
      })
    },
  )

  test('refuses a parameter that is there twice, or has no name', async () => {
    const id = await lab.createPlugin()
    const twice = [param('a', string, { location: 2 }), param('a', string, { location: 2 })]
    await expect(lab.createTool(id, 'tool', { path: '/x', request_params: twice })).rejects.toMatchObject({
      status: 400,
    })
    await expect(lab.createTool(id, 'tool', { path: '/x', request_params: [param('', string)] })).rejects.toMatchObject(
      { status: 400 },
    )
  })

  test('is deleted with everything', async () => {
    const id = await lab.createPlugin()
    await lab.createTool(id, 'gone', { path: '/gone' })
    await lab.publish(id)
    await owner.api.plugin.remove({ plugin_id: id })
    await expect(owner.api.plugin.info({ plugin_id: id })).rejects.toMatchObject({ status: 404 })
    const list = await owner.api.pluginList.mine({ space_id: lab.spaceId, size: 100 })
    expect(list.plugin_infos.map((one) => one.id)).not.toContain(id)
  })
})

describe('a debug run', () => {
  test('sends each parameter to its place and answers with what is declared', async () => {
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

  test('reads the tree of an answer when asked to', async () => {
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
    expect(response_params.map((one) => [one.name, one.type])).toEqual([
      ['people', 5],
      ['next', 1],
      ['ok', 6],
      ['ratio', 3],
    ])
    expect(response_params[0]!.sub_parameters[0]!.sub_parameters.map((one) => one.name)).toEqual([
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

  test('keeps an example, and lets go of it', async () => {
    const id = await lab.createPlugin()
    const tool = await lab.createTool(id, 'kept', { path: '/kept' })
    const example = { req_example: '{"a":1}', resp_example: '{"b":2}' }
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, save_example: true, debug_example: example })
    const [kept] = (await owner.api.pluginTool.list({ plugin_id: id })).api_info
    expect(kept).toMatchObject({ debug_example: example, debug_example_status: 1 })
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, save_example: false })
    expect((await owner.api.pluginTool.list({ plugin_id: id })).api_info[0]).toMatchObject({ debug_example_status: 0 })
  })

  test('tells what went wrong: missing arguments, a failing target, an answer of another shape', async () => {
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

  test('fits, passes on or refuses an answer by the strategy of the tool', async () => {
    const id = await lab.createPlugin()
    lab.target.json('/mixed', { n: '7', flag: 'true', text: 5, other: 1 })
    const response_params = [param('n', integer), param('flag', ParameterType.bool), param('text', string)]
    const tool = await lab.createTool(id, 'mixed', { path: '/mixed', response_params })
    expect(JSON.parse((await lab.debug(id, tool)).resp)).toEqual({ n: 7, flag: true, text: '5' })
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, api_extend: { response_strategy: 1 } })
    expect(JSON.parse((await lab.debug(id, tool)).resp)).toEqual({ n: '7', flag: 'true', text: 5, other: 1 })
  })

  test('sends bodies as forms where the tool says so', async () => {
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
  test('goes into the header or the query, and is never shown', async () => {
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

  test('is left out for a tool that does without', async () => {
    const id = await lab.createPlugin({ auth_type: 1, location: 1, key: 'x-api-key', service_token: 'sk-other' })
    const tool = await lab.createTool(id, 'open', { path: '/open', api_extend: { auth_mode: 2 } })
    await lab.debug(id, tool)
    expect(lab.target.last().headers['x-api-key']).toBeUndefined()
  })
})

describe('versions', () => {
  test('are published under rising names, and stay what they were', async () => {
    const id = await lab.createPlugin()
    await expect(lab.publish(id)).rejects.toMatchObject({ status: 400 })
    const tool = await lab.createTool(id, 'one', { path: '/one' })
    expect((await owner.api.plugin.nextVersion({ plugin_id: id })).next_version_name).toBe('v1.0.0')
    const first = await lab.publish(id)
    expect((await owner.api.plugin.nextVersion({ plugin_id: id })).next_version_name).toBe('v1.0.1')
    await owner.api.pluginTool.update({ plugin_id: id, api_id: tool, desc: 'Changed', path: '/other' })
    await lab.createTool(id, 'two', { path: '/two' })
    expect(await owner.api.plugin.updatedApis({ plugin_id: id })).toMatchObject({
      created_api_names: ['two'],
      deleted_api_names: [],
      updated_api_names: ['one'],
    })
    await owner.api.plugin.muteUpdates({ plugin_id: id })
    expect(await owner.api.plugin.updatedApis({ plugin_id: id })).toMatchObject({
      created_api_names: [],
      updated_api_names: [],
    })
    const then = await owner.api.pluginTool.list({ plugin_id: id, preview_version_ts: first })
    expect(then.api_info.map((one) => [one.name, one.path])).toEqual([['one', '/one']])
    for (const version_name of ['v0.9.0', 'v1.0.0', '2.0.0', 'v1'])
      await expect(owner.api.plugin.publish({ plugin_id: id, version_name }), version_name).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(/^version_name/),
      })
    await owner.api.plugin.publish({
      plugin_id: id,
      version_name: 'v2.0.0',
      version_desc: 'Two tools',
      privacy_status: true,
      privacy_info: 'Nothing is kept',
    })
    const history = await owner.api.plugin.history({ plugin_id: id })
    expect(history).toMatchObject({
      total: 2,
      plugin_publish_info_list: [
        { version_name: 'v2.0.0', version_desc: 'Two tools', publisher_id: owner.id },
        { version_name: 'v1.0.0', version_ts: first },
      ],
    })
    expect(await owner.api.plugin.info({ plugin_id: id })).toMatchObject({
      published: true,
      version_name: 'v2.0.0',
      privacy_status: true,
      privacy_info: 'Nothing is kept',
    })
    expect((await owner.api.pluginTool.list({ plugin_id: id })).api_info.map((one) => one.online_status)).toEqual([
      1, 1,
    ])
    const log = await owner.api.plugin.changelog({ plugin_id: id, page: 1, size: 50 })
    expect(log.change_log_list[0]).toMatchObject({ operation: 'publish v2.0.0', creator: { id: owner.id } })
    expect(log.change_log_list.at(-1)!.operation).toBe('create')
  })
})

describe('the edit lock', () => {
  test('is held by one person, and runs out', async () => {
    const mate = await lab.t.register('mate')
    await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: mate.id }] })
    const id = await lab.createPlugin()
    expect(await owner.api.plugin.lock({ plugin_id: id })).toMatchObject({
      Occupied: false,
      Seized: true,
      user: { id: owner.id },
    })
    expect(await mate.api.plugin.lock({ plugin_id: id })).toMatchObject({
      Occupied: true,
      Seized: false,
      user: { id: owner.id },
    })
    await expect(mate.api.plugin.updateMeta({ plugin_id: id, name: 'Mine' })).rejects.toMatchObject({ status: 409 })
    expect((await mate.api.plugin.unlock({ plugin_id: id })).released).toBe(false)
    lab.t.clock.advance(31 * 60_000)
    expect(await mate.api.plugin.lock({ plugin_id: id })).toMatchObject({ Seized: true })
    expect((await mate.api.plugin.unlock({ plugin_id: id })).released).toBe(true)
    const mine = await mate.api.plugin.authority({ plugin_id: id, creation_method: 0 })
    expect(mine).toEqual({
      can_edit: true,
      can_read: true,
      can_delete: false,
      can_debug: true,
      can_publish: true,
      can_read_changelog: true,
    })
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

  test('run Python', async () => {
    const id = await lab.createPlugin({ creation_method: 1, ide_code_runtime: '2', url: '', name: 'Snake' })
    const tool = await lab.createTool(id, 'total', {
      request_params: [param('numbers', array, { sub_type: number })],
      function_name: 'total',
      source_code: 'async def total(args):\n    return {"sum": sum(args.input["numbers"])}\n',
    })
    expect(await lab.debug(id, tool, { numbers: [1, 2, 3.5] })).toMatchObject({ success: true, resp: '{"sum":6.5}' })
  })

  test('have no way out of the sandbox', async () => {
    const id = await lab.createPlugin({ creation_method: 1, ide_code_runtime: '1', url: '', name: 'Breaker' })
    const tool = await lab.createTool(id, 'break', {
      source_code: 'function handler() { return { p: typeof process, f: typeof fetch, r: typeof require } }',
    })
    expect(await lab.debug(id, tool)).toMatchObject({
      success: true,
      resp: '{"p":"undefined","f":"undefined","r":"undefined"}',
    })
  })

  test('are saved by the code editor, tool by tool', async () => {
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

describe('other calls', () => {
  test('a tool as a program: no key in it, and its words stay one argument', async () => {
    const id = await lab.createPlugin({ auth_type: 1, location: 1, key: 'x-api-key', service_token: 'sk-hidden' })
    const tool = await lab.createTool(id, 'post', {
      path: '/post',
      method: 2,
      request_params: [param('text', string, { location: 3, global_default: "it's; rm -rf" })],
    })
    const { program_code } = await owner.api.plugin.toCode({ plugin_id: id, api_id: tool, program_lang: 1 })
    expect(program_code).toContain(`curl -X POST '${lab.target.url}/post'`)
    expect(program_code).toContain(String.raw`it'\''s; rm -rf`)
    for (const program_lang of [1, 2, 3, 4, 5] as const) {
      const { program_code: code } = await owner.api.plugin.toCode({ plugin_id: id, api_id: tool, program_lang })
      expect(code).toContain('YOUR_API_KEY')
      expect(code).not.toContain('sk-hidden')
    }
  })

  test('schemas, settings and feedback', async () => {
    const { oauth_schema, ide_conf } = await owner.api.plugin.oauthSchema({})
    expect(JSON.parse(oauth_schema)).toMatchObject({
      redirect_uri: expect.stringMatching(/\/api\/oauth\/authorization_code$/),
      authorization_code: expect.any(Array),
    })
    expect((JSON.parse(ide_conf) as { runtimes: { id: string }[] }).runtimes.map((one) => one.id)).toEqual(['1', '2'])
    expect(JSON.parse((await owner.api.plugin.nl2app({})).config)).toMatchObject({ runtimes: ['javascript', 'python'] })
    expect(await owner.api.plugin.exportIp({ space_id: lab.spaceId })).toMatchObject({ is_support: false, ip_list: [] })
    await owner.api.plugin.feedback({ feedback_type: 1, feedback: 'A map plugin, please' })
    const { rows } = await lab.t.infra.database.pool.query('SELECT user_id::text, text FROM plugin_feedback')
    expect(rows).toEqual([{ user_id: owner.id, text: 'A map plugin, please' }])
  })

  test('a model writes descriptions, and what it leaves out stays', async () => {
    const id = await lab.createPlugin()
    const { api_desc } = await owner.api.pluginTool.optimizeTool({ plugin_id: id, api_desc: 'weather by city' })
    expect(api_desc.length).toBeGreaterThan(0)
    const { request_params } = await owner.api.pluginTool.optimizeParams({
      plugin_id: id,
      api_desc: 'weather',
      request_params: [param('city', string, { desc: 'as it was' })],
    })
    expect(request_params[0]!.name).toBe('city')
    expect(request_params[0]!.desc.length).toBeGreaterThan(0)
  })

  test('private links: only the owner of the instance makes them; a plugin goes through one', async () => {
    const { private_link_id } = await owner.api.plugin.saveLink({
      private_link: { name: 'Inner', domain: 'inner.test', plugin_access_url: lab.target.url },
    })
    const stranger = await lab.t.register('stranger')
    await expect(
      stranger.api.plugin.saveLink({ private_link: { name: 'X', plugin_access_url: lab.target.url } }),
    ).rejects.toMatchObject({ status: 403 })
    expect((await stranger.api.plugin.links({})).private_links).toEqual([
      expect.objectContaining({ id: private_link_id, status: 2, plugin_access_url: '' }),
    ])
    expect((await owner.api.plugin.link({ private_link_id })).private_link).toMatchObject({
      plugin_access_url: lab.target.url,
    })
    const id = await lab.createPlugin({ url: 'https://inner.example', private_link_id })
    const tool = await lab.createTool(id, 'inner', { path: '/inner' })
    expect(await lab.debug(id, tool)).toMatchObject({ success: true })
    expect(lab.target.last().path).toBe('/inner')
    await owner.api.plugin.operateLink({ private_link_id, operate_type: 1 })
    await expect(owner.api.plugin.link({ private_link_id })).rejects.toMatchObject({ status: 404 })
    await expect(
      owner.api.plugin.saveLink({ private_link: { name: 'Meta', plugin_access_url: 'http://169.254.169.254/' } }),
    ).rejects.toMatchObject({ status: 400 })
  })
})
