import { type contract, OAuthStatus } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { type OAuthService, type OAuthTarget, oauthTarget } from './oauth.service.ts'
import { wordsOf } from './shared/oauth-client.ts'
import type { FoundPlugin, PluginService } from './plugin.service.ts'
import type { PluginView } from './plugin.view.ts'
import { authModeOf } from './shared/auth-mode.ts'
import type { Reach } from './shared/plugin-reach.ts'

export interface AuthRoutesDeps {
  plugins: PluginService
  oauth: OAuthService
  view: PluginView
  reach: Reach
  getMany(ids: string[]): Promise<FoundPlugin[]>
  /** The ids of the plugins that a bot or a workflow uses, with the source of each. */
  pluginsOf(kind: 'bot' | 'workflow', id: string): Promise<{ id: string; source: number }[]>
}

export function authRoutes({
  plugins,
  oauth,
  view,
  reach,
  getMany,
  pluginsOf,
}: AuthRoutesDeps): Handlers<typeof contract.pluginAuth> {
  async function targetOf({ head, row }: FoundPlugin): Promise<OAuthTarget | undefined> {
    return oauthTarget(head.id, row.auth, plugins.secretOf(row), await plugins.baseOf(row))
  }
  const modeOf = async ({ head, row }: FoundPlugin) => authModeOf(row.auth, await plugins.toolModes(head.id))
  async function listFor(ctx: Ctx, kind: 'bot' | 'workflow', id: string) {
    const used = await pluginsOf(kind, id)
    const found = (await getMany([...new Set(used.map((item) => item.id))])).filter(
      (item) => plugins.isOAuth(item.row) && item.head.spaceId === ctx.located!.spaceId,
    )
    return Promise.all(
      found.map(async (item) => ({
        plugin_id: item.head.id,
        status: await oauth.status((await targetOf(item))!, ctx.userId),
        name: item.head.name,
        plugin_icon: view.iconUrl(item.head.iconUri),
        source_type: [...new Set(used.filter((use) => use.id === item.head.id).map((use) => use.source))],
      })),
    )
  }
  const kindOf = (ctx: Ctx) => (ctx.located!.kind === 'workflow' ? 'workflow' : 'bot')
  async function revoke(pluginId: string, ctx: Ctx) {
    // Users who lost access to the plugin can still revoke their grant.
    await oauth.revoke(pluginId, ctx.userId, ctx.address)
    return {}
  }
  return {
    status: async (input, ctx) => {
      const kind = await reach(ctx, input.plugin_id, 'view')
      const found = kind === 'plugin' ? await plugins.get(input.plugin_id) : undefined
      const target = found && (await targetOf(found))
      if (!found || !target)
        return {
          is_oauth: false,
          status: OAuthStatus.authorized,
          content: '',
          auth_mode: found ? await modeOf(found) : 0,
        }
      const status = await oauth.status(target, ctx.userId)
      const wantsUrl = status === OAuthStatus.unauthorized || input.force_get_client_url === true
      const isPersonal = target.settings.grantType === 'authorization_code'
      return {
        is_oauth: true,
        status,
        content: wantsUrl && isPersonal ? await oauth.begin(target, ctx.userId) : '',
        auth_mode: await modeOf(found),
      }
    },
    revoke: (input, ctx) => revoke(input.plugin_id, ctx),
    ofBot: async (input, ctx) => ({ oauth_plugin_list: await listFor(ctx, 'bot', input.bot_id) }),
    ofEntity: async (input, ctx) => ({ oauth_plugin_list: await listFor(ctx, kindOf(ctx), input.entity_id) }),
    openList: async (input, ctx) => ({
      items: (await listFor(ctx, kindOf(ctx), input.entity_id)).map((item) => ({
        plugin_id: item.plugin_id,
        status: item.status,
        plugin_name: item.name,
        plugin_icon: item.plugin_icon,
      })),
    }),
    openRevoke: (input, ctx) => revoke(input.plugin_id, ctx),
    callback: async (input, ctx) => {
      try {
        if (input.error) {
          await oauth.finish(input.state, '', ctx.userId, ctx.address).catch(() => undefined)
          return page(ctx, false, `${input.error} ${input.error_description}`.trim())
        }
        await oauth.finish(input.state, input.code, ctx.userId, ctx.address)
        return page(ctx, true, '')
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        return page(ctx, false, cause.text(ctx.locale) || wordsOf(cause), cause.status)
      }
    },
  }
}

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
/** A static page without scripts. It never redirects, so nothing in the request can determine where to go next. */
function page(ctx: Ctx, isDone: boolean, reason: string, status = isDone ? 200 : 400): Response {
  const isChinese = ctx.locale === 'zh-CN'
  const title = isDone
    ? isChinese
      ? '授权成功'
      : 'Authorised'
    : isChinese
      ? '授权未完成'
      : 'Authorisation was not completed'
  const text = isDone ? (isChinese ? '可以关闭此页面并返回。' : 'You can close this page and go back.') : reason
  return new Response(
    `<!doctype html><html lang="${isChinese ? 'zh-CN' : 'en'}"><meta charset="utf-8"><title>${title}</title><body><main><h1>${title}</h1><p>${escape(text)}</p></main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    },
  )
}
