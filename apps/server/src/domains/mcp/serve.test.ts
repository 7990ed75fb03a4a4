import { serve } from '@hono/node-server'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '../../testing/chat-lab.ts'
import { says } from '../../testing/scripted-model.ts'
import type { Person } from '../../testing/test-app.ts'
import { canvas, edge, endNode, literal, param, ref, startNode, textNode } from '../../testing/workflow-canvas.ts'

/** The official client against what we serve, over real HTTP. */
let lab: ChatLab
let owner: Person
let base: string
let token: string
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner } = lab)
  const server = serve({ fetch: lab.t.app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise<void>((resolve) => server.on('listening', () => resolve()))
  const { port } = server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
  afterAll(() => void server.close())
  token = await tokenFor(['Plugin.call', 'Workflow.run', 'Bot.chat'])
})
const tokenFor = async (permission_list: string[], person = owner) =>
  (await person.api.token.create({ name: 'mcp', workspace_permission_v2: { option: 1, permission_list } })).token
async function connect(path: string, bearer = token) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(base + path), {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    }),
  )
  return client
}
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
  test('is listed and called by the official client once it is published', async () => {
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

  test('is there for nobody without the right token', async () => {
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
    await client.close()
  })
})

describe('a bot as an MCP server', () => {
  test('answers messages with its published version, and goes on with a conversation', async () => {
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
