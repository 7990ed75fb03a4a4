import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { openTarget, type Target } from './testing/target-server.ts'

/** Web search and MCP servers of the instance, configured by its owner. */
let t: TestApp
let target: Target
let owner: Person
let other: Person
beforeAll(async () => {
  target = await openTarget()
  t = await openTestApp({ config: { egressAllow: [target.host] } })
  owner = await t.register('owner')
  other = await t.register('other')
})

test('web search uses the configured provider; its key is sent only to its host and never returned', async () => {
  const { instanceTools } = owner.api
  expect(await instanceTools.webSearch({})).toEqual({ kind: 'none', url: '', key_hint: '', source: 'none' })
  await expect(instanceTools.tryWebSearch({ query: 'tea' })).rejects.toMatchObject({ status: 400 })
  await expect(instanceTools.saveWebSearch({ kind: 'searxng' })).rejects.toMatchObject({
    message: expect.stringMatching(/^url: /),
  })
  await expect(instanceTools.saveWebSearch({ kind: 'searxng', url: 'http://10.1.1.1/' })).rejects.toMatchObject({
    status: 403,
  })
  const url = `${target.url}/search`
  await instanceTools.saveWebSearch({ kind: 'searxng', url, api_key: 'sk-search-0000001' })
  target.json('/search', { results: [{ title: 'Tea', url: 'https://tea.test', content: 'About tea' }] })
  expect(await instanceTools.tryWebSearch({ query: 'tea' })).toEqual({
    results: [{ title: 'Tea', url: 'https://tea.test', snippet: 'About tea' }],
  })
  expect(target.last()).toMatchObject({ headers: { 'x-subscription-token': 'sk-search-0000001' } })
  const shown = await instanceTools.webSearch({})
  expect(shown).toEqual({ kind: 'searxng', url, key_hint: '••••0001', source: 'administration' })
  const { rows } = await t.infra.database.pool.query(
    `SELECT value::text FROM instance_setting WHERE key = 'web-search'`,
  )
  expect(JSON.stringify(rows)).not.toContain('sk-search')
  await expect(
    instanceTools.saveWebSearch({ kind: 'brave', url: 'https://elsewhere.test/search' }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/^api_key: /) })
  await instanceTools.saveWebSearch({ kind: 'none' })
  expect((await instanceTools.webSearch({})).source).toBe('none')
  await expect(other.api.instanceTools.webSearch({})).rejects.toMatchObject({ status: 403 })
  await expect(other.api.instanceTools.saveWebSearch({ kind: 'none' })).rejects.toMatchObject({ status: 403 })
})

test('MCP servers listed by the owner are offered to every space; commands cannot be listed here', async () => {
  const { instanceTools } = owner.api
  const server = {
    name: 'Everything',
    description: 'All of it',
    transport: 'streamable_http' as const,
    url: target.url,
  }
  await instanceTools.saveMcpServers({ servers: [server] })
  expect(await instanceTools.mcpServers({})).toEqual({ servers: [server], from_file: [] })
  const { mcp_servers: offered } = await other.api.mcp.official({})
  expect(offered.map(({ name, is_official }) => [name, is_official])).toEqual([['Everything', true]])
  await expect(instanceTools.saveMcpServers({ servers: [server, server] })).rejects.toMatchObject({
    message: expect.stringMatching(/^servers: .*Everything/),
  })
  const command = { ...server, transport: 'stdio', url: 'rm -rf /' }
  await expect(instanceTools.saveMcpServers({ servers: [command as never] })).rejects.toMatchObject({ status: 400 })
  await expect(
    instanceTools.saveMcpServers({ servers: [{ ...server, url: 'http://169.254.169.254/' }] }),
  ).rejects.toMatchObject({ status: 403 })
  await instanceTools.saveMcpServers({ servers: [] })
  expect((await other.api.mcp.official({})).mcp_servers).toEqual([])
  await expect(other.api.instanceTools.saveMcpServers({ servers: [] })).rejects.toMatchObject({ status: 403 })
})
