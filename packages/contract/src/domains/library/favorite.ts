import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'

export const favorite = {
  setBot: op('POST /api/bot/add_favorite_bot', {
    summary: 'Add a bot to your favourites (1) or remove it (0)',
    summaryZh: '收藏（1）或取消收藏（0）智能体',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () => z.object({ bot_id: id(), fav_status: int().pipe(z.number().min(0).max(1)) }),
  }),
  setApp: op('POST /api/intelligence_api/favorite', {
    summary: 'Add a bot or project to your favourites or remove it',
    summaryZh: '收藏或取消收藏智能体或项目',
    access: { on: 'resource', id: 'intelligence_id', can: 'view' },
    input: () => z.object({ intelligence_id: id(), is_fav: z.boolean() }),
  }),
  bots: op('POST /api/bot/get_user_bot_fav', {
    summary: 'List your favourite bots in all spaces',
    summaryZh: '列出你在全部空间收藏的智能体',
    reply: 'flat',
    input: () => z.object({ page: pageNumber(), size: pageSize(24, 100), name: z.string().max(200).default('') }),
    output: () =>
      z.object({
        get_user_bot_fav_data: z.object({
          bot_infos: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              description_for_human: z.string(),
              icon_uri: z.string(),
              icon_url: z.string(),
              space_id: z.string(),
              create_time: z.number(),
              update_time: z.number(),
              creator: z.object({ id: z.string(), name: z.string(), avatar_url: z.string(), self: z.boolean() }),
              published: z.boolean(),
              fav_status: z.number(),
              bot_status: z.number(),
            }),
          ),
          total: z.number(),
        }),
      }),
  }),
  report: op('POST /api/playground_api/report_user_behavior', {
    summary: 'Record that you opened or edited something',
    summaryZh: '记录你打开或编辑了某项内容',
    limit: { by: 'user', max: 600, seconds: 60 },
    input: () =>
      z.object({
        resource_id: id(),
        /** 1 bot, 2 project, 3 space, 4 bot of an avatar. */
        resource_type: int().pipe(z.number().min(1).max(4)),
        /** 1 opened, 2 edited. */
        behavior_type: int().pipe(z.number().min(1).max(2)),
        space_id: idOrNone(),
      }),
  }),
}
