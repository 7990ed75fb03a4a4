import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { Insight } from './insight.service.ts'
import { quickstart } from './oauth-quickstart.ts'
import { findPermissions } from './permissions.ts'

export interface DeveloperRoutesDeps {
  insight: Insight
  resources: Pick<ResourceService, 'getMany'>
  publicUrl: string
}
const DETAILS = { api: 1, bot: 2 }
const each = (sum: number, n: number) => String(n ? Math.round(sum / n) : 0)

export function developerRoutes(deps: DeveloperRoutesDeps): Handlers<typeof contract.developer> {
  const { insight, resources } = deps
  return {
    permissions: (input, ctx) => ({
      // There are no permissions for channels.
      data:
        input.permission_type === 1
          ? []
          : findPermissions(
              {
                keys: input.key_list ?? [],
                fullKeys: input.full_key_list ?? [],
                ids: input.permission_id_list ?? [],
              },
              ctx.locale,
            ),
    }),
    oauthQuickstart: (input, ctx) => ({ lang_config: quickstart(input.client_type, deps.publicUrl, ctx.locale) }),
    analytics: (input, ctx) => insight.analytics(ctx.userId, input.query_range, input.metrics_type, input.dimension),
    details: async (input, ctx) => {
      if (input.details_type === DETAILS.api)
        return {
          rows: (await insight.byApi(ctx.userId, input.query_range)).map((row) => ({
            name: row.api,
            total_token: String(row.tokens),
            single_token: each(row.tokens, row.calls),
            last_used_time: secondsText(row.lastAt),
            request_count: String(row.calls),
            request_success_count: String(row.ok),
            cost_time: each(row.millis, row.calls),
          })),
        }
      const found = await insight.byBot(ctx.userId, input.query_range)
      const heads = new Map((await resources.getMany(found.map((row) => row.botId))).map((head) => [head.id, head]))
      const rows = found.map(async (row) => {
        const head = heads.get(row.botId)
        // For a bot that was deleted or that the caller may no longer see, only the figures are shown.
        const maySee = head !== undefined && (await ctx.access.can(ctx.actor!, 'resource', row.botId, 'view'))
        return {
          name: maySee ? head.name : row.botId,
          total_token: String(row.tokens),
          single_token: each(row.tokens, row.calls),
          last_used_time: secondsText(row.lastAt),
          request_count: String(row.calls),
          request_success_count: String(row.calls - row.failed),
          cost_time: String(Math.round(row.ms)),
        }
      })
      return { rows: await Promise.all(rows) }
    },
  }
}
