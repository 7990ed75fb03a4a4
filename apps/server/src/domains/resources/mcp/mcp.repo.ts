import { and, asc, count, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import { type Db, likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { mcpAccessPoint, type McpPointRow, mcpServer, type McpServerRow } from './mcp.table.ts'

export interface FoundServer {
  head: ResourceRow
  row: McpServerRow
  points: McpPointRow[]
}

export function createMcpRepo(db: Db) {
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
  async function requirePoint(serverId: string, pointId: string): Promise<McpPointRow> {
    const [row] = await db
      .select()
      .from(mcpAccessPoint)
      .where(and(eq(mcpAccessPoint.id, pointId), eq(mcpAccessPoint.serverId, serverId)))
    if (!row) throw errors.notFound({ what: 'access point' })
    return row
  }

  return {
    find,
    requirePoint,
    insertPoint: async (row: McpPointRow): Promise<void> => void (await db.insert(mcpAccessPoint).values(row)),
    updatePoint: async (id: string, change: Partial<McpPointRow>): Promise<void> =>
      void (await db.update(mcpAccessPoint).set(change).where(eq(mcpAccessPoint.id, id))),
    removePoint: async (id: string): Promise<void> =>
      void (await db.delete(mcpAccessPoint).where(eq(mcpAccessPoint.id, id))),
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
    /** Those of the access points that belong to this space. */
    pointsIn: (spaceId: string, ids: string[]): Promise<McpPointRow[]> =>
      ids.length
        ? db
            .select({ point: mcpAccessPoint })
            .from(mcpAccessPoint)
            .innerJoin(resource, eq(resource.id, mcpAccessPoint.serverId))
            .where(and(inArray(mcpAccessPoint.id, ids), eq(resource.spaceId, spaceId)))
            .then((rows) => rows.map((row) => row.point))
        : Promise.resolve([]),
  }
}
export type McpRepo = ReturnType<typeof createMcpRepo>
