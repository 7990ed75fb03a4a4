import type { contract } from '@orrery/contract'
import { isId } from '@orrery/contract/shared/is-id'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { callSpace } from '#domains/resources/prompt/shared/call-space.ts'
import type { LarkService } from './lark.service.ts'
import type { TaskService } from './task.service.ts'

export interface LarkRoutesDeps {
  lark: LarkService
  tasks: Pick<TaskService, 'find' | 'approve'>
  publicUrl: string
}
const path = '/api/devops/prompt_platform/v1/platform/lark_card_callback'
const json = (body: object, status = 200) => Response.json(body, { status })
const toast = (type: 'success' | 'info' | 'error', en: string, zh: string) =>
  json({ toast: { type, content: en, i18n: { zh_cn: zh, en_us: en } } })

export function larkRoutes({ lark, tasks, publicUrl }: LarkRoutesDeps): Handlers<typeof contract.promptLark> {
  /** Approves for the person who pressed the button, under the same rules as on the page. */
  async function press(ctx: Ctx, taskId: string, spaceId: string, userId: string): Promise<Response> {
    const task = isId(taskId) ? await tasks.find(taskId) : undefined
    const isMember = await ctx.access.canUser(userId, 'space', spaceId, 'view')
    if (!isMember || task?.spaceId !== spaceId) return toast('error', 'This release does not exist', '该发布不存在')
    const mayApprove = await ctx.access.canUser(userId, 'space', spaceId, 'approveReleases')
    try {
      await tasks.approve(task.id, { userId, mayApprove }, 'approve', '')
      return toast('success', 'Approved', '已通过')
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      return toast('error', cause.text('en'), cause.text('zh-CN'))
    }
  }
  return {
    settings: async ({ space_id: spaceId }, ctx) => {
      const row = await lark.find(spaceId)
      return {
        app_id: row?.appId ?? '',
        platform: row?.platform ?? 'lark',
        base_url: row?.baseUrl ?? '',
        has_secret: Boolean(row),
        callback_url: `${publicUrl}${path}?space_id=${spaceId}`,
        is_bound: (await lark.boundIn(spaceId, [ctx.userId])).length > 0,
      }
    },
    saveSettings: async (input) => {
      await lark.save(input.space_id, {
        appId: input.app_id,
        platform: input.platform,
        baseUrl: input.base_url ?? '',
        appSecret: input.app_secret,
        encryptKey: input.encrypt_key,
        verificationToken: input.verification_token,
      })
      return {}
    },
    bind: async ({ space_id: spaceId, email }, ctx) => {
      await lark.sendCode(spaceId, ctx.userId, email)
      return {}
    },
    confirm: async ({ space_id: spaceId, code }, ctx) => {
      await lark.confirm(spaceId, ctx.userId, code)
      return {}
    },
    callback: async ({ space_id: given }, ctx) => {
      const spaceId = given && isId(given) ? given : undefined
      const call = await lark.open(spaceId, ctx.request.headers, await ctx.request.text())
      if (call.kind === 'challenge') return json({ challenge: call.challenge })
      if (call.isAgain) return toast('info', 'Done already', '已处理')
      if (!call.userId)
        return toast(
          'error',
          'Your Lark account is not bound. Open the release settings and bind it',
          '你的飞书账号尚未绑定，请在发布设置中绑定',
        )
      return press(ctx, call.taskId, call.spaceId, call.userId)
    },
    component: async (input, ctx) => {
      const { noncestr, timestamp, url } = input
      if (new URL(url).origin !== new URL(publicUrl).origin)
        throw badInput('url', 'must be a page of this site', '须为本站页面')
      const spaceId = callSpace(ctx, input.space_id)
      if (!(await ctx.access.can(ctx.actor!, 'space', spaceId, 'view'))) throw errors.notFound({ what: 'space' })
      const { signature, appId } = await lark.signature(spaceId, { noncestr, timestamp, url })
      return { signature, app_id: appId }
    },
  }
}
