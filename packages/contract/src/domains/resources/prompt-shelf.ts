import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone } from '#shared/fields.ts'
import { PROMPT_PLATFORM_LIMITS as LIMITS } from '#shared/prompt-enums.ts'
import { flat, orNothing, promptDetail } from './prompt-shapes.ts'

const root = '/api/devops/prompt_platform/v1/prompt'

/** Calls around prompts: categories of official prompts, the clipboard, links to files. */
export const promptShelf = {
  labels: op(`POST ${root}/list_label`, {
    summary: 'List categories of official prompts',
    summaryZh: '列出官方提示词的分类',
    ...flat,
    input: () =>
      z.object({
        label_type: orNothing(
          z.enum(['', 'official'], { error: 'must be “official”: only official prompts have categories' }),
        ),
        base,
      }),
    output: () => z.object({ labels: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  report: op(`POST ${root}/report_event`, {
    summary: 'Tell that you try or adopt an official prompt',
    summaryZh: '上报试用或采用官方提示词',
    ...flat,
    input: () =>
      z.object({
        report_event: z.object({ report_event_type: z.union([z.literal(1), z.literal(2)]), prompt_id: id() }),
        base,
      }),
  }),
  saveClip: op(`POST ${root}/clipboard/save`, {
    summary: 'Put messages on your clipboard for another prompt or space',
    summaryZh: '将消息存入剪贴板，供其他提示词或空间使用',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    bodyLimit: 2 * LIMITS.detail,
    input: () =>
      z.object({
        space_id: id(),
        content: z.string().min(1).max(LIMITS.detail),
        /**
         * The prompt that the content was copied from; if it has to stay in its space, it cannot be pasted in another
         * one.
         */
        prompt_id: idOrNone(),
        base,
      }),
    output: () => z.object({ content_key: z.string() }),
  }),
  clip: op(`POST ${root}/clipboard/get`, {
    summary: 'Get what you put on your clipboard',
    summaryZh: '读取你的剪贴板内容',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () =>
      z.object({
        /** The space to paste into, which must contain the segments. */
        space_id: id(),
        prompt_id: idOrNone(),
        version: orNothing(z.string().max(50)),
        content_key: z.string().max(100),
        base,
      }),
    output: () => z.object({ content: z.string() }),
  }),
  paste: op(`POST ${root}/clipboard/paste`, {
    summary: 'Get what you copied as messages of a prompt of another space',
    summaryZh: '将剪贴板内容转换为目标空间可用的提示词内容',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    ...flat,
    input: () => z.object({ space_id: id(), prompt_id: idOrNone(), content_key: z.string().max(100), base }),
    output: () =>
      z.object({
        prompt: promptDetail(),
        /** Segments that were replaced by their text, and objects left out because this space does not have them. */
        notes: z.array(
          z.object({
            change: z.enum(['inlined', 'left_out']),
            of: z.enum(['segment', 'mcp_server', 'plugin']),
            name: z.string(),
          }),
        ),
      }),
  }),
  links: op(`POST ${root}/convert_uri_to_url`, {
    summary: 'Get links to your uploaded files',
    summaryZh: '获取你上传的文件的链接',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () => z.object({ space_id: id(), uris: z.array(z.string().max(1000)).max(100).default([]), base }),
    output: () => z.object({ url_map: z.record(z.string(), z.string()) }),
  }),
}
