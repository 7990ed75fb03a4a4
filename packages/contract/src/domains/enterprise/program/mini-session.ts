import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, idOrNone, int } from '#shared/fields.ts'

/** Visitors of mini programs: the code from their platform is exchanged for a token for one bot. */
export const miniSession = {
  begin: op('POST /adapter/mp/v1/code2session', {
    summary: 'Exchange the sign-in code of a mini program for a token to chat with one published bot',
    summaryZh: '用小程序登录凭证换取与一个已发布智能体对话的令牌',
    access: 'public',
    ownAuthorization: true,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () =>
      z.object({
        bot_id: idOrNone(),
        app_id: z.string().max(100).optional(),
        connector_id: z.string().min(1).max(40),
        code: z.string().min(1).max(500),
        with_userinfo: bool().optional(),
        execute_mode: z.string().max(40).optional(),
        agent_type: int().optional(),
        agent_version: z.string().max(100).optional(),
      }),
    output: () =>
      z.object({
        benefit: z.object({ remove_watermark: z.boolean() }),
        open_id: z.string(),
        access_token: z.string(),
        expires_in: z.number(),
        user_name: z.string(),
        user_avatar_url: z.string(),
        connector_uid: z.string(),
        bot_id: z.string(),
        project_id: z.string(),
      }),
  }),
}
