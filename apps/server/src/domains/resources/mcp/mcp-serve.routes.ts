import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { contract } from '@orrery/contract'
import { checkValue } from '#kit/json-schema/check-value.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import { resultText } from '#domains/resources/plugin/shared/result-text.ts'
import { pluginErrors } from '#domains/resources/plugin/plugin.errors.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import { version } from '#version.ts'

/** A tool as served over MCP. */
export interface ServedTool {
  name: string
  description: string
  parameters: JsonSchema
  isReadOnly: boolean
  call(args: Record<string, unknown>): Promise<string>
}
export interface ServeDeps {
  toolsets: Toolsets
  /** The newest published version of a workflow as a tool. */
  workflowTool(workflowId: string, ctx: Ctx): Promise<ServedTool>
  /** A published bot as a tool that answers a message. */
  botTool(botId: string, ctx: Ctx): Promise<ServedTool>
}
const MAX_BODY = 4_000_000

/** Published resources as MCP servers. Requests are stateless, so any process of the instance can answer them. */
export function mcpServeRoutes({ toolsets, workflowTool, botTool }: ServeDeps): Handlers<typeof contract.mcpServe> {
  async function answer(ctx: Ctx, name: string, tools: ServedTool[]): Promise<Response> {
    const { request } = ctx
    if (request.method !== 'POST')
      return Response.json(
        { jsonrpc: '2.0', error: { code: -32000, message: 'This server keeps no stream open' }, id: null },
        { status: 405, headers: { allow: 'POST' } },
      )
    const text = await request.text()
    if (text.length > MAX_BODY) throw errors.bodyTooLarge({ max: MAX_BODY })
    const sdk = await import('./mcp-sdk.ts')
    const server = new sdk.Server({ name, version }, { capabilities: { tools: {} } })
    server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: { type: 'object' as const, ...tool.parameters },
        annotations: { readOnlyHint: tool.isReadOnly },
      })),
    }))
    server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
      const tool = tools.find((tool) => tool.name === params.name)
      if (!tool) return failed(`There is no tool named ${params.name}`)
      const args = params.arguments ?? {}
      const problem = checkValue(args, { type: 'object', ...tool.parameters })
      if (problem) return failed(problem)
      try {
        return { content: [{ type: 'text', text: await tool.call(args) }] }
      } catch (cause) {
        if (cause instanceof AppError) return failed(cause.text(ctx.locale))
        ctx.log.warn({ err: cause, logId: ctx.logId }, 'a tool that is served over MCP failed')
        return failed('The tool failed')
      }
    })
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const copy = new Request(request.url, { method: 'POST', headers: request.headers, body: text })
      return await transport.handleRequest(copy)
    } finally {
      await server.close().catch(() => {})
    }
  }
  return {
    plugin: async (input, ctx) => {
      const set = await toolsets.find(input.plugin_id)
      if (!set) throw pluginErrors.notPublished()
      const context = {
        spaceId: ctx.located!.spaceId,
        userId: ctx.userId,
        endUser: '',
        connectorId: '',
        isDraft: false,
        locale: ctx.locale,
        signal: AbortSignal.timeout(115_000),
      }
      const tools = set.tools
        .filter((tool) => !tool.disabled)
        .map((tool): ServedTool => ({
          name: tool.name,
          description: tool.description || set.description,
          parameters: tool.parameters,
          isReadOnly: !tool.changes,
          async call(args) {
            const result = await toolsets.call(set, tool, args, context)
            if (result.authUrl) throw pluginErrors.needsGrant({ name: `${set.name} (${result.authUrl})` })
            return resultText(result)
          },
        }))
      return answer(ctx, set.name, tools)
    },
    workflow: async (input, ctx) => {
      const tool = await workflowTool(input.workflow_id, ctx)
      return answer(ctx, tool.name, [tool])
    },
    bot: async (input, ctx) => {
      const tool = await botTool(input.bot_id, ctx)
      return answer(ctx, tool.name, [tool])
    },
  }
}
const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })
