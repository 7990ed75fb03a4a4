import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int } from '#shared/fields.ts'
import { auditFilter, auditPage } from '#domains/ground/instance.ts'

const access = { on: 'enterprise', id: 'enterprise_id', can: 'audit' } as const

/** The audit record of an enterprise and its spaces. */
export const enterpriseAudit = {
  list: op('POST /api/enterprise/audit/list', {
    summary: 'List what was done in an enterprise and its spaces',
    summaryZh: '列出企业及其空间的操作记录',
    access,
    input: () => z.object({ enterprise_id: id(), ...auditFilter }),
    output: auditPage,
  }),
  verify: op('POST /api/enterprise/audit/verify', {
    summary: 'Check that nothing in the record was changed or removed',
    summaryZh: '校验操作记录未被修改或删除',
    access,
    limit: { by: 'user', max: 10, seconds: 60 },
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        entries: z.number(),
        broken: z
          .object({ no: z.number(), event_id: z.string(), why: z.enum(['changed', 'missing', 'signature']) })
          .optional(),
      }),
  }),
  export: op('GET /api/enterprise/audit/export', {
    summary: 'Download the record of an enterprise as CSV or JSON lines',
    summaryZh: '导出企业操作记录（CSV 或 JSONL）',
    access,
    reply: 'raw',
    limit: { by: 'user', max: 10, seconds: 60 },
    input: () =>
      z.object({
        enterprise_id: id(),
        format: z.enum(['csv', 'jsonl']).default('csv'),
        /** In milliseconds since 1970. */
        from: int().min(0).optional(),
        to: int().min(0).optional(),
      }),
  }),
}
