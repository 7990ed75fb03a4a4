import type { ApiParameter } from '@orrery/contract'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { mergeSettings } from '#kit/json-schema/fill-arguments.ts'
import { pluginUse, type PluginUseRow, type UseStyle } from './plugin.table.ts'
import type { Tool, ToolSettings } from './shared/toolset.ts'

/** The use of a tool by a bot or by a model node of a workflow. */
export interface UseKey {
  referrerId: string
  nodeId: string
  pluginId: string
  tool: string
}
export interface UseChange {
  request?: ApiParameter[] | undefined
  response?: ApiParameter[] | undefined
  style?: Partial<UseStyle> | undefined
}
export const plainStyle: UseStyle = { workflow_response_mode: 0, allow_without_asking: false }

/** Settings of bots for tools: defaults, hidden parameters, response style, and the rule about side effects. */
export function createPluginUses({ db, clock }: { db: Db; clock: Clock }) {
  const exactly = (key: UseKey) =>
    and(
      eq(pluginUse.referrerId, key.referrerId),
      eq(pluginUse.nodeId, key.nodeId),
      eq(pluginUse.pluginId, key.pluginId),
      eq(pluginUse.tool, key.tool),
    )
  async function get(key: UseKey): Promise<PluginUseRow | undefined> {
    return (await db.select().from(pluginUse).where(exactly(key)))[0]
  }
  return {
    get,
    ofBot: (botId: string): Promise<PluginUseRow[]> =>
      db
        .select()
        .from(pluginUse)
        .where(and(eq(pluginUse.referrerId, botId), eq(pluginUse.nodeId, ''))),
    async save(key: UseKey, change: UseChange): Promise<void> {
      const before = await get(key)
      const values = {
        request: change.request ?? before?.request ?? [],
        response: change.response ?? before?.response ?? [],
        style: { ...plainStyle, ...before?.style, ...change.style },
        updatedAt: clock.now(),
      }
      await db
        .insert(pluginUse)
        .values({ ...key, ...values })
        .onConflictDoUpdate({
          target: [pluginUse.referrerId, pluginUse.nodeId, pluginUse.pluginId, pluginUse.tool],
          set: values,
        })
    },
    async remove(key: Pick<UseKey, 'referrerId'> & Partial<UseKey>): Promise<void> {
      await db
        .delete(pluginUse)
        .where(
          and(
            eq(pluginUse.referrerId, key.referrerId),
            key.nodeId === undefined ? undefined : eq(pluginUse.nodeId, key.nodeId),
            key.pluginId === undefined ? undefined : eq(pluginUse.pluginId, key.pluginId),
            key.tool === undefined ? undefined : eq(pluginUse.tool, key.tool),
          ),
        )
    },
  }
}
export type PluginUses = ReturnType<typeof createPluginUses>

/** The parameters of a tool with the settings of its user. */
export const settingsOf = (tool: Tool, use: Pick<PluginUseRow, 'request' | 'response'> | undefined): ToolSettings => ({
  request: use ? mergeSettings(tool.request, use.request) : tool.request,
  response: use ? mergeSettings(tool.response, use.response) : tool.response,
})
