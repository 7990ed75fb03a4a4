import { type McpConfig, McpStatus } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { InstanceMcpFile } from './instance-file.ts'
import type { McpClients, McpTarget } from './mcp-client.ts'
import { mcpErrors } from './mcp.errors.ts'
import type { McpPointRow } from './mcp.table.ts'
import { masked, openValues, type PointValues, readConfig } from './point-config.ts'
import type { McpRepo } from './mcp.repo.ts'

export interface PointRequest {
  env?: string | undefined
  lane?: string | undefined
  transport?: string | undefined
  url?: string | undefined
  psm?: string | undefined
  config?: McpConfig | undefined
}
export interface AccessPointDeps {
  repo: McpRepo
  resources: Pick<ResourceService, 'touch'>
  clients: McpClients
  file: InstanceMcpFile
  egress: Egress
  secrets: Secrets
  bus: Bus
  newId: NewId
  clock: Clock
}

/** Access points of MCP servers: their addresses, their tools, and whether they respond. */
export function createAccessPoints({
  repo,
  resources,
  clients,
  file,
  egress,
  secrets,
  bus,
  newId,
  clock,
}: AccessPointDeps) {
  const changed = (serverId: string) => bus.publish('mcp', serverId)

  function checkAddress(transport: string, url: string): string {
    if (transport === 'stdio') return file.allowed(url).name
    try {
      return egress.checkUrl(url).href
    } catch (cause) {
      throw cause instanceof AppError ? mcpErrors.badUrl({ reason: cause.message }) : cause
    }
  }
  const originOf = (transport: string, url: string) => (transport === 'stdio' ? `stdio:${url}` : new URL(url).origin)
  /** Address and headers of a call: the stored values, and those that the caller adds for the dynamic settings. */
  function targetOf(row: McpPointRow, dynamic: PointValues = { headers: {}, params: {} }): McpTarget {
    const kept = openValues(secrets, row.secret)
    const headers = new Map<string, string>(Object.entries(kept.headers))
    const params = new Map<string, string>(Object.entries(kept.params))
    for (const [place, list, into, given] of [
      ['dynamic_headers', row.config.dynamic_headers, headers, dynamic.headers],
      ['dynamic_params', row.config.dynamic_params, params, dynamic.params],
    ] as const)
      for (const { key, value, is_required } of list) {
        const own = Object.hasOwn(given, key) ? given[key] : value
        if (!own && is_required) throw mcpErrors.missingSetting({ place, key })
        if (own) into.set(key, own)
      }
    const url = row.transport === 'stdio' ? row.url : withParams(row.url, params)
    return { key: keyOf(row), transport: row.transport, url, headers: [...headers] }
  }
  /** Reads the tools of the server. A server that does not respond is recorded as a state, not thrown as an error. */
  async function validate(row: McpPointRow, locale: Locale): Promise<McpPointRow> {
    const change: Partial<McpPointRow> = { validatedAt: clock.now() }
    try {
      const tools = await clients.tools(targetOf(row))
      Object.assign(change, { tools, validation: 'success', message: '' })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      Object.assign(change, { validation: 'failed', message: cause.text(locale).slice(0, 500) })
    }
    await repo.updatePoint(row.id, change)
    await changed(row.serverId)
    return { ...row, ...change }
  }

  return {
    get: repo.requirePoint,
    shownConfig: (row: McpPointRow) => masked(row.config),
    async add(
      serverId: string,
      userId: string,
      input: PointRequest & { url: string },
      locale: Locale,
    ): Promise<McpPointRow> {
      const transport = input.transport ?? 'streamable_http'
      const url = checkAddress(transport, input.url)
      const { config, sealed } = readConfig(input.config, undefined, secrets)
      const now = clock.now()
      const row: McpPointRow = {
        id: newId(),
        serverId,
        env: input.env ?? '',
        lane: input.lane ?? '',
        transport,
        url,
        psm: input.psm ?? '',
        config,
        secret: sealed,
        tools: [],
        validation: '',
        message: '',
        validatedAt: 0,
        status: McpStatus.normal,
        createdAt: now,
        updatedAt: now,
      }
      await repo.insertPoint(row)
      await resources.touch(serverId, userId)
      return validate(row, locale)
    },
    async update(
      serverId: string,
      pointId: string,
      userId: string,
      input: PointRequest,
      locale: Locale,
    ): Promise<McpPointRow> {
      const before = await repo.requirePoint(serverId, pointId)
      const transport = input.transport ?? before.transport
      const url = checkAddress(transport, input.url ?? before.url)
      const isMoved = originOf(transport, url) !== originOf(before.transport, before.url)
      const { config, sealed } = readConfig(
        input.config ?? masked(before.config),
        isMoved ? undefined : before.secret,
        secrets,
        isMoved,
      )
      const row: McpPointRow = {
        ...before,
        transport,
        url,
        env: input.env ?? before.env,
        lane: input.lane ?? before.lane,
        psm: input.psm ?? before.psm,
        config,
        secret: sealed,
        updatedAt: Math.max(clock.now(), before.updatedAt + 1),
      }
      clients.forget(keyOf(before))
      await repo.updatePoint(pointId, row)
      await resources.touch(serverId, userId)
      return validate(row, locale)
    },
    async setStatus(serverId: string, pointId: string, status: number): Promise<McpPointRow> {
      const row = await repo.requirePoint(serverId, pointId)
      await repo.updatePoint(pointId, { status })
      await changed(serverId)
      return { ...row, status }
    },
    async remove(serverId: string, pointId: string) {
      clients.forget(keyOf(await repo.requirePoint(serverId, pointId)))
      await repo.removePoint(pointId)
      await changed(serverId)
    },
    call: (
      row: McpPointRow,
      tool: string,
      args: Record<string, unknown>,
      dynamic?: PointValues,
      signal?: AbortSignal,
    ) => clients.call(targetOf(row, dynamic), tool, args, signal),
  }
}
export type AccessPoints = ReturnType<typeof createAccessPoints>

const keyOf = (row: McpPointRow) => `${row.id}-${row.updatedAt}`
function withParams(url: string, params: ReadonlyMap<string, string>): string {
  const full = new URL(url)
  for (const [name, value] of params) full.searchParams.set(name, value)
  return full.href
}
