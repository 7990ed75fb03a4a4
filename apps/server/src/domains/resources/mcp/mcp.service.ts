import { McpStatus } from '@orrery/contract'
import { eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Db } from '#kit/db.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { InstanceMcpFile } from './instance-file.ts'
import type { AccessPoints } from './access-point.service.ts'
import type { FoundServer, McpRepo } from './mcp.repo.ts'
import { officialServers } from './official-servers.ts'
import { mcpServer } from './mcp.table.ts'

export type { FoundServer } from './mcp.repo.ts'
export interface McpDeps {
  db: Db
  resources: ResourceService
  audit: AuditService
  repo: McpRepo
  points: Pick<AccessPoints, 'add'>
  file: InstanceMcpFile
  bus: Bus
}
export interface ServerRequest {
  name?: string | undefined
  description?: string | undefined
  sourceType?: string | undefined
  labels?: string[] | null | undefined
  publishSupported?: boolean | undefined
  pageUrl?: string | undefined
}
/** MCP servers of a space with their access points. */
export function createMcpService(deps: McpDeps) {
  const { db, repo, points, resources } = deps
  const official = () => officialServers(deps.file)
  const changed = (id: string) => deps.bus.publish('mcp', id)

  async function get(id: string): Promise<FoundServer> {
    const found = await repo.find(id)
    if (!found) throw errors.notFound({ what: 'MCP server' })
    return found
  }
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
      return made
    })
    return get(head.id)
  }

  return {
    get,
    find: repo.find,
    list: repo.list,
    pointsIn: repo.pointsIn,
    official,
    create,
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
    /** Copies a server to a space. Secrets are not copied: the new owner enters their own. */
    async fork(id: string, spaceId: string, userId: string, locale: Locale): Promise<FoundServer> {
      const known = official().find((item) => item.id === id)
      const source = known ? undefined : await get(id)
      const made = await create(spaceId, userId, {
        name: known?.name ?? source!.head.name,
        description: known?.description ?? source!.head.description,
        sourceType: known ? 'official' : source!.row.sourceType,
      })
      for (const point of known ? [known] : source!.points)
        await points.add(
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
