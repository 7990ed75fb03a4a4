import type { contract } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { MemoryService, MemoryOwner } from './memory.service.ts'
import type { MemoryRow } from './memory.table.ts'

const typeNames: Record<number, string> = { 1: 'Chat', 2: 'Topic', 3: 'Essential' }
const toResult = (row: MemoryRow) => ({
  id: row.id,
  text: row.content,
  event_ms: row.eventAt,
  ext: row.ext,
  tags: row.tags,
  item_type: typeNames[row.itemType]!,
})

export function memoryRoutes(memories: MemoryService): Handlers<typeof contract.memory> {
  /** The caller, or an end user of the caller; never another account. */
  const ownerOf = (input: { bot_id: string; connector_uid?: string }, ctx: Ctx): MemoryOwner => {
    const own = input.connector_uid
    return { botId: input.bot_id, userKey: own && own !== ctx.userId ? `${ctx.userId}/${own}` : ctx.userId }
  }
  const upTo = (time: number | undefined) => (time ? { to: time } : {})

  return {
    add: async (input, ctx) => ({
      iid: await memories.add(ownerOf(input, ctx), {
        type: input.item_type,
        content: input.text,
        eventAt: input.event_ms,
        connectorId: input.connector_id,
        bizId: input.biz_id,
        tags: input.tags,
        ext: input.ext,
      }),
    }),
    update: async (input, ctx) => {
      await memories.update(ownerOf(input, ctx), input.iid, {
        content: input.text,
        ...(input.event_ms && { eventAt: input.event_ms }),
        ...(input.tags && { tags: input.tags }),
        ...(input.ext && { ext: input.ext }),
        ...(input.biz_id && { bizId: input.biz_id }),
        ...(input.item_type && { itemType: input.item_type }),
      })
      return {}
    },
    remove: async (input, ctx) => {
      await memories.remove(ownerOf(input, ctx), { ids: input.iids, type: input.item_type })
      return {}
    },
    clear: async (input, ctx) => {
      await memories.remove(ownerOf(input, ctx), { type: input.item_type, ...upTo(input.event_ms) })
      return {}
    },
    clearAll: async (input, ctx) => {
      await memories.remove(ownerOf(input, ctx), upTo(input.event_ms))
      return {}
    },
    list: async (input, ctx) => {
      const filter = { type: input.time_capsule_item_type, from: input.start_event_ms, to: input.end_event_ms }
      const { rows, total } = await memories.list(ownerOf(input, ctx), filter, input.offset, input.limit)
      return {
        list_items_result_list: rows.map((row) => ({
          iid: row.id,
          text: row.content,
          event_ms: row.eventAt,
          ext: row.ext,
          tags: row.tags,
          biz_id: row.bizId,
          item_type: row.itemType,
          update_ms: row.updatedAt,
        })),
        total_num: total,
      }
    },
    search: async (input, ctx) => {
      const found = await memories.search(ownerOf(input, ctx), input.search_item.query, input.search_item.time_zone)
      let room = input.max_length
      const shown = found.filter((row) => (room -= row.content.length) >= 0)
      return {
        search_result_list: shown.map(toResult),
        wraped_text: shown.map((row) => row.content).join('\n'),
        version: 1,
      }
    },
    citationRank: (input) => ({
      search_results: memories.cited(input.llm_answer, input.search_results, (item) => item.text),
    }),
    consent: async (input, ctx) => {
      const given = await memories.consent(ownerOf(input, ctx))
      const isOn = await memories.isOn(input.bot_id, input.connector_id)
      return { is_given: given === true, is_asked: given !== undefined, is_on: isOn }
    },
    setConsent: async (input, ctx) => {
      await memories.setConsent(ownerOf(input, ctx), input.is_given)
      return {}
    },
  }
}
