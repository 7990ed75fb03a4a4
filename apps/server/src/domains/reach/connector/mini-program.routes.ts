import { ConnectorId, type contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ShareService } from '#domains/reach/share/share.service.ts'
import { miniProgramErrors } from './connector.errors.ts'
import { miniProgramPackage } from './mini-program-package.ts'
import type { MiniPrograms } from './mini-program.service.ts'

export interface MiniProgramRoutesDeps {
  programs: MiniPrograms
  shares: Pick<ShareService, 'linksOf'>
  resources: Pick<ResourceService, 'get'>
}
const Action = { add: 0, remove: 1 } as const

export function miniProgramRoutes(deps: MiniProgramRoutesDeps): Handlers<typeof contract.miniProgram> {
  const { programs, shares, resources } = deps
  /** Throws unless the account is the caller's own: nobody acts for another account. */
  function check(input: { enterprise_id?: string | undefined; connector_id: string }, { userId }: Ctx) {
    if (input.enterprise_id !== undefined && input.enterprise_id !== userId) throw errors.notFound({ what: 'account' })
    programs.requireChannel(input.connector_id)
  }
  return {
    domains: async (input, ctx) => {
      check(input, ctx)
      const rows = await programs.list(ctx.userId, input.search_word)
      return {
        data: rows.map((row) => ({
          id: row.id,
          domain: row.domain,
          status: row.status,
          reason: ctx.locale === 'zh-CN' ? row.reasonZh : row.reason,
          file_name: row.fileName,
          check_time: seconds(row.checkedAt),
        })),
      }
    },
    setDomains: async (input, ctx) => {
      check(input, ctx)
      if (input.action === Action.add) await programs.add(ctx.userId, input.domain_list)
      else await programs.remove(ctx.userId, input.domain_list)
      return {}
    },
    updateDomain: async (input, ctx) => {
      await programs.rename(input.id, ctx.userId, input.domain)
      return {}
    },
    verify: async (input, ctx) => {
      const row = await programs.verify(input.id, ctx.userId, input.file_name, input.file_content)
      return { status: row.status, reason: ctx.locale === 'zh-CN' ? row.reasonZh : row.reason }
    },
    package: async (input, ctx) => {
      const domain = await programs.verified(ctx.userId)
      const link = (await shares.linksOf([input.bot_id])).get(input.bot_id)?.get(ConnectorId.page)
      if (!link) throw miniProgramErrors.noPage()
      const name = (await resources.get(input.bot_id))?.name ?? ''
      const address = `https://${domain}${new URL(link).pathname}`
      const body = await miniProgramPackage(input.app_id, name, address)
      return new Response(new Uint8Array(body), {
        headers: {
          'content-type': 'application/x-tar',
          'content-disposition': 'attachment; filename="mini-program.tar"',
          'cache-control': 'no-store',
        },
      })
    },
  }
}
