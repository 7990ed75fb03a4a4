import { z } from 'zod'
import { op } from '#kit.ts'
import { DESK_LIMITS } from '#shared/desk.ts'
import { base } from '#shared/fields.ts'
import { deskSpace, inDeskSpace } from './desk.ts'

const s = z.string()
const url = z.string().trim().min(1).max(2000)
const reference = z.object({
  url: s,
  content: s,
  icon: s,
  website_name: s,
  title: s,
  is_user_add: z.boolean(),
})
const ApiType = { workflow: 1, chat: 2, chatV3: 3 } as const
const trigger = () =>
  z.object({
    scene: z.string().min(1).max(100),
    api_type: z.enum(ApiType),
    /** A desk token for this scene. */
    token: z.string().min(1).max(2000),
    /** JSON: instance_id, query, and the parameters of a shortcut. */
    body: z.string().max(200_000).default(''),
    Base: base,
  })
const limit = { by: 'user', max: 60, seconds: 60 } as const

/** Writing: references, images, and questions to a desk. */
export const deskWriter = {
  saveReferences: op('POST /api/card_builder/agent/save_reference', {
    summary: 'Read web pages and keep them as your references; all of them or none',
    summaryZh: '读取网页并保存为你的参考资料，全部成功才会保存',
    limit,
    input: () =>
      z.object({
        references: z
          .array(
            z.object({
              url,
              /** Stored unchanged; without it, the page is fetched. */
              content: z.string().max(200_000).default(''),
              icon: z.string().max(2000).default(''),
              website_name: z.string().max(200).default(''),
              title: z.string().max(300).default(''),
              is_user_add: z.boolean().default(false),
            }),
          )
          .max(DESK_LIMITS.references)
          .default([]),
        /** Fetches only title and icon. */
        fast_mode: z.boolean().default(false),
        Base: base,
      }),
    output: () => z.array(reference),
  }),
  references: op('POST /api/card_builder/agent/get_reference', {
    summary: 'Get your references by URL; without any, the latest ones',
    summaryZh: '按 URL 获取你的参考资料，不填则返回最近的',
    input: () => z.object({ reference_url: z.array(url).max(100).default([]), Base: base }),
    output: () => z.array(reference),
  }),
  image: op('POST /api/card_builder/agent/get_accompanied_image', {
    summary: 'Get images that fit a text: from the image bases of the space, or from its image model',
    summaryZh: '获取与文字相配的图片：来自空间的图片知识库或图像模型',
    ...inDeskSpace,
    limit,
    input: () =>
      z.object({
        space_id: deskSpace(),
        scene: z.string().max(100).default(''),
        /** What the image should show. */
        param: z.string().max(2000).default(''),
        Base: base,
      }),
    output: () => z.object({ image_urls: z.array(s) }),
  }),
  trigger: op('POST /api/card_builder/agent/api_trigger', {
    summary: 'Ask a desk with a desk token; the answer is streamed',
    summaryZh: '凭工作台令牌提问，流式返回回答',
    access: 'public',
    reply: 'stream',
    limit: { by: 'address', max: 120, seconds: 60 },
    input: trigger,
  }),
  triggerOnce: op('POST /api/card_builder/agent/coze_api_trigger', {
    summary: 'Ask a desk with a desk token; the answer comes whole',
    summaryZh: '凭工作台令牌提问，一次返回完整回答',
    access: 'public',
    limit: { by: 'address', max: 120, seconds: 60 },
    input: trigger,
    output: () => z.object({ content: s }),
  }),
  token: op('POST /api/card_builder/agent/plugin_get_jwt', {
    summary: 'Get a desk token for one scene; it works for an hour and does nothing else',
    summaryZh: '获取某一场景的工作台令牌，一小时内有效，别无他用',
    limit,
    scope: 'Bot.chat',
    input: () => z.object({ scene: z.string().min(1).max(100), Base: base }),
    output: () => z.object({ token: s }),
  }),
  keepImage: op('POST /api/card_builder/agent/plugin_get_accompanied_image', {
    summary: 'Fetch an image from the web and keep it among your files',
    summaryZh: '抓取网络图片并保存到你的文件',
    limit,
    scope: 'Bot.chat',
    input: () => z.object({ origin_url: z.string().trim().min(1).max(2000), Base: base }),
    output: () => z.object({ image_url: s }),
  }),
  universal: op('POST /api/card_builder/agent/biz_universal', {
    summary: 'Make another call of the desks, named by its path',
    summaryZh: '按路径调用工作台的其他接口',
    limit,
    input: () =>
      z.object({
        api_path: z.string().min(1).max(200),
        method: z.enum({ get: 1, post: 2 }),
        /** In the format of a URL query. */
        query: z.string().max(10_000).default(''),
        /** JSON. */
        body: z.string().max(1_000_000).default(''),
        Base: base,
      }),
    output: () => z.object({ body: s }),
  }),
}
