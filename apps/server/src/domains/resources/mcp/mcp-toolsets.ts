import { McpStatus, ParameterType, ToolRunMode } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import { sha256 } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import { fillArguments, isSet } from '#kit/json-schema/fill-arguments.ts'
import { fromJsonSchema } from '#kit/json-schema/json-schema.ts'
import { parameter } from '#kit/json-schema/parameter-tree.ts'
import { withoutHidden } from '#kit/json-schema/trim-answer.ts'
import type { SpaceSource, Tool, Toolset } from '#domains/resources/plugin/shared/toolset.ts'
import type { McpAnswer } from './mcp-client.ts'
import { mcpErrors } from './mcp.errors.ts'
import type { AccessPoints } from './access-point.service.ts'
import type { FoundServer, McpRepo } from './mcp.repo.ts'
import type { McpTool } from './mcp.table.ts'

/** Tools of a server have names but no ids; bots and workflows need both. */
const toolId = (serverId: string, name: string) => BigInt(`0x${sha256(`${serverId} ${name}`).slice(0, 15)}`).toString()

/** The output of a tool that declares none. */
const plainAnswer = [parameter('text', ParameterType.string, { desc: 'All that was said, line by line' })]

const toTool = (serverId: string, mcpTool: McpTool): Tool => ({
  id: toolId(serverId, mcpTool.name),
  name: mcpTool.name,
  description: mcpTool.description,
  request: fromJsonSchema(mcpTool.inputSchema),
  response: mcpTool.outputSchema ? fromJsonSchema(mcpTool.outputSchema) : plainAnswer,
  parameters: { type: 'object', ...mcpTool.inputSchema },
  disabled: false,
  changes: !mcpTool.isReadOnly,
  runMode: ToolRunMode.sync,
  example: null,
})

/** MCP servers of a space, as tools of bots and workflows. */
interface McpToolsetsDeps {
  servers: Pick<McpRepo, 'find' | 'list'>
  points: Pick<AccessPoints, 'call'>
  bus: Bus
}
export function createMcpToolsets({ servers, points, bus }: McpToolsetsDeps): SpaceSource {
  const toolsets = createCache<Toolset | undefined>({
    bus,
    topic: 'mcp',
    limit: 5000,
    // Ids are never reused, so an id that is not an MCP server can be cached.
    keepsMissing: true,
    async load(id) {
      const found = await servers.find(id)
      return found && open(found)
    },
  })

  function open(server: FoundServer): Toolset | undefined {
    const { head, row } = server
    const point = server.points.find((point) => point.status === McpStatus.normal && point.tools.length > 0)
    if (row.status !== McpStatus.normal || !point) return undefined
    return {
      id: head.id,
      source: 'mcp',
      name: head.name,
      description: head.description,
      iconUri: head.iconUri,
      spaceId: head.spaceId,
      version: '',
      versionId: '',
      tools: point.tools.map((tool) => toTool(head.id, tool)),
      async call(tool, given, context, settings) {
        // Parameter trees are less precise than the server's schema, so they are used only if there are settings.
        const args =
          settings && isSet(settings.request)
            ? fillArguments(settings.request, given, await context.variables?.())
            : given
        const answer = await points.call(point, tool.name, args, undefined, context.signal)
        const raw = answer.contents.map((content) => content.text).join('\n')
        if (answer.isError) throw mcpErrors.toolFailed({ reason: raw.slice(0, 500) })
        const output = tool.response === plainAnswer ? plainOutput(answer, raw) : outputOf(answer, raw)
        return {
          output: withoutHidden(output, settings?.response),
          raw,
          request: JSON.stringify({ tool: tool.name, arguments: args }),
        }
      },
    }
  }
  return {
    find: (id) => toolsets.get(id),
    async list(spaceId) {
      const { found } = await servers.list(
        { spaceId, search: '', sourceType: '', status: McpStatus.normal, creators: [] },
        1,
        200,
      )
      return found.flatMap((item) => open(item) ?? [])
    },
  }
}

const plainOutput = ({ structured, contents }: McpAnswer, raw: string): Record<string, unknown> => ({
  text: raw,
  ...(structured !== undefined && { structured }),
  ...(contents.some((content) => content.type !== 'text') && { contents }),
})

/** The declared output of a tool, also if the server returns it as JSON text. */
function outputOf(answer: McpAnswer, raw: string): unknown {
  if (answer.structured !== undefined) return answer.structured
  try {
    const value = JSON.parse(raw) as unknown
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Plain text.
  }
  return plainOutput(answer, raw)
}
