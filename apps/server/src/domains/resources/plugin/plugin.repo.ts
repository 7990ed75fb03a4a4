import { isId } from '@orrery/contract'
import { and, asc, count, desc, eq, exists, ilike, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import {
  type FeedbackRow,
  plugin,
  pluginFeedback,
  type PluginRow,
  pluginTool,
  pluginVersion,
  type PluginVersionRow,
  type ToolRow,
} from './plugin.table.ts'

export interface FoundPlugin {
  head: ResourceRow
  row: PluginRow
}
export interface PluginFilter {
  spaceId: string
  search?: string
  ownerId?: string
  ids?: readonly string[] | undefined
  /** null: plugins outside projects; undefined: all plugins. */
  projectId?: string | null
  isPublished?: boolean | undefined
  order?: 'created' | 'updated' | 'published'
}

export function createPluginRepo(db: Db) {
  const select = (tx: Tx = db) =>
    tx.select({ head: resource, row: plugin }).from(plugin).innerJoin(resource, eq(resource.id, plugin.id))
  /** Matches the texts of the plugin and those of its tools. */
  const mentions = (pattern: string): SQL | undefined =>
    or(
      ilike(resource.name, pattern),
      ilike(resource.description, pattern),
      exists(
        db
          .select({ one: sql`1` })
          .from(pluginTool)
          .where(
            and(
              eq(pluginTool.pluginId, plugin.id),
              or(ilike(pluginTool.name, pattern), ilike(pluginTool.description, pattern)),
            ),
          ),
      ),
    )
  const where = (filter: PluginFilter): SQL | undefined =>
    and(
      eq(resource.spaceId, filter.spaceId),
      filter.search ? mentions(likeText(filter.search)) : undefined,
      filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
      filter.ids ? inArray(plugin.id, [...filter.ids]) : undefined,
      filter.projectId === undefined
        ? undefined
        : filter.projectId === null
          ? isNull(resource.projectId)
          : eq(resource.projectId, filter.projectId),
      filter.isPublished === undefined
        ? undefined
        : filter.isPublished
          ? isNotNull(plugin.versionId)
          : isNull(plugin.versionId),
    )
  const orders = {
    created: desc(resource.createdAt),
    updated: desc(resource.updatedAt),
    published: sql`${resource.publishedAt} DESC NULLS LAST`,
  }
  const tools = (pluginId: string, tx: Tx = db): Promise<ToolRow[]> =>
    tx
      .select()
      .from(pluginTool)
      .where(eq(pluginTool.pluginId, pluginId))
      .orderBy(asc(pluginTool.position), asc(pluginTool.id))
  return {
    db,
    async get(id: string, tx: Tx = db): Promise<FoundPlugin | undefined> {
      return (await select(tx).where(eq(plugin.id, id)))[0]
    },
    /** The card that the author of a tool has chosen for it. */
    presetCard: async (pluginId: string, toolName: string) =>
      (await tools(pluginId)).find((tool) => tool.name === toolName)?.card ?? undefined,
    getMany: (ids: string[]) => (ids.length ? select().where(inArray(plugin.id, ids)) : Promise.resolve([])),
    async lock(id: string, tx: Tx): Promise<FoundPlugin | undefined> {
      await tx.select({ id: plugin.id }).from(plugin).where(eq(plugin.id, id)).for('update')
      return (await select(tx).where(eq(plugin.id, id)))[0]
    },
    insert: async (row: PluginRow, tx: Tx) => void (await tx.insert(plugin).values(row)),
    update: async (id: string, change: Partial<PluginRow>, tx: Tx = db) =>
      void (await tx.update(plugin).set(change).where(eq(plugin.id, id))),
    async list(filter: PluginFilter, page: number, size: number): Promise<{ found: FoundPlugin[]; total: number }> {
      if (filter.ids && !filter.ids.length) return { found: [], total: 0 }
      const [found, totals] = await Promise.all([
        select()
          .where(where(filter))
          .orderBy(orders[filter.order ?? 'updated'], desc(plugin.id))
          .limit(size)
          .offset((page - 1) * size),
        db.select({ n: count() }).from(plugin).innerJoin(resource, eq(resource.id, plugin.id)).where(where(filter)),
      ])
      return { found, total: totals[0]!.n }
    },
    tools,
    toolsOf: (pluginIds: string[]): Promise<ToolRow[]> =>
      pluginIds.length
        ? db.select().from(pluginTool).where(inArray(pluginTool.pluginId, pluginIds)).orderBy(asc(pluginTool.position))
        : Promise.resolve([]),
    async tool(pluginId: string, toolId: string, tx: Tx = db): Promise<ToolRow | undefined> {
      return (
        await tx
          .select()
          .from(pluginTool)
          .where(and(eq(pluginTool.id, toolId), eq(pluginTool.pluginId, pluginId)))
      )[0]
    },
    async pluginOfTool(toolId: string): Promise<string | undefined> {
      return (await db.select({ id: pluginTool.pluginId }).from(pluginTool).where(eq(pluginTool.id, toolId)))[0]?.id
    },
    insertTools: async (rows: ToolRow[], tx: Tx) => void (rows.length && (await tx.insert(pluginTool).values(rows))),
    updateTool: async (id: string, change: Partial<ToolRow>, tx: Tx = db) =>
      void (await tx.update(pluginTool).set(change).where(eq(pluginTool.id, id))),
    removeTools: async (ids: string[], tx: Tx) =>
      void (ids.length && (await tx.delete(pluginTool).where(inArray(pluginTool.id, ids)))),
    insertVersion: async (row: PluginVersionRow, tx: Tx) => void (await tx.insert(pluginVersion).values(row)),
    /** A version by id or name; the newest one if neither is given. */
    async version(pluginId: string, which: string): Promise<PluginVersionRow | undefined> {
      const [row] = await db
        .select()
        .from(pluginVersion)
        .where(
          and(
            eq(pluginVersion.pluginId, pluginId),
            isId(which) ? eq(pluginVersion.id, which) : which ? eq(pluginVersion.name, which) : undefined,
          ),
        )
        .orderBy(desc(pluginVersion.id))
        .limit(1)
      return row
    },
    async versions(pluginId: string, page: number, size: number) {
      const mine = eq(pluginVersion.pluginId, pluginId)
      const [rows, totals] = await Promise.all([
        db
          .select({
            id: pluginVersion.id,
            name: pluginVersion.name,
            description: pluginVersion.description,
            createdBy: pluginVersion.createdBy,
            createdAt: pluginVersion.createdAt,
          })
          .from(pluginVersion)
          .where(mine)
          .orderBy(desc(pluginVersion.id))
          .limit(size)
          .offset((page - 1) * size),
        db.select({ n: count() }).from(pluginVersion).where(mine),
      ])
      return { rows, total: totals[0]!.n }
    },
    async addFeedback(row: FeedbackRow): Promise<void> {
      await db.insert(pluginFeedback).values(row)
    },
    /** The number of bots whose drafts use each plugin. */
    async botQuotes(pluginIds: string[]): Promise<Map<string, number>> {
      if (!pluginIds.length) return new Map()
      const wanted = sql.join(
        pluginIds.map((id) => sql`${id}`),
        sql`, `,
      )
      const { rows } = await db.execute<{ id: string; n: string }>(sql`
        SELECT wanted.id, count(*) AS n
        FROM unnest(ARRAY[${wanted}]::text[]) AS wanted (id)
        JOIN bot ON config -> 'plugin_info_list' @> jsonb_build_array(jsonb_build_object('plugin_id', wanted.id))
        GROUP BY 1`)
      return new Map(rows.map((row) => [row.id, Number(row.n)]))
    },
  }
}
export type PluginRepo = ReturnType<typeof createPluginRepo>
