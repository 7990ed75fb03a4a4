import { serve } from '@hono/node-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import {
  canvas,
  codeNode,
  edge,
  endNode,
  literal,
  param,
  questionNode,
  ref,
  startNode,
  textNode,
} from '#testing/workflow-canvas.ts'
import { connectClient } from './testing/official-client.ts'
import { afterFile } from '#testing/after-file.ts'

/** The official client connects to our MCP servers over real HTTP. */
let lab: ChatLab
let owner: Person
let base: string
let token: string
beforeAll(async () => {
  lab = await openChatLab({ allow: ['127.0.0.1'] })
  ;({ owner } = lab)
  const server = serve({ fetch: lab.t.app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise<void>((resolve) => server.on('listening', () => resolve()))
  const { port } = server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
  afterFile(() => void server.close())
  token = await tokenFor(['Plugin.call', 'Workflow.run', 'Bot.chat'])
})
const tokenFor = async (permission_list: string[], person = owner) =>
  (await person.api.token.create({ name: 'mcp', workspace_permission_v2: { option: 1, permission_list } })).token
const connect = (path: string, bearer = token) => connectClient(base + path, { authorization: `Bearer ${bearer}` })
const textOf = (answer: object) => (answer as { content: { text: string }[] }).content[0]!.text

async function createPlugin() {
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id: lab.spaceId,
    name: 'Served',
    desc: 'x',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  const source_code =
    'function handler({ input }) { if (input.city === "nowhere") throw new Error("no such place"); return { text: "weather of " + input.city } }'
  await owner.api.pluginTool.create({
    plugin_id,
    name: 'weather',
    desc: 'Tells the weather',
    source_code,
    request_params: [{ name: 'city', type: 1, is_required: true }],
  })
  return plugin_id
}

describe('a plugin as an MCP server', () => {
  test('is listed and called by the official client after publishing', async () => {
    const id = await createPlugin()
    await expect(connect(`/v1/mcp/plugins/${id}`)).rejects.toThrow()
    await owner.api.plugin.publish({ plugin_id: id })
    const client = await connect(`/v1/mcp/plugins/${id}`)
    expect(client.getServerVersion()).toMatchObject({ name: 'Served' })
    const { tools } = await client.listTools()
    expect(tools).toEqual([
      expect.objectContaining({
        name: 'weather',
        description: 'Tells the weather',
        inputSchema: expect.objectContaining({ type: 'object', required: ['city'] }),
        annotations: { readOnlyHint: true },
      }),
    ])
    expect(textOf(await client.callTool({ name: 'weather', arguments: { city: 'Rome' } }))).toBe(
      '{"text":"weather of Rome"}',
    )
    expect(await client.callTool({ name: 'weather', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('city') }],
    })
    expect(await client.callTool({ name: 'weather', arguments: { city: 'nowhere' } })).toMatchObject({ isError: true })
    expect(await client.callTool({ name: 'other' })).toMatchObject({ isError: true })
    await client.close()
  })

  test('serves the published version, not the draft', async () => {
    const id = await createPlugin()
    await owner.api.plugin.publish({ plugin_id: id })
    await owner.api.pluginTool.create({ plugin_id: id, name: 'unfinished', desc: 'x' })
    const client = await connect(`/v1/mcp/plugins/${id}`)
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['weather'])
    await client.close()
  })

  test('is accessible only with the right token', async () => {
    const id = await createPlugin()
    await owner.api.plugin.publish({ plugin_id: id })
    await expect(connect(`/v1/mcp/plugins/${id}`, 'pat_wrong')).rejects.toThrow()
    await expect(connect(`/v1/mcp/plugins/${id}`, await tokenFor(['Workflow.run']))).rejects.toThrow()
    const stranger = await lab.t.register('stranger')
    await expect(connect(`/v1/mcp/plugins/${id}`, await tokenFor(['Plugin.call'], stranger))).rejects.toThrow()
    const bare = await fetch(`${base}/v1/mcp/plugins/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(bare.status).toBe(401)
    const get = await fetch(`${base}/v1/mcp/plugins/${id}`, { headers: { authorization: `Bearer ${token}` } })
    expect(get.status).toBe(405)
  })
})

describe('every MCP server', () => {
  test('answers a single request without an initialization before it, as the example for curl sends it', async () => {
    const id = await createPlugin()
    await owner.api.plugin.publish({ plugin_id: id })
    const answer = await fetch(`${base}/v1/mcp/plugins/${id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: 1, result: { tools: [{ name: 'weather' }] } })
  })

  test('refuses a token for another space', async () => {
    const plugin = await createPlugin()
    await owner.api.plugin.publish({ plugin_id: plugin })
    const bot = await publishedBot()
    const elsewhere = (await owner.api.space.create({ name: 'Elsewhere' })).id
    const permission_list = ['Plugin.call', 'Bot.chat'].map((scope) => {
      const [resource_type, action] = scope.split('.') as [string, string]
      return { resource_type, actions: [action] }
    })
    const make = async (workspace_id_list: string[]) =>
      (await owner.api.token.create({ name: 'mcp', workspace_permission: { workspace_id_list, permission_list } }))
        .token
    const [right, wrong] = [await make([lab.spaceId]), await make([elsewhere])]
    for (const path of [`/v1/mcp/plugins/${plugin}`, `/v1/mcp/bots/${bot}`]) {
      await (await connect(path, right)).close()
      await expect(connect(path, wrong), path).rejects.toThrow()
    }
  })

  test('can be connected from another space of the instance, only with a token in the header', async () => {
    const id = await createPlugin()
    await owner.api.plugin.publish({ plugin_id: id })
    const elsewhere = (await owner.api.space.create({ name: 'Consumers' })).id
    const { mcp_server: server } = await owner.api.mcp.create({ space_id: elsewhere, name: 'Ours' })
    const point = { mcp_server_id: server.id, server_url: `${base}/v1/mcp/plugins/${id}` }
    // Case 46: connecting from this instance gives no additional rights.
    expect((await owner.api.mcp.createPoint(point)).mcp_server_access_point).toMatchObject({
      validation_status: 'failed',
      tools: [],
    })
    const static_headers = [{ key: 'Authorization', value: `Bearer ${token}` }]
    const { mcp_server_access_point: open } = await owner.api.mcp.createPoint({ ...point, config: { static_headers } })
    expect(open).toMatchObject({ validation_status: 'success', tools: [{ name: 'weather', read_only: true }] })
    const { contents } = await owner.api.mcp.debug({
      mcp_server_id: server.id,
      access_point_id: open.id,
      tool_name: 'weather',
      parameters: '{"city":"Oslo"}',
    })
    expect(contents).toEqual([{ type: 'text', text: '{"text":"weather of Oslo"}' }])
  })
})

describe('a workflow as an MCP server', () => {
  test('is one tool that runs the published version', async () => {
    const { workflow_id } = await owner.api.workflow.create({
      space_id: lab.spaceId,
      name: 'greeting',
      desc: 'Greets a person',
      flow_mode: 0,
    } as never)
    const schema = canvas(
      [
        startNode(),
        textNode('200001', ref('100001', 'input'), 'Hello {{String1}}'),
        endNode([param('output', ref('200001', 'output')), param('fixed', literal('x'))]),
      ],
      [edge('100001', '200001'), edge('200001', '900001')],
    )
    await owner.api.workflow.save({ workflow_id, space_id: lab.spaceId, schema } as never)
    await expect(connect(`/v1/mcp/workflows/${workflow_id}`)).rejects.toThrow()
    await lab.t.services.workflowVersions.publish(workflow_id, owner.id, {
      version: 'v0.0.1',
      description: '',
      force: true,
    } as never)
    const client = await connect(`/v1/mcp/workflows/${workflow_id}`)
    const { tools } = await client.listTools()
    expect(tools).toEqual([
      expect.objectContaining({
        name: 'greeting',
        description: 'Greets a person',
        inputSchema: expect.objectContaining({ properties: expect.objectContaining({ input: expect.anything() }) }),
      }),
    ])
    const answer = await client.callTool({ name: 'greeting', arguments: { input: 'Ann' } })
    expect(JSON.parse(textOf(answer))).toEqual({ output: 'Hello Ann', fixed: 'x' })
    expect(await client.callTool({ name: 'greeting', arguments: { input: 7 } })).toMatchObject({ isError: true })
    await client.close()
    // Changes of the draft do not affect the published version.
    const changed = schema.replace('Hello {{String1}}', 'Bye {{String1}}')
    expect(changed).not.toBe(schema)
    await owner.api.workflow.save({ workflow_id, space_id: lab.spaceId, schema: changed } as never)
    const later = await connect(`/v1/mcp/workflows/${workflow_id}`)
    expect(textOf(await later.callTool({ name: 'greeting', arguments: { input: 'Ann' } }))).toContain('Hello Ann')
    await later.close()
    const stranger = await lab.t.register('flow-stranger')
    await expect(
      connect(`/v1/mcp/workflows/${workflow_id}`, await tokenFor(['Workflow.run'], stranger)),
    ).rejects.toThrow()
    await expect(connect(`/v1/mcp/workflows/${workflow_id}`, await tokenFor(['Plugin.call']))).rejects.toThrow()
  })

  test('reports an error if it fails or asks a person something', async () => {
    const served = async (name: string, node: object, from: string) => {
      const { workflow_id } = await owner.api.workflow.create({ space_id: lab.spaceId, name, desc: 'x' } as never)
      const schema = canvas(
        [startNode(), node as never, endNode([param('output', ref('200001', from))])],
        [edge('100001', '200001'), edge('200001', '900001')],
      )
      await owner.api.workflow.save({ workflow_id, space_id: lab.spaceId, schema } as never)
      await lab.t.services.workflowVersions.publish(workflow_id, owner.id, {
        version: 'v0.0.1',
        description: '',
        force: true,
      } as never)
      const client = await connect(`/v1/mcp/workflows/${workflow_id}`)
      const answer = await client.callTool({ name, arguments: { input: 'x' } })
      await client.close()
      return answer
    }
    const failing = codeNode(
      '200001',
      ref('100001', 'input'),
      'async function main() { throw new Error("out of tea") }',
    )
    expect(await served('failing', failing, 'output')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('out of tea') }],
    })
    expect(await served('asking', questionNode('200001', 'Really?'), 'USER_RESPONSE')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('asks a person') }],
    })
  })
})

async function publishedBot(config: Record<string, unknown> = {}): Promise<string> {
  const bot = await lab.createBot(config)
  await lab.t.services.publishing.publish({
    botId: bot,
    userId: owner.id,
    connectors: { '1024': {} },
    note: '',
  } as never)
  return bot
}

describe('a bot as an MCP server', () => {
  test('uses its own tools, and its conversations are private to each person', async () => {
    const plugin_id = await createPlugin()
    await owner.api.plugin.publish({ plugin_id })
    const { api_info } = await owner.api.pluginTool.list({ plugin_id })
    const bot = await publishedBot({
      plugin_info_list: [{ plugin_id, api_id: api_info[0]!.api_id, api_name: 'weather' }],
    })
    const client = await connect(`/v1/mcp/bots/${bot}`)
    const [tool] = (await client.listTools()).tools
    lab.server.reset()
    lab.server.script(calls({ name: 'weather', arguments: '{"city":"Bern"}' }), says('Fine in Bern.'))
    const answer = JSON.parse(
      textOf(await client.callTool({ name: tool!.name, arguments: { message: 'How is Bern?' } })),
    ) as { answer: string; conversation_id: string }
    expect(answer.answer).toBe('Fine in Bern.')
    expect(JSON.stringify(lab.server.requests[1]!.body.messages.at(-1))).toContain('weather of Bern')
    await client.close()
    // Another member of the space cannot continue that conversation.
    const member = await lab.t.register('mcp-member')
    await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
    const theirs = await connect(`/v1/mcp/bots/${bot}`, await tokenFor(['Bot.chat'], member))
    lab.server.reset()
    lab.server.script(says('Who are you?'))
    const foreign = await theirs.callTool({
      name: tool!.name,
      arguments: { message: 'What did I ask?', conversation_id: answer.conversation_id },
    })
    expect(JSON.stringify(lab.server.requests)).not.toContain('How is Bern?')
    expect(foreign).toMatchObject({ isError: true })
    await theirs.close()
  })

  test('answers messages with its published version and can continue a conversation', async () => {
    const bot = await lab.createBot({})
    await expect(connect(`/v1/mcp/bots/${bot}`)).rejects.toThrow()
    await lab.t.services.publishing.publish({
      botId: bot,
      userId: owner.id,
      connectors: { '1024': {} },
      note: '',
    } as never)
    const client = await connect(`/v1/mcp/bots/${bot}`)
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(1)
    lab.server.reset()
    lab.server.script(says('I am here'), says('Still here'))
    const first = JSON.parse(
      textOf(await client.callTool({ name: tools[0]!.name, arguments: { message: 'Are you there?' } })),
    ) as { answer: string; conversation_id: string }
    expect(first.answer).toBe('I am here')
    const second = JSON.parse(
      textOf(
        await client.callTool({
          name: tools[0]!.name,
          arguments: { message: 'And now?', conversation_id: first.conversation_id },
        }),
      ),
    ) as { answer: string; conversation_id: string }
    expect(second).toEqual({ answer: 'Still here', conversation_id: first.conversation_id })
    expect(JSON.stringify(lab.server.requests[1]!.body.messages)).toContain('Are you there?')
    expect(await client.callTool({ name: tools[0]!.name, arguments: {} })).toMatchObject({ isError: true })
    await client.close()
  })
})
