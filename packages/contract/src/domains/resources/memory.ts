import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int } from '#shared/fields.ts'
import { MEMORY_LIMITS } from '#shared/limits.ts'

export const MemoryType = { chat: 1, topic: 2, essential: 3 } as const
export type MemoryType = (typeof MemoryType)[keyof typeof MemoryType]

const type = int().pipe(z.enum(MemoryType))
const time = z.coerce.number().int().min(0).max(8_640_000_000_000_000)
const ext = z.record(z.string().max(100), z.string().max(2000)).optional()
const tags = z.array(z.string().max(100)).max(50).optional()
const content = z.string().trim().min(1).max(MEMORY_LIMITS.text)
const memoryOwner = {
  bot_id: id(),
  connector_uid: z.string().max(128).optional(),
  connector_id: z.string().max(64).optional(),
}
const flat = 'flat' as const
const access = { on: 'bot', id: 'bot_id', can: 'view' } as const
const result = z.object({
  text: z.string(),
  event_ms: z.number().optional(),
  ext: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.string()).optional(),
  item_type: z.string().optional(),
  id: z.string().optional(),
})
const query = z.object({
  query: z.string().max(2000),
  time_zone: z.string().max(64).optional(),
  language: z.string().max(20).optional(),
})

/** Long-term memory. Callers can only access what a bot remembers about themselves. */
export const memory = {
  add: op('POST /api/xmemory/time-capsule-add-item', {
    summary: 'Add a memory to a bot',
    summaryZh: '为智能体添加记忆',
    access,
    reply: flat,
    input: () =>
      z.object({
        ...memoryOwner,
        item_type: type,
        biz_id: z.string().max(128).default(''),
        text: content,
        event_ms: time,
        update_ms: time.optional(),
        ext,
        tags,
      }),
    output: () => z.object({ iid: z.string() }),
  }),
  update: op('POST /api/xmemory/time-capsule-update-item', {
    summary: 'Change a memory',
    summaryZh: '修改记忆',
    access,
    reply: flat,
    input: () =>
      z.object({
        ...memoryOwner,
        iid: id(),
        item_type: type.optional(),
        biz_id: z.string().max(128).optional(),
        text: content,
        event_ms: time.optional(),
        update_ms: time.optional(),
        ext,
        tags,
      }),
  }),
  remove: op('POST /api/xmemory/time-capsule-delete-items', {
    summary: 'Delete memories',
    summaryZh: '删除记忆',
    access,
    reply: flat,
    input: () => z.object({ ...memoryOwner, item_type: type.optional(), iids: z.array(id()).min(1).max(500) }),
  }),
  clear: op('POST /api/xmemory/time-capsule-clear-items', {
    summary: 'Delete all memories of one kind up to a time',
    summaryZh: '删除某时间之前某一类的全部记忆',
    access,
    reply: flat,
    input: () => z.object({ ...memoryOwner, item_type: type.optional(), event_ms: time.optional(), ext }),
  }),
  clearAll: op('POST /api/xmemory/time-capsule-clear-all-items', {
    summary: 'Delete everything a bot remembers about you',
    summaryZh: '删除智能体记住的关于你的全部信息',
    access,
    reply: flat,
    input: () => z.object({ ...memoryOwner, event_ms: time.optional() }),
  }),
  list: op('POST /api/xmemory/time-capsule-list-items', {
    summary: 'List what a bot remembers about you, newest first',
    summaryZh: '列出智能体记住的关于你的信息，最新在前',
    access,
    reply: flat,
    input: () =>
      z.object({
        ...memoryOwner,
        time_capsule_item_type: type.optional(),
        start_event_ms: time.optional(),
        end_event_ms: time.optional(),
        offset: int().min(0).default(0),
        limit: int().min(1).max(MEMORY_LIMITS.page).default(50),
      }),
    output: () =>
      z.object({
        list_items_result_list: z.array(
          z.object({
            iid: z.string(),
            text: z.string(),
            event_ms: z.number(),
            ext: z.record(z.string(), z.string()),
            tags: z.array(z.string()),
            biz_id: z.string(),
            item_type: z.number(),
            update_ms: z.number(),
          }),
        ),
        total_num: z.number(),
      }),
  }),
  search: op(['POST /api/xmemory/time-capsule-search', 'POST /api/xmemory/time-capsule-search-items'], {
    summary: 'Search what a bot remembers about you',
    summaryZh: '搜索智能体记住的关于你的信息',
    access,
    reply: flat,
    input: () =>
      z.object({
        ...memoryOwner,
        search_item: query.prefault({ query: '' }),
        max_length: z.coerce.number().int().min(1).max(100_000).default(4000),
      }),
    output: () => z.object({ search_result_list: z.array(result), wraped_text: z.string(), version: z.number() }),
  }),
  citationRank: op('POST /api/xmemory/citation-rank', {
    summary: 'List the memories an answer is based on, most used first',
    summaryZh: '列出回答依据的记忆，使用最多的在前',
    access: { on: 'bot', id: 'bot_id', can: 'view', optional: true },
    reply: flat,
    input: () =>
      z.object({
        bot_id: idOrNone(),
        connector_uid: z.string().max(128).optional(),
        connector_id: z.string().max(64).optional(),
        llm_answer: z.string().max(100_000),
        search_results: z.array(result).max(200),
      }),
    output: () => z.object({ search_results: z.array(result) }),
  }),
  consent: op('GET /api/xmemory/consent', {
    summary: 'Get whether you allow a bot to remember you',
    summaryZh: '获取你是否允许智能体记住你',
    access,
    input: () => z.object(memoryOwner),
    /**
     * `is_on`: whether memory is enabled for the bot, in the version that the channel serves; in the draft if no
     * channel is given.
     */
    output: () => z.object({ is_given: z.boolean(), is_asked: z.boolean(), is_on: z.boolean() }),
  }),
  setConsent: op('POST /api/xmemory/consent', {
    summary: 'Allow a bot to remember you, or stop it and delete everything',
    summaryZh: '允许智能体记住你，或停止并删除全部记忆',
    access,
    input: () => z.object({ bot_id: id(), connector_uid: memoryOwner.connector_uid, is_given: z.boolean() }),
  }),
}
