import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { createAuditPage } from '#domains/ground/audit/shared/audit-page.ts'
import type { AuditChain } from './audit-chain.service.ts'
import type { AuditExport } from './audit-export.ts'

export interface RecordRoutesDeps {
  page: ReturnType<typeof createAuditPage>
  exported: AuditExport
  chain: Pick<AuditChain, 'verify'>
  audit: AuditService
}

export function enterpriseAuditRoutes({
  page,
  exported,
  chain,
  audit,
}: RecordRoutesDeps): Handlers<typeof contract.enterpriseAudit> {
  return {
    list: ({ enterprise_id: enterpriseId, user_id: actorId, page: number, size, ...filter }) =>
      page({ ...filter, actorId, enterpriseId }, number, size),
    verify: async (input) => {
      const { entries, broken } = await chain.verify(input.enterprise_id)
      return { entries, ...(broken && { broken: { no: broken.no, event_id: broken.eventId, why: broken.why } }) }
    },
    export: async ({ enterprise_id: enterpriseId, format, from, to }, ctx) => {
      const detail = { format, from, to }
      await audit.record({
        actorId: ctx.userId,
        enterpriseId,
        action: 'enterprise.export',
        target: enterpriseId,
        detail,
      })
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8'
      return new Response(exported(enterpriseId, { format, from, to }, ctx.signal), {
        headers: {
          'content-type': type,
          'content-disposition': `attachment; filename="audit-${enterpriseId}.${format}"`,
          'cache-control': 'no-store',
        },
      })
    },
  }
}
