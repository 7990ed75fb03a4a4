import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { McpStatus } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { mcpProgram, openEverything } from './testing/everything-server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-mcp-'))
writeFileSync(path.join(folder, 'hello.txt'), 'hello from a file')

let t: TestApp
/** The address of a server whose responses are not MCP. */
let odd: string
let owner: Person
let spaceId: string
let stream: Awaited<ReturnType<typeof openEverything>>
let sse: Awaited<ReturnType<typeof openEverything>>
beforeAll(async () => {
  ;[stream, sse] = await Promise.all([openEverything('streamableHttp'), openEverything('sse')])
  odd = await openOddServer()
  t = await openTestApp({ config: { egressAllow: [stream.host, sse.host, odd] } })
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'MCP' })).id
  writeFileSync(
    path.join(t.infra.config.dataDir, 'mcp.json'),
    JSON.stringify({
      stdio: [
        {
          name: 'files',
          description: 'Files of a folder',
          command: process.execPath,
          args: [mcpProgram('server-filesystem'), folder],
        },
        {
          name: 'memory',
          command: process.execPath,
          args: [mcpProgram('server-memory')],
          env: { MEMORY_FILE_PATH: path.join(folder, 'memory.json') },
        },
      ],
      official: [{ name: 'Everything', description: 'All of it', url: stream.url }],
    }),
  )
})
async function openOddServer(): Promise<string> {
  const far = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { id } = JSON.parse(text || '{}') as { id?: number }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { tools: 'none', protocolVersion: 7 } }))
    })
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  afterFile(() => void far.close())
  return `127.0.0.1:${(far.address() as AddressInfo).port}`
}
const create = async (name = 'Server', person = owner) =>
  (await person.api.mcp.create({ space_id: spaceId, name, description: 'A server' })).mcp_server
const connect = async (
  server_url: string,
  transport_mode: 'streamable_http' | 'sse' | 'stdio' = 'streamable_http',
  more: object = {},
) => {
  const { id } = await create()
  const point = (await owner.api.mcp.createPoint({ mcp_server_id: id, transport_mode, server_url, ...more }))
    .mcp_server_access_point
  return {
    serverId: id,
    point,
    debug: (tool_name: string, args: object = {}, extra: object = {}) =>
      owner.api.mcp.debug({
        mcp_server_id: id,
        access_point_id: point.id,
        tool_name,
        parameters: JSON.stringify(args),
        ...extra,
      }),
  }
}

describe('servers of a space', () => {
  test('over streamable HTTP: tools are listed and called', async () => {
    const { point, debug } = await connect(stream.url)
    expect(point).toMatchObject({ validation_status: 'success', validation_message: '', status: McpStatus.normal })
    expect(point.tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(['echo', 'get-sum']))
    expect(await debug('echo', { message: 'hi' })).toMatchObject({
      is_error: false,
      contents: [{ type: 'text', text: expect.stringContaining('hi') }],
    })
    expect((await debug('get-sum', { a: 2, b: 3 })).contents[0]!.text).toContain('5')
    await expect(debug('no-such-tool')).rejects.toMatchObject({ status: 404 })
    await expect(debug('echo', [] as never)).rejects.toMatchObject({ status: 400 })
  })

  test('over SSE', async () => {
    const { point, debug } = await connect(sse.url, 'sse')
    expect(point).toMatchObject({ validation_status: 'success', validation_message: '' })
    expect((await debug('echo', { message: 'over sse' })).contents[0]!.text).toContain('over sse')
  })

  test('over stdio, only with the exact commands in the file of the instance', async () => {
    const files = await connect('files', 'stdio')
    expect(files.point).toMatchObject({ validation_status: 'success', server_url: 'files' })
    expect((await files.debug('read_text_file', { path: path.join(folder, 'hello.txt') })).contents[0]!.text).toContain(
      'hello from a file',
    )
    const memory = await connect('memory', 'stdio')
    expect(
      (
        await memory.debug('create_entities', {
          entities: [{ name: 'Ann', entityType: 'person', observations: ['likes tea'] }],
        })
      ).is_error,
    ).toBe(false)
    expect((await memory.debug('read_graph')).contents[0]!.text).toContain('likes tea')
  })

  test('are listed, renamed, enabled and disabled, and deleted', async () => {
    const { serverId, point } = await connect(stream.url)
    await owner.api.mcp.update({ mcp_server_id: serverId, name: 'Renamed', detail_page_url: 'https://example.test' })
    const { mcp_servers, total } = await owner.api.mcp.list({ space_id: spaceId, name_keyword: 'Renam' })
    expect(total).toBe(1)
    expect(mcp_servers[0]).toMatchObject({
      id: serverId,
      name: 'Renamed',
      detail_page_url: 'https://example.test',
      creator: 'owner',
      mcp_server_access_points: [{ id: point.id }],
    })
    expect((await owner.api.mcp.setStatus({ mcp_server_id: serverId, status: 2 })).mcp_server.status).toBe(2)
    await expect(
      owner.api.mcp.debug({ mcp_server_id: serverId, access_point_id: point.id, tool_name: 'echo' }),
    ).rejects.toMatchObject({ status: 400 })
    await owner.api.mcp.setStatus({ mcp_server_id: serverId, status: 1 })
    expect(
      (await owner.api.mcp.setPointStatus({ mcp_server_id: serverId, access_point_id: point.id, status: 2 }))
        .mcp_server_access_point.status,
    ).toBe(2)
    expect(
      (await owner.api.mcp.points({ space_id: spaceId, accesspoint_ids: [point.id] })).mcp_server_access_points,
    ).toHaveLength(1)
    expect(
      (await owner.api.mcp.getPoint({ mcp_server_id: serverId, access_point_id: point.id })).mcp_server_access_point.id,
    ).toBe(point.id)
    await owner.api.mcp.removePoint({ mcp_server_id: serverId, access_point_id: point.id })
    expect((await owner.api.mcp.get({ mcp_server_id: serverId })).mcp_server.mcp_server_access_points).toEqual([])
    await owner.api.mcp.remove({ mcp_server_id: serverId })
    await expect(owner.api.mcp.get({ mcp_server_id: serverId })).rejects.toMatchObject({ status: 404 })
  })

  test('that answer with HTML are reported with its text, in the language of the caller', async () => {
    const { id } = await create()
    const server_url = stream.url.replace('/mcp', '/nothing-here')
    const input = JSON.stringify({ mcp_server_id: id, server_url })
    const messages = []
    for (const language of ['en', 'zh-CN']) {
      const answer = await t.request(`/api/mcp_manage/v1/mcp_servers/${id}/access_points/create`, {
        method: 'POST',
        headers: {
          cookie: owner.cookie(),
          'content-type': 'application/json',
          'x-requested-with': 'XMLHttpRequest',
          'accept-language': language,
        },
        body: input,
      })
      const { mcp_server_access_point: point } = (await answer.json()) as {
        mcp_server_access_point: { validation_status: string; validation_message: string }
      }
      expect(point.validation_status).toBe('failed')
      expect(point.validation_message).toContain('Cannot POST /nothing-here')
      expect(point.validation_message).not.toMatch(/[<>]/)
      messages.push(point.validation_message)
    }
    expect(messages[0]).toMatch(/^The MCP server/)
    expect(messages[1]).toMatch(/\p{Script=Han}/u)
  })

  test('that do not answer in MCP format are reported in a sentence, not in JSON', async () => {
    const { point } = await connect(`http://${odd}/mcp`)
    expect(point).toMatchObject({ validation_status: 'failed' })
    expect(point.validation_message).toMatch(/responded, but not in the form MCP requires/)
    expect(point.validation_message).not.toMatch(/[[{]/)
  })

  test('that do not respond are reported and can be corrected', async () => {
    const { serverId, point } = await connect(`http://${stream.host}/nowhere`)
    expect(point).toMatchObject({ validation_status: 'failed', tools: [] })
    const mended = (
      await owner.api.mcp.updatePoint({ mcp_server_id: serverId, access_point_id: point.id, server_url: stream.url })
    ).mcp_server_access_point
    expect(mended.validation_status).toBe('success')
    const older = (
      await owner.api.mcp.createNamedPoint({ mcp_server_id: serverId, access_point_id: '0', server_url: stream.url })
    ).mcp_server_access_point
    expect(older.validation_status).toBe('success')
  })

  test('official ones are offered to every space and added by forking, without secrets', async () => {
    const { mcp_servers } = await owner.api.mcp.official({})
    expect(mcp_servers.map((mcpServer) => [mcpServer.name, mcpServer.is_official])).toEqual([
      ['Everything', true],
      ['files', true],
      ['memory', true],
    ])
    const forked = (await owner.api.mcp.fork({ mcp_server_id: mcp_servers[0]!.id, space_id: spaceId })).mcp_server
    expect(forked).toMatchObject({
      name: 'Everything',
      is_official: false,
      mcp_server_access_points: [{ validation_status: 'success' }],
    })
    const { serverId } = await connect(stream.url, 'streamable_http', {
      config: { static_headers: [{ key: 'x-key', value: 'sk-mcp-secret' }] },
    })
    const copy = (await owner.api.mcp.fork({ mcp_server_id: serverId, space_id: spaceId })).mcp_server
    expect(copy.mcp_server_access_points[0]!.config.static_headers).toEqual([])
    const stranger = await t.register('stranger')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    await expect(stranger.api.mcp.fork({ mcp_server_id: serverId, space_id: theirs })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('static headers are sealed; callers supply dynamic ones', async () => {
    const config = {
      static_headers: [{ key: 'x-key', value: 'sk-mcp-secret' }],
      dynamic_headers: [{ key: 'x-user', value: '', is_required: true }],
    }
    const { serverId, point, debug } = await connect(stream.url, 'streamable_http', { config })
    expect(point.validation_status).toBe('failed')
    expect(point.validation_message).toContain('x-user')
    const shown = JSON.stringify(await owner.api.mcp.get({ mcp_server_id: serverId }))
    expect(shown).not.toContain('sk-mcp-secret')
    const { rows } = await t.infra.database.pool.query<{ secret: string }>(
      'SELECT secret FROM mcp_access_point WHERE id = $1',
      [point.id],
    )
    expect(rows[0]!.secret).not.toContain('sk-mcp-secret')
    await owner.api.mcp.updatePoint({
      mcp_server_id: serverId,
      access_point_id: point.id,
      config: {
        static_headers: [{ key: 'x-key', value: '********' }],
        dynamic_headers: [{ key: 'x-user', value: 'default' }],
      },
    })
    expect((await debug('echo', { message: 'with headers' }, { dynamic_headers: { 'x-user': 'me' } })).is_error).toBe(
      false,
    )
    for (const key of ['host', 'bad name', 'content-length'])
      await expect(
        connect(stream.url, 'streamable_http', { config: { static_headers: [{ key, value: 'x' }] } }),
        key,
      ).rejects.toMatchObject({ status: 400 })
    await expect(
      connect(stream.url, 'streamable_http', { config: { static_headers: [{ key: 'x-a', value: 'a\r\nb: c' }] } }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(
      owner.api.mcp.updatePoint({
        mcp_server_id: serverId,
        access_point_id: point.id,
        server_url: 'https://attacker.example/mcp',
        config: { static_headers: [{ key: 'x-key', value: '********' }] },
      }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^config/) })
  })
})

describe('in bots and workflows', () => {
  test('the tools of a server are listed in the pickers and called like those of a plugin', async () => {
    const { serverId } = await connect(stream.url)
    const { plugin_list } = await owner.api.pluginList.playground({ space_id: spaceId, plugin_ids: [serverId] })
    expect(plugin_list).toEqual([
      expect.objectContaining({ id: serverId, source: 'mcp', name: 'Server', is_official: false }),
    ])
    const echo = plugin_list[0]!.plugin_apis.find((item) => item.name === 'echo')!
    expect(echo.parameters).toEqual([expect.objectContaining({ name: 'message', type: 'string', required: true })])
    expect(
      (await owner.api.pluginList.playground({ space_id: spaceId, size: 100 })).plugin_list.map((plugin) => plugin.id),
    ).toContain(serverId)
    expect(
      (await owner.api.pluginTool.debug({ plugin_id: serverId, api_id: echo.api_id, parameters: '{"message":"hi"}' }))
        .resp,
    ).toContain('hi')

    const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'MCP bot' })
    const signal = AbortSignal.timeout(20_000)
    const context = {
      botId: bot_id,
      spaceId,
      userId: owner.id,
      endUser: '',
      conversationId: '1',
      turnId: '1',
      connectorId: '',
      isDraft: true,
      locale: 'en' as const,
      signal,
    }
    const references = [{ plugin_id: serverId, api_id: echo.api_id, api_name: 'echo' }]
    const [tool] = await t.services.skillPorts.plugins!.tools(references as never, context)
    expect(tool).toMatchObject({
      name: 'echo',
      kind: 'plugin',
      pluginId: serverId,
      parameters: { required: ['message'] },
    })
    const during = { callId: 'c', signal, say: () => {}, sayEnd: () => {} }
    expect(await tool!.call({ message: 'from a bot' }, during)).toMatchObject({
      kind: 'text',
      content: expect.stringContaining('from a bot'),
    })
    const node = t.services.workflowPorts.plugin!
    const call = { mode: 'debug', workflowId: '1', context: { spaceId, userId: owner.id }, signal, key: 'k' }
    const which = { pluginId: serverId, apiId: '', apiName: 'echo', version: '', from: '' }
    expect(await node.call(which, { message: 'from a flow' }, call as never)).toMatchObject({
      output: { text: expect.stringContaining('from a flow') },
    })

    await owner.api.mcp.setStatus({ mcp_server_id: serverId, status: 2 })
    expect(await t.services.skillPorts.plugins!.tools(references as never, context)).toEqual([])
    await expect(node.call(which, {}, call as never)).rejects.toMatchObject({ status: 404 })
  })

  test('a tool that is not marked as read-only counts as making changes', async () => {
    const { serverId, point } = await connect('files', 'stdio')
    const set = (await t.services.toolsets.find(serverId))!
    const changes = Object.fromEntries(set.tools.map((tool) => [tool.name, tool.changes]))
    expect(changes).toMatchObject({ write_file: true, read_text_file: false })
    expect(point.tools.find((tool) => tool.name === 'read_text_file')!.read_only).toBe(true)
  })
})

describe('commands', () => {
  test.each([
    'npx -c "touch /tmp/owned"',
    'npx --yes evil-package',
    'bash -c id',
    'files; id',
    'files && id',
    '$(id)',
    `${process.execPath} ${mcpProgram('server-filesystem')} /`,
    `${process.execPath} ${mcpProgram('server-filesystem')} ${folder} /etc`,
    'FILES',
    'files ',
    '/bin/sh',
  ])('%s is refused', async (server_url) => {
    const { id } = await create()
    const call = owner.api.mcp.createPoint({ mcp_server_id: id, transport_mode: 'stdio', server_url })
    // Spaces around a name are ignored.
    if (server_url.trim() === 'files') return expect((await call).mcp_server_access_point.server_url).toBe('files')
    await expect(call).rejects.toMatchObject({ status: 403 })
    expect((await owner.api.mcp.get({ mcp_server_id: id })).mcp_server.mcp_server_access_points).toEqual([])
  })

  test('a command that is removed from the file can no longer be used', async () => {
    const { point, debug } = await connect('files', 'stdio')
    expect(point.validation_status).toBe('success')
    const file = path.join(t.infra.config.dataDir, 'mcp.json')
    const { readFileSync, utimesSync } = await import('node:fs')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, JSON.stringify({ stdio: [] }))
    utimesSync(file, new Date(), new Date(Date.now() + 5000))
    await expect(connect('files', 'stdio')).rejects.toMatchObject({ status: 403 })
    writeFileSync(file, before)
    utimesSync(file, new Date(), new Date(Date.now() + 10_000))
    expect((await debug('list_allowed_directories')).is_error).toBe(false)
  })
})

describe('addresses of MCP servers', () => {
  test.each([
    'http://127.0.0.1:1/mcp',
    'http://localhost/mcp',
    'http://[::1]/mcp',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://ok@127.0.0.1/',
    'file:///etc/passwd',
    'http://[::ffff:169.254.169.254]/',
  ])('%s is refused before anything is sent', async (server_url) => {
    const { id } = await create()
    const answer = await owner.api.mcp
      .createPoint({ mcp_server_id: id, server_url })
      .catch((cause: { status: number }) => cause)
    if ('status' in answer) expect(answer.status).toBe(400)
    else expect(answer.mcp_server_access_point.validation_status).toBe('failed')
  })
})
