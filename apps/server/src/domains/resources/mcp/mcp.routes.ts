import { type contract, type McpAccessPoint, type McpServer, McpStatus } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { mcpErrors } from './mcp.errors.ts'
import type { AccessPoints, PointRequest } from './access-point.service.ts'
import type { FoundServer, McpService, ServerRequest } from './mcp.service.ts'
import type { McpPointRow } from './mcp.table.ts'

export interface McpRoutesDeps {
  servers: McpService
  points: AccessPoints
  people: Pick<PassportService, 'getMany'>
}

export function mcpRoutes({ servers, points, people }: McpRoutesDeps): Handlers<typeof contract.mcp> {
  const shownPoint = (row: McpPointRow, spaceId: string): McpAccessPoint => ({
    id: row.id,
    space_id: spaceId,
    mcp_server_id: row.serverId,
    env: row.env,
    lane: row.lane,
    transport_mode: row.transport,
    server_url: row.url,
    server_psm: row.psm,
    tools: row.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: JSON.stringify(tool.inputSchema),
      read_only: tool.isReadOnly,
    })),
    validation_status: row.validation,
    validation_message: row.message,
    last_validation_time_ms: String(row.validatedAt),
    lastest_op_time_ms: String(row.updatedAt),
    create_time_ms: String(row.createdAt),
    update_time_ms: String(row.updatedAt),
    config: points.shownConfig(row),
    status: row.status,
    is_publish_supported: false,
  })
  async function shown(list: FoundServer[]): Promise<McpServer[]> {
    const users = new Map(
      (await people.getMany([...new Set(list.map(({ head }) => head.ownerId))])).map((user) => [user.id, user]),
    )
    return list.map(({ head, row, points }) => ({
      id: head.id,
      space_id: head.spaceId,
      name: head.name,
      is_official: false,
      description: head.description,
      source_type: row.sourceType,
      labels: row.labels.map((id) => ({ id, name: id })),
      mcp_server_access_points: points.map((point) => shownPoint(point, head.spaceId)),
      creator: users.get(head.ownerId)?.name ?? '',
      create_time_ms: String(head.createdAt),
      update_time_ms: String(head.updatedAt),
      is_publish_supported: row.publishSupported,
      status: row.status,
      detail_page_url: row.pageUrl,
    }))
  }
  const item = async (found: FoundServer) => ({ mcp_server: (await shown([found]))[0]! })
  const serverRequest = (input: {
    name?: string | undefined
    description?: string | undefined
    source_type?: string | undefined
    labels?: string[] | null | undefined
    is_publish_supported?: boolean | undefined
    detail_page_url?: string | undefined
  }): ServerRequest => ({
    name: input.name,
    description: input.description,
    sourceType: input.source_type,
    labels: input.labels,
    publishSupported: input.is_publish_supported,
    pageUrl: input.detail_page_url,
  })
  const pointRequest = (input: {
    env?: string | undefined
    lane?: string | undefined
    transport_mode?: string | undefined
    server_url?: string | undefined
    server_psm?: string | undefined
    config?: PointRequest['config']
  }): PointRequest => ({
    env: input.env,
    lane: input.lane,
    transport: input.transport_mode,
    url: input.server_url,
    psm: input.server_psm,
    config: input.config,
  })
  return {
    create: async (input, ctx) =>
      item(await servers.create(input.space_id, ctx.userId, { ...serverRequest(input), name: input.name })),
    list: async (input) => {
      const filter = {
        spaceId: input.space_id,
        search: input.name_keyword,
        sourceType: input.source_type,
        status: input.status,
        creators: input.creator_list ?? [],
      }
      const { found, total } = await servers.list(filter, input.page, input.page_size)
      return { mcp_servers: await shown(found), total }
    },
    official: (input) => {
      const all = servers
        .official()
        .filter((known) => known.name.toLowerCase().includes(input.name_keyword.toLowerCase()))
      const page = all.slice((input.page - 1) * input.page_size, input.page * input.page_size)
      return {
        mcp_servers: page.map((known) => ({
          id: known.id,
          space_id: '0',
          name: known.name,
          is_official: true,
          description: known.description,
          source_type: 'official',
          labels: [],
          mcp_server_access_points: [shownPoint(offeredPoint(known), '0')],
          creator: '',
          create_time_ms: '0',
          update_time_ms: '0',
          is_publish_supported: false,
          status: McpStatus.normal,
          detail_page_url: '',
        })),
        total: all.length,
      }
    },
    get: async (input) => item(await servers.get(input.mcp_server_id)),
    update: async (input, ctx) => item(await servers.update(input.mcp_server_id, ctx.userId, serverRequest(input))),
    setStatus: async (input, ctx) =>
      item(await servers.update(input.mcp_server_id, ctx.userId, { status: input.status })),
    remove: async (input, ctx) => {
      await servers.remove(input.mcp_server_id, ctx.userId, ctx.address)
      return {}
    },
    fork: async (input, ctx) => {
      const isOfficial = servers.official().some((known) => known.id === input.mcp_server_id)
      if (!isOfficial) await ctx.access.require(ctx.actor!, 'mcp', input.mcp_server_id, 'view')
      return item(await servers.fork(input.mcp_server_id, input.space_id, ctx.userId, ctx.locale))
    },
    createPoint: async (input, ctx) => ({
      mcp_server_access_point: shownPoint(
        await points.add(
          input.mcp_server_id,
          ctx.userId,
          { ...pointRequest(input), url: input.server_url },
          ctx.locale,
        ),
        ctx.located!.spaceId,
      ),
    }),
    createNamedPoint: async (input, ctx) => ({
      mcp_server_access_point: shownPoint(
        await points.add(
          input.mcp_server_id,
          ctx.userId,
          { ...pointRequest(input), url: input.server_url },
          ctx.locale,
        ),
        ctx.located!.spaceId,
      ),
    }),
    getPoint: async (input, ctx) => ({
      mcp_server_access_point: shownPoint(
        await points.get(input.mcp_server_id, input.access_point_id),
        ctx.located!.spaceId,
      ),
    }),
    updatePoint: async (input, ctx) => ({
      mcp_server_access_point: shownPoint(
        await points.update(input.mcp_server_id, input.access_point_id, ctx.userId, pointRequest(input), ctx.locale),
        ctx.located!.spaceId,
      ),
    }),
    setPointStatus: async (input, ctx) => ({
      mcp_server_access_point: shownPoint(
        await points.setStatus(input.mcp_server_id, input.access_point_id, input.status || McpStatus.normal),
        ctx.located!.spaceId,
      ),
    }),
    removePoint: async (input) => {
      await points.remove(input.mcp_server_id, input.access_point_id)
      return {}
    },
    points: async (input) => ({
      mcp_server_access_points: (await servers.pointsIn(input.space_id, input.accesspoint_ids)).map((row) =>
        shownPoint(row, input.space_id),
      ),
    }),
    debug: async (input) => {
      const { row: server } = await servers.get(input.mcp_server_id)
      const point = await points.get(input.mcp_server_id, input.access_point_id)
      if (server.status !== McpStatus.normal || point.status !== McpStatus.normal) throw mcpErrors.disabled()
      if (!point.tools.some((tool) => tool.name === input.tool_name)) throw mcpErrors.noTool({ tool: input.tool_name })
      const dynamic = { headers: input.dynamic_headers, params: input.dynamic_params }
      const answer = await points.call(point, input.tool_name, parse(input.parameters), dynamic)
      return { contents: answer.contents, is_error: answer.isError }
    },
  }
}
/** The access point of an official server before a space adds it; a command is shown only by its name. */
const offeredPoint = (known: { id: string; transport: string; url: string }): McpPointRow => ({
  id: known.id,
  serverId: known.id,
  env: '',
  lane: '',
  transport: known.transport,
  url: known.url,
  psm: '',
  config: { static_headers: [], dynamic_headers: [], static_params: [], dynamic_params: [] },
  secret: '',
  tools: [],
  validation: '',
  message: '',
  validatedAt: 0,
  status: McpStatus.normal,
  createdAt: 0,
  updatedAt: 0,
})

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text || '{}') as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw mcpErrors.badParameters()
}
