import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'

const s = z.string()
const byToken = { access: 'public', headers: { token: 'x-jwt-token' } } as const
const limit = { by: 'address', max: 120, seconds: 60 } as const
const token = z.string().max(2000).default('')

/** Calls for external card editors: files by token, settings of a person, and the official templates. */
export const cardTools = {
  token: op('POST /api/card_builder/get_jwt_token', {
    summary: 'Get a token that reads the files of your cards, and does nothing else',
    summaryZh: '获取仅可读取卡片文件的令牌',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        /** Lifetime of the token in seconds. */
        expire_time: z.int().min(60).max(86_400).default(3600),
      }),
    output: () => z.object({ token: s }),
  }),
  image: op('POST /api/card_builder/get_image_info', {
    summary: 'Get an image that a card names, by its key',
    summaryZh: '按 key 获取卡片引用的图片',
    ...byToken,
    limit,
    input: () => z.object({ token, file_name: z.string().min(1).max(500), need_data: z.boolean().default(false) }),
    output: () => z.object({ url: s, data: s, content_type: s }),
  }),
  file: op('POST /api/card_builder/get_file_info', {
    summary: 'Get a file that a card names, by its key or link',
    summaryZh: '按 key 或链接获取卡片引用的文件',
    ...byToken,
    limit,
    input: () =>
      z.object({
        token,
        file_name: z.string().max(500).default(''),
        file_url: z.string().max(2000).default(''),
        need_data: z.boolean().default(false),
      }),
    output: () => z.object({ url: s, data: s }),
  }),
  settings: op('POST /api/card_builder/get_card_user_setting', {
    summary: 'Get your own settings of the card editor',
    summaryZh: '获取你的卡片编辑器设置',
    input: () =>
      z.object({
        creator_id: idOrNone(),
        /** Defaults to all settings. */
        setting_keys: z.array(z.string().max(100)).max(100).default([]),
      }),
    output: () => z.object({ user_settings: z.array(z.object({ setting_key: s, setting_value: s })) }),
  }),
  saveSettings: op('POST /api/card_builder/save_card_user_setting', {
    summary: 'Save your own settings of the card editor; an empty value deletes one',
    summaryZh: '保存你的卡片编辑器设置，值为空则删除',
    reply: 'flat',
    input: () =>
      z.object({
        creator_id: idOrNone(),
        user_settings: z
          .array(z.object({ setting_key: z.string().min(1).max(100), setting_value: z.string().max(8192) }))
          .max(100)
          .default([]),
      }),
  }),
  updateOfficial: op('POST /api/op_card/update_template', {
    summary: 'Change the official card templates: copy, replace, or go back',
    summaryZh: '更新官方卡片模板：复制、替换或回退',
    access: 'instance',
    reply: 'flat',
    input: () =>
      z.object({
        /** Templates of spaces; only for stage 1. */
        ids: z.array(id()).max(100).default([]),
        /** 1 copies the templates, 2 replaces the official templates by the copies, 3 restores the previous ones. */
        stage: z.enum({ copy: 1, replace: 2, rollBack: 3 }),
        operator: z.string().max(100).default(''),
      }),
    output: () => z.object({ finished: z.boolean() }),
  }),
}
