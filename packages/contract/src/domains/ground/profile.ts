import { z } from 'zod'
import { op } from '#kit.ts'
import { idOrNone, name, text } from '#shared/fields.ts'
import { PROFILE_LIMITS } from '#shared/limits.ts'
import { userLabel } from '#shared/user-label.ts'
import { avatarKey, uniqueName } from './passport.ts'

const change = {
  user_unique_name: uniqueName.optional(),
  name: name(PROFILE_LIMITS.name).optional(),
  /** A picture that the caller uploaded. */
  avatar: avatarKey.optional(),
  signature: text(PROFILE_LIMITS.description).optional(),
}

/** Public profiles of people, shown for example beside their products. */
export const profile = {
  get: op('GET /api/user/v2/get_profile', {
    summary: 'Get a profile',
    summaryZh: '获取个人资料',
    input: () => z.object({ user_id: idOrNone(), bid: z.string().max(100).optional() }),
    output: () =>
      z.object({
        user_id: z.string(),
        user_name: z.string(),
        name: z.string(),
        avatar: z.string(),
        signature: z.string(),
        user_label: userLabel,
      }),
  }),
  update: op('POST /api/user/v2/update_profile', {
    summary: 'Update your name, user name, avatar and bio',
    summaryZh: '更新你的名称、用户名、头像和简介',
    input: () => z.object(change),
  }),
  check: op('POST /api/user/v2/update_profile_check', {
    summary: 'Check whether a profile change is valid; nothing is saved',
    summaryZh: '检查个人资料修改是否有效，不会保存',
    input: () => z.object(change),
  }),
  health: op('GET /api/hub/check-health', {
    summary: 'Check that server and database respond',
    summaryZh: '检查服务器和数据库是否响应',
    access: 'public',
    reply: 'flat',
    output: () => z.object({ status: z.string(), message: z.string() }),
  }),
}
