import { ParameterLocation, ParameterType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import { openPluginLab, param, type PluginLab } from './testing/plugin-lab.ts'

let lab: PluginLab
let owner: Person
beforeAll(async () => {
  lab = await openPluginLab()
  ;({ owner } = lab)
})
const { string, integer, number, object } = ParameterType

describe('a plugin created by form', () => {
  test('is created, read and changed; a save based on an outdated version is refused', async () => {
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

  test('needs an address that is allowed for outgoing requests', async () => {
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

  test('stores tools with their parameters, in order; names must be unique', async () => {
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

  test('refuses parameters with duplicate or empty names', async () => {
    const id = await lab.createPlugin()
    const twice = [param('a', string, { location: 2 }), param('a', string, { location: 2 })]
    await expect(lab.createTool(id, 'tool', { path: '/x', request_params: twice })).rejects.toMatchObject({
      status: 400,
    })
    await expect(lab.createTool(id, 'tool', { path: '/x', request_params: [param('', string)] })).rejects.toMatchObject(
      { status: 400 },
    )
  })

  test('is deleted with its tools', async () => {
    const id = await lab.createPlugin()
    await lab.createTool(id, 'gone', { path: '/gone' })
    await lab.publish(id)
    await owner.api.plugin.remove({ plugin_id: id })
    await expect(owner.api.plugin.info({ plugin_id: id })).rejects.toMatchObject({ status: 404 })
    const list = await owner.api.pluginList.mine({ space_id: lab.spaceId, size: 100 })
    expect(list.plugin_infos.map((pluginInfo) => pluginInfo.id)).not.toContain(id)
  })
})

describe('versions', () => {
  test('are published under ascending names and never change', async () => {
    const id = await lab.createPlugin()
    await expect(lab.publish(id)).rejects.toMatchObject({ status: 400 })
    const tool = await lab.createTool(id, 'one', { path: '/one' })
    expect((await owner.api.plugin.nextVersion({ plugin_id: id })).next_version_name).toBe('v1.0.0')
    const first = await lab.publish(id)
    expect((await owner.api.plugin.nextVersion({ plugin_id: id })).next_version_name).toBe('v1.0.1')
    expect(await owner.api.plugin.updatedApis({ plugin_id: id })).toMatchObject({
      created_api_names: [],
      deleted_api_names: [],
      updated_api_names: [],
    })
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
    expect(then.api_info.map((item) => [item.name, item.path])).toEqual([['one', '/one']])
    for (const preview_version_ts of ['9999999999999999999', '1', 'v9.9.9', "';--"])
      await expect(owner.api.plugin.info({ plugin_id: id, preview_version_ts })).rejects.toMatchObject({ status: 404 })
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
    expect((await owner.api.pluginTool.list({ plugin_id: id })).api_info.map((item) => item.online_status)).toEqual([
      1, 1,
    ])
    const log = await owner.api.plugin.changelog({ plugin_id: id, page: 1, size: 50 })
    expect(log.change_log_list[0]).toMatchObject({ operation: 'publish v2.0.0', creator: { id: owner.id } })
    expect(log.change_log_list.at(-1)!.operation).toBe('create')
  })
})

describe('the edit lock', () => {
  test('is held by one person and expires', async () => {
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
    expect(await mate.api.plugin.lock({ plugin_id: id, force: true })).toMatchObject({
      Seized: true,
      user: { id: mate.id },
    })
    expect(await owner.api.plugin.lock({ plugin_id: id })).toMatchObject({ Occupied: true, user: { id: mate.id } })
    await owner.api.plugin.lock({ plugin_id: id, force: true })
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

describe('other calls', () => {
  test('a tool is shown as program code without keys, and its values are safely quoted', async () => {
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

  test('a plugin is found by the texts of its tools; wildcard characters match literally', async () => {
    const id = await lab.createPlugin({ name: 'Kitchen' })
    await lab.createTool(id, 'boil_egg', { desc: 'Five minutes, 100% soft' })
    const found = async (name: string) =>
      (await owner.api.pluginList.mine({ space_id: lab.spaceId, name })).plugin_infos.map((pluginInfo) => pluginInfo.id)
    expect(await found('OIL_EG')).toEqual([id])
    expect(await found('100% soft')).toEqual([id])
    expect(await found('oilXeg')).toEqual([])
  })

  test('schemas, settings and feedback are available', async () => {
    const { oauth_schema, ide_conf } = await owner.api.plugin.oauthSchema({})
    expect(JSON.parse(oauth_schema)).toMatchObject({
      redirect_uri: expect.stringMatching(/\/api\/oauth\/authorization_code$/),
      authorization_code: expect.any(Array),
    })
    expect((JSON.parse(ide_conf) as { runtimes: { id: string }[] }).runtimes.map((runtime) => runtime.id)).toEqual([
      '1',
      '2',
    ])
    expect(JSON.parse((await owner.api.plugin.nl2app({})).config)).toMatchObject({ runtimes: ['javascript', 'python'] })
    expect(await owner.api.plugin.exportIp({ space_id: lab.spaceId })).toMatchObject({ is_support: false, ip_list: [] })
    // Fixed addresses cannot be requested unless they are configured.
    await expect(lab.createPlugin({ name: 'Fixed', fixed_export_ip: true })).rejects.toThrow(/fixed_export_ip/)
    const free = await lab.createPlugin({ name: 'Free', fixed_export_ip: false })
    await expect(owner.api.plugin.updateMeta({ plugin_id: free, fixed_export_ip: true } as never)).rejects.toThrow(
      /administrator/,
    )
    await owner.api.plugin.feedback({ feedback_type: 1, feedback: 'A map plugin, please' })
    const { rows } = await lab.t.infra.database.pool.query('SELECT user_id::text, text FROM plugin_feedback')
    expect(rows).toEqual([{ user_id: owner.id, text: 'A map plugin, please' }])
  })

  test('a model writes descriptions, and those it leaves out do not change', async () => {
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

  test('only the instance owner creates private links, through which plugins are called', async () => {
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
