import { type McpConfig, McpStatus } from '@orrery/contract'
import { and, asc, count, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { type Secrets, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { InstanceMcpFile } from './instance-file.ts'
import type { McpClients, McpTarget } from './mcp-client.ts'
import { mcpErrors } from './mcp.errors.ts'
import { mcpAccessPoint, type McpPointRow, mcpServer, type McpServerRow } from './mcp.table.ts'
import { masked, openValues, type PointValues, readConfig } from './point-config.ts'

export interface McpDeps {
  db: Db
  resources: ResourceService
  audit: AuditService
  clients: McpClients
  file: InstanceMcpFile
  egress: Egress
  secrets: Secrets
  bus: Bus
  newId: NewId
  clock: Clock
}
export interface FoundServer {
  head: ResourceRow
  row: McpServerRow
  points: McpPointRow[]
}
export interface PointRequest {
  env?: string | undefined
  lane?: string | undefined
  transport?: string | undefined
  url?: string | undefined
  psm?: string | undefined
  config?: McpConfig | undefined
}
export interface ServerRequest {
  name?: string | undefined
  description?: string | undefined
  sourceType?: string | undefined
  labels?: string[] | null | undefined
  publishSupported?: boolean | undefined
  pageUrl?: string | undefined
}
/** Official servers have no row: their id comes from their name. */
const officialId = (name: string) =>
  String(72_000_000_000 + (Number.parseInt(sha256(`mcp ${name}`).slice(0, 8), 16) % 1_000_000_000))

/** MCP servers of a space: where they are, what they can, and whether they answer. */
export function createMcpService(deps: McpDeps) {
  const { db, resources, clients, file, egress, secrets, clock } = deps
  const changed = (id: string) => deps.bus.publish('mcp', id)

  async function pointsOf(ids: string[]): Promise<McpPointRow[]> {
    if (!ids.length) return []
    return db.select().from(mcpAccessPoint).where(inArray(mcpAccessPoint.serverId, ids)).orderBy(asc(mcpAccessPoint.id))
  }
  async function find(id: string): Promise<FoundServer | undefined> {
    const [item] = await db
      .select({ head: resource, row: mcpServer })
      .from(mcpServer)
      .innerJoin(resource, eq(resource.id, mcpServer.id))
      .where(eq(mcpServer.id, id))
    return item && { ...item, points: await pointsOf([id]) }
  }
  async function get(id: string): Promise<FoundServer> {
    const found = await find(id)
    if (!found) throw errors.notFound({ what: 'MCP server' })
    return found
  }
  async function point(serverId: string, pointId: string): Promise<McpPointRow> {
    const [row] = await db
      .select()
      .from(mcpAccessPoint)
      .where(and(eq(mcpAccessPoint.id, pointId), eq(mcpAccessPoint.serverId, serverId)))
    if (!row) throw errors.notFound({ what: 'access point' })
    return row
  }
  function checkPlace(transport: string, url: string): string {
    if (transport === 'stdio') return file.allowed(url).name
    try {
      return egress.checkUrl(url).href
    } catch (cause) {
      throw cause instanceof AppError ? mcpErrors.badUrl({ reason: cause.message }) : cause
    }
  }
  const originOf = (transport: string, url: string) => (transport === 'stdio' ? `stdio:${url}` : new URL(url).origin)
  /** The headers and address of a call: what is kept, and what this caller adds where the access point asks for it. */
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
  /** Asks the server what it can. That it does not answer is a state to be shown, not a failure of the call. */
  async function validate(row: McpPointRow, locale: Locale): Promise<McpPointRow> {
    const change: Partial<McpPointRow> = { validatedAt: clock.now() }
    try {
      const tools = await clients.tools(targetOf(row))
      Object.assign(change, { tools, validation: 'success', message: '' })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      Object.assign(change, { validation: 'failed', message: cause.text(locale).slice(0, 500) })
    }
    await db.update(mcpAccessPoint).set(change).where(eq(mcpAccessPoint.id, row.id))
    await changed(row.serverId)
    return { ...row, ...change }
  }
  const official = () => [
    ...file.read().official.map((item) => ({
      id: officialId(item.name),
      name: item.name,
      description: item.description,
      transport: item.transport as string,
      url: item.url,
    })),
    ...file.read().stdio.map((item) => ({
      id: officialId(item.name),
      name: item.name,
      description: item.description,
      transport: 'stdio',
      url: item.name,
    })),
  ]
  async function create(
    spaceId: string,
    userId: string,
    input: ServerRequest & { name: string },
  ): Promise<FoundServer> {
    const head = await db.transaction(async (tx) => {
      const made = await resources.create(
        { kind: 'mcp', spaceId, ownerId: userId, name: input.name, description: input.description ?? '' },
        tx,
      )
      await tx.insert(mcpServer).values({
        id: made.id,
        sourceType: input.sourceType ?? 'custom',
        labels: input.labels ?? [],
        publishSupported: input.publishSupported ?? false,
        pageUrl: input.pageUrl ?? '',
        status: McpStatus.normal,
      })
      await deps.audit.record(
        { actorId: userId, spaceId, action: 'mcp.create', target: made.id, detail: { name: input.name } },
        tx,
      )
      return made
    })
    return get(head.id)
  }
  async function addPoint(
    serverId: string,
    userId: string,
    input: PointRequest & { url: string },
    locale: Locale,
  ): Promise<McpPointRow> {
    const transport = input.transport ?? 'streamable_http'
    const url = checkPlace(transport, input.url)
    const { config, sealed } = readConfig(input.config, undefined, secrets)
    const now = clock.now()
    const row: McpPointRow = {
      id: deps.newId(),
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
    await db.insert(mcpAccessPoint).values(row)
    await resources.touch(serverId, userId)
    return validate(row, locale)
  }

  return {
    get,
    find,
    point,
    create,
    addPoint,
    official,
    shownConfig: (row: McpPointRow) => masked(row.config),
    async list(
      filter: { spaceId: string; search: string; sourceType: string; status: number; creators: string[] },
      page: number,
      size: number,
    ) {
      const where = and(
        eq(resource.spaceId, filter.spaceId),
        filter.search ? ilike(resource.name, likeText(filter.search)) : undefined,
        filter.sourceType ? eq(mcpServer.sourceType, filter.sourceType) : undefined,
        filter.status ? eq(mcpServer.status, filter.status) : undefined,
        filter.creators.length ? inArray(sql`${resource.ownerId}::text`, filter.creators) : undefined,
      )
      const [rows, totals] = await Promise.all([
        db
          .select({ head: resource, row: mcpServer })
          .from(mcpServer)
          .innerJoin(resource, eq(resource.id, mcpServer.id))
          .where(where)
          .orderBy(desc(resource.id))
          .limit(size)
          .offset((page - 1) * size),
        db.select({ n: count() }).from(mcpServer).innerJoin(resource, eq(resource.id, mcpServer.id)).where(where),
      ])
      const points = await pointsOf(rows.map(({ head }) => head.id))
      return {
        found: rows.map((item): FoundServer => ({
          ...item,
          points: points.filter((row) => row.serverId === item.head.id),
        })),
        total: totals[0]!.n,
      }
    },
    async update(id: string, userId: string, input: ServerRequest & { status?: number }): Promise<FoundServer> {
      const { row } = await get(id)
      await db.transaction(async (tx) => {
        await tx
          .update(mcpServer)
          .set({
            sourceType: input.sourceType ?? row.sourceType,
            labels: input.labels ?? row.labels,
            publishSupported: input.publishSupported ?? row.publishSupported,
            pageUrl: input.pageUrl ?? row.pageUrl,
            status: input.status || row.status,
          })
          .where(eq(mcpServer.id, id))
        await resources.touch(
          id,
          userId,
          {
            ...(input.name && { name: input.name }),
            ...(input.description !== undefined && { description: input.description }),
          },
          tx,
        )
      })
      await changed(id)
      return get(id)
    },
    async remove(id: string, userId: string, address: string) {
      const { head } = await get(id)
      await resources.remove(id)
      await deps.audit.record({
        actorId: userId,
        spaceId: head.spaceId,
        action: 'mcp.delete',
        target: id,
        address,
        detail: { name: head.name },
      })
      await changed(id)
    },
    async updatePoint(
      serverId: string,
      pointId: string,
      userId: string,
      input: PointRequest,
      locale: Locale,
    ): Promise<McpPointRow> {
      const before = await point(serverId, pointId)
      const transport = input.transport ?? before.transport
      const url = checkPlace(transport, input.url ?? before.url)
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
      await db.update(mcpAccessPoint).set(row).where(eq(mcpAccessPoint.id, pointId))
      await resources.touch(serverId, userId)
      return validate(row, locale)
    },
    async setPointStatus(serverId: string, pointId: string, status: number): Promise<McpPointRow> {
      const row = await point(serverId, pointId)
      await db.update(mcpAccessPoint).set({ status }).where(eq(mcpAccessPoint.id, pointId))
      await changed(serverId)
      return { ...row, status }
    },
    async removePoint(serverId: string, pointId: string) {
      clients.forget(keyOf(await point(serverId, pointId)))
      await db.delete(mcpAccessPoint).where(eq(mcpAccessPoint.id, pointId))
      await changed(serverId)
    },
    /** Those of the ids that are in this space. */
    pointsIn: (spaceId: string, ids: string[]): Promise<McpPointRow[]> =>
      ids.length
        ? db
            .select({ point: mcpAccessPoint })
            .from(mcpAccessPoint)
            .innerJoin(resource, eq(resource.id, mcpAccessPoint.serverId))
            .where(and(inArray(mcpAccessPoint.id, ids), eq(resource.spaceId, spaceId)))
            .then((rows) => rows.map((row) => row.point))
        : Promise.resolve([]),
    call: (
      row: McpPointRow,
      tool: string,
      args: Record<string, unknown>,
      dynamic?: PointValues,
      signal?: AbortSignal,
    ) => clients.call(targetOf(row, dynamic), tool, args, signal),
    /** A copy for a space. Secrets are not copied: the new owner enters their own. */
    async fork(id: string, spaceId: string, userId: string, locale: Locale): Promise<FoundServer> {
      const known = official().find((item) => item.id === id)
      const source = known ? undefined : await get(id)
      const made = await create(spaceId, userId, {
        name: known?.name ?? source!.head.name,
        description: known?.description ?? source!.head.description,
        sourceType: known ? 'official' : source!.row.sourceType,
      })
      const points = known ? [known] : source!.points
      for (const point of points)
        await addPoint(
          made.head.id,
          userId,
          {
            transport: point.transport,
            url: point.url,
            ...('config' in point && { config: { ...point.config, static_headers: [], static_params: [] } }),
          },
          locale,
        )
      return get(made.head.id)
    },
  }
}
export type McpService = ReturnType<typeof createMcpService>

const keyOf = (row: McpPointRow) => `${row.id}-${row.updatedAt}`
function withParams(url: string, params: ReadonlyMap<string, string>): string {
  const full = new URL(url)
  for (const [name, value] of params) full.searchParams.set(name, value)
  return full.href
}
