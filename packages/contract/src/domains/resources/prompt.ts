import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { PROMPT_LIMITS } from '#shared/limits.ts'

const prompt = z.object({
  id: z.string(),
  space_id: z.string(),
  name: z.string(),
  description: z.string(),
  prompt_text: z.string(),
  /** Has to be sent with a change, so that concurrent edits are not lost. Empty for official prompts. */
  version: z.string(),
  update_time: z.string(),
  creator_name: z.string(),
  official: z.boolean(),
})
export type Prompt = z.infer<typeof prompt>

/** The prompt library: prompts of a space, and the official ones that come with the product. */
export const promptLibrary = {
  save: op('POST /api/playground_api/upsert_prompt_resource', {
    summary: 'Add a prompt to the library, or update it when its id is given',
    summaryZh: '添加提示词，或更新指定 ID 的提示词',
    access: { on: 'prompt', id: 'prompt.id', can: 'editInfo', optional: true },
    input: () =>
      z.object({
        prompt: z.object({
          id: idOrNone(),
          space_id: idOrNone(),
          name: name(PROMPT_LIMITS.name),
          description: text(PROMPT_LIMITS.description).default(''),
          prompt_text: text(PROMPT_LIMITS.text),
          version: z.string().max(20).optional(),
        }),
      }),
    output: () => z.object({ id: z.string(), version: z.string() }),
  }),
  get: op('GET /api/playground_api/get_prompt_resource_info', {
    summary: 'Get a prompt',
    summaryZh: '获取提示词',
    input: () => z.object({ prompt_resource_id: id() }),
    output: prompt,
  }),
  remove: op('POST /api/playground_api/delete_prompt_resource', {
    summary: 'Delete a prompt',
    summaryZh: '删除提示词',
    access: { on: 'prompt', id: 'prompt_resource_id', can: 'delete' },
    input: () => z.object({ prompt_resource_id: id() }),
  }),
  list: op('POST /api/playground_api/list_prompt_resource', {
    summary: 'List the prompts of a space, newest first',
    summaryZh: '列出空间的提示词，最新在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        space_id: id(),
        keyword: z.string().max(200).default(''),
        page: pageNumber(),
        size: pageSize(24, 100),
      }),
    output: () => z.object({ prompts: z.array(prompt), total: z.number() }),
  }),
  official: op('POST /api/playground_api/get_official_prompt_list', {
    summary: 'List recommended prompts in your language',
    summaryZh: '按你的语言列出推荐的提示词',
    reply: 'flat',
    input: () => z.object({ keyword: z.string().max(200).default('') }),
    output: () => z.object({ data: z.array(prompt) }),
  }),
}
