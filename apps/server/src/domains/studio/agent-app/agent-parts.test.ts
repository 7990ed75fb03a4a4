import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { builtinPlugins, pluginIdOf } from '#builtin-plugins/registry.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Parts of agent apps: tools that run in their pages, files of their users, component packages. */
let t: TestApp
let owner: Person
let member: Person
let stranger: Person
let space_id: string
let agent_app_id: string
let bot_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  stranger = await t.register('stranger')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  agent_app_id = (await owner.api.agentApp.create({ space_id, agent_app_name: 'Shop' })).agent_app_id
  bot_id = (await owner.api.agentApp.get({ agent_app_id })).bot_id
})
const refused = (code: number, words = '') => ({ code, message: expect.stringContaining(words) as unknown })

describe('the plugin of an app', () => {
  const tool = (name: string) => ({
    [`/${name}`]: { get: { operationId: name, summary: `Does ${name}`, responses: { 200: { description: 'ok' } } } },
  })
  const openapi = (...names: string[]) =>
    JSON.stringify({
      openapi: '3.0.1',
      info: { title: 'Page', description: 'Acts in the page', version: 'v1' },
      servers: [],
      paths: Object.assign({}, ...names.map(tool)) as object,
    })
  const toolsOfBot = async () =>
    (await t.services.bots.getDraft(bot_id)).content.config.plugin_info_list.map(({ api_name }) => api_name)
  let plugin_id: string
  test('has no address, and updating the plugin replaces the tools of the bot', async () => {
    await expect(owner.api.agentAppPlugin.update({ agent_app_id, openapi: openapi('a') })).rejects.toMatchObject(
      refused(ErrorCode.agentApp.noPlugin),
    )
    plugin_id = (await owner.api.agentAppPlugin.create({ agent_app_id, openapi: openapi('fill_form', 'open_page') }))
      .plugin_id
    expect((await owner.api.agentApp.get({ agent_app_id })).plugin_id).toBe(plugin_id)
    expect(await toolsOfBot()).toEqual(['fill_form', 'open_page'])
    await owner.api.agentAppPlugin.update({ agent_app_id, openapi: openapi('open_page', 'read_page') })
    expect(await toolsOfBot()).toEqual(['open_page', 'read_page'])
    await expect(owner.api.agentAppPlugin.create({ agent_app_id, openapi: openapi('a') })).rejects.toMatchObject(
      refused(ErrorCode.agentApp.hasPlugin),
    )
    await expect(member.api.agentAppPlugin.update({ agent_app_id, openapi: openapi('a') })).rejects.toMatchObject({
      status: 403,
    })
    await expect(owner.api.agentAppPlugin.update({ agent_app_id, openapi: 'no document' })).rejects.toMatchObject({
      code: ErrorCode.plugin.badDocument,
    })
    expect(await toolsOfBot()).toEqual(['open_page', 'read_page'])
  })
  test('a tool that runs in the page cannot be called on the server', async () => {
    await expect(owner.api.agentAppPlugin.call({ plugin_id, api_name: 'open_page' })).rejects.toMatchObject(
      refused(ErrorCode.plugin.runsInPage, 'open_page'),
    )
  })
  test('other tools are called with the rights of the caller, and long results are truncated', async () => {
    const [tool] = ['calculate']
    const plugin = builtinPlugins.find(({ tools }) => tools.some(({ name }) => name === tool))!
    const call = (who: Person, more: object = {}) =>
      who.api.agentAppPlugin.call({
        plugin_id: pluginIdOf(plugin),
        api_name: tool!,
        parameters: JSON.stringify({ expression: '12345678 * 2' }),
        ...more,
      })
    expect(await call(owner)).toContain('24691356')
    expect((await call(owner, { output_token_limit: '2' })).length).toBeLessThan(12)
    await expect(call(owner, { parameters: '[1]' })).rejects.toMatchObject({ code: ErrorCode.plugin.badArguments })
    await expect(call(owner, { api_name: 'nothing' })).rejects.toMatchObject({ code: ErrorCode.plugin.noTool })
    await expect(stranger.api.agentAppPlugin.call({ plugin_id, api_name: 'open_page' })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('files of the caller', () => {
  let key: string
  test('are added to the file box of the bot, where they are listed, read, searched and summarised', async () => {
    const text = 'Tea is grown in the hills. Coffee is grown by the sea. The harvest begins in May.'
    const stored = await t.services.uploads.store({
      userId: owner.id,
      scene: 'file',
      name: 'notes.txt',
      bytes: Buffer.from(text),
    })
    key = await owner.api.agentAppFile.upload({ bot_id, source_uri: stored.key, file_name: 'notes.txt' })
    expect(key).toBe(stored.key)
    const { total, data } = await owner.api.agentAppFile.list({ bot_id })
    expect([total, data[0]]).toMatchObject([1, { Uri: key, Name: 'notes.txt', Format: 'txt' }])
    expect((await owner.api.agentAppFile.meta({ bot_id, file_uri: key })).file_name).toBe('notes.txt')
    await t.services.fileboxReading.drain()
    const chunks = await owner.api.agentAppFile.chunks({ bot_id, file_uri: key })
    expect(chunks[0]).toMatchObject({ seq_id: 0, content: expect.stringContaining('hills') as unknown })
    expect(await owner.api.agentAppFile.chunks({ bot_id, file_uri: key, start_chunk_seq_id: 99 })).toEqual([])
    const found = await owner.api.agentAppFile.search({ bot_id, query: 'coffee sea' })
    expect(found[0]).toMatchObject({ file_name: 'notes.txt', content: expect.stringContaining('sea') as unknown })
    expect(await owner.api.agentAppFile.search({ bot_id, query: 'coffee', file_name_list: ['other.txt'] })).toEqual([])
    const { SummaryInfo } = await owner.api.agentAppFile.summary({ bot_id, file_key: key })
    expect(SummaryInfo.content.length).toBeGreaterThan(10)
    expect((await owner.api.agentAppFile.url({ uri: key })).url).toContain('/api/file/')
  })
  test('cannot be seen by other users', async () => {
    expect((await member.api.agentAppFile.list({ bot_id })).total).toBe(0)
    for (const call of [
      () => member.api.agentAppFile.meta({ bot_id, file_uri: key }),
      () => member.api.agentAppFile.url({ uri: key }),
      () => member.api.agentAppFile.upload({ bot_id, source_uri: key }),
      () => member.api.agentAppFile.summary({ bot_id, file_key: key }),
      () => stranger.api.agentAppFile.list({ bot_id }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
  })
})

describe('packages', () => {
  const components = [{ name: 'stars', title: 'Stars' }]
  const files = { 'index.ts': 'export const stars = (root: HTMLElement) => root.append("x")\n' }
  const meta_contains = JSON.stringify({ components, files })
  const rating = { space_id, package_name: 'rating' }
  beforeAll(() => void (rating.space_id = space_id))
  const add = (version_name: string, more: object = {}) =>
    owner.api.agentAppPackage.create({ ...rating, version_name, meta_contains, ...more })
  test('are built when added, and listed by name and version', async () => {
    await add('1.0.0', { meta_title: 'Rating' })
    await add('1.2.0')
    expect(await owner.api.agentAppPackage.versions(rating)).toEqual({ version_list: ['1.2.0', '1.0.0'], total: '2' })
    expect(await member.api.agentAppPackage.get(rating)).toMatchObject({ version_name: '1.2.0', is_latest_version: 1 })
    const old = await member.api.agentAppPackage.get({ ...rating, version_name: 'v1.0.0' })
    expect(old).toMatchObject({ meta_title: 'Rating', is_latest_version: 0 })
    expect(JSON.parse(old.meta_contains)).toMatchObject({ components })
    const { package_list } = await owner.api.agentAppPackage.list({ space_id, package_name: 'rat' })
    expect(package_list.map((one) => one.version_name)).toEqual(['1.2.0'])
    const query = [{ package_name: 'rating', version_name: '1.0.0' }, { package_name: 'missing' }]
    const several = await owner.api.agentAppPackage.batchGet({ space_id, query: JSON.stringify(query) as never })
    expect(several.package_list.map((one) => one.version_name)).toEqual(['1.0.0'])
    await expect(stranger.api.agentAppPackage.list({ space_id })).rejects.toMatchObject({ status: 404 })
  })
  test('a version can be added only once, and updated by its name', async () => {
    await expect(add('1.2.0')).rejects.toMatchObject(refused(ErrorCode.componentPackage.exists, 'rating'))
    await owner.api.agentAppPackage.update({ ...rating, version_name: '1.2.0', meta_desc: 'Better' })
    expect((await owner.api.agentAppPackage.get(rating)).meta_desc).toBe('Better')
    await expect(
      owner.api.agentAppPackage.update({ ...rating, version_name: '9.0.0', meta_contains }),
    ).rejects.toMatchObject({ status: 404 })
    await owner.api.agentAppPackage.remove({ ...rating, version_name: '1.0.0' })
    expect((await owner.api.agentAppPackage.versions(rating)).total).toBe('1')
  })
  test('sources can be given as an uploaded file of the caller', async () => {
    const bytes = Buffer.from(JSON.stringify(files))
    const stored = await t.services.uploads.store({ userId: owner.id, scene: 'file', name: 'sources.json', bytes })
    await add('2.0.0', { meta_contains: JSON.stringify({ components, source_uri: stored.key }) })
    expect((await owner.api.agentAppPackage.get(rating)).version_name).toBe('2.0.0')
    await expect(
      member.api.agentAppPackage.create({
        ...rating,
        version_name: '3.0.0',
        meta_contains: JSON.stringify({ components, source_uri: stored.key }),
      }),
    ).rejects.toMatchObject(refused(ErrorCode.componentPackage.badContents, 'source_uri'))
  })
  test.each([
    ['no JSON', 'x', 'JSON'],
    ['no components', '{"files":{}}', 'components'],
    ['no sources', JSON.stringify({ components }), 'files'],
    ['another field', JSON.stringify({ components, files, run: 1 }), 'run'],
  ])('%s is refused with the name of the field', async (_, contains, words) => {
    await expect(add('5.0.0', { meta_contains: contains })).rejects.toMatchObject(
      refused(ErrorCode.componentPackage.badContents, words),
    )
  })
  test('a package that cannot be built is refused with file and line', async () => {
    const broken = JSON.stringify({ components, files: { 'index.ts': 'export const a = 1\nexport const stars = = 2' } })
    await expect(add('5.0.0', { meta_contains: broken })).rejects.toMatchObject(
      refused(ErrorCode.componentPackage.buildFailed, 'line 2'),
    )
  })
})
