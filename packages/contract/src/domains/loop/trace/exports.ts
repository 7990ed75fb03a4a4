import { z } from 'zod'
import { op } from '#kit.ts'
import { AUTOMATION_LIMITS } from '#shared/automation-enums.ts'
import { id, idOrNone, int, name } from '#shared/fields.ts'
import { errorGroup } from '../dataset/shapes.ts'
import { fieldMapping } from './automation.ts'

const s = z.string()
const n = z.number()
const time = z.coerce.number().int().min(0).optional()
const access = { on: 'space', id: 'workspace_id', can: 'view' } as const
const spanIds = z.array(s.min(1).max(128)).min(1).max(AUTOMATION_LIMITS.exported)
const request = z.object({
  workspace_id: id(),
  span_ids: spanIds,
  evaluation_set: z.object({
    is_new_evaluation_set: z.boolean(),
    evaluation_set_id: idOrNone(),
    evaluation_set_name: name(100).optional(),
    evaluation_set_schema: z
      .object({
        field_schemas: z
          .array(
            z.object({
              key: s
                .regex(/^[A-Za-z_][\w-]{0,63}$/, 'letters, digits, _ and -, at most 64, beginning with a letter or _')
                .optional(),
              name: name(128),
              description: s.max(2048).optional(),
            }),
          )
          .max(100),
      })
      .optional(),
  }),
  start_time: time,
  end_time: time,
  platform_type: int().min(0).max(14).optional(),
  /** 1 adds rows, 2 replaces all existing rows. */
  export_type: z.literal([1, 2]).default(1),
  field_mappings: z.array(fieldMapping).min(1).max(AUTOMATION_LIMITS.mappings),
})
export type ExportRequest = z.infer<typeof request>

export const traceExports = {
  /** Adds input and output of spans to datasets whose fields have these names. */
  simple: op('POST /api/observation/v1/traces/export_to_evaluation', {
    summary: 'Add the input and output of spans to datasets',
    summaryZh: '将 Span 的输入和输出添加到数据集',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        spans: spanIds,
        datasets: z.array(id()).min(1).max(10),
        start_time: time,
        end_time: time,
        platform_type: int().min(0).max(14).optional(),
        span_list_type: int().min(0).max(2).optional(),
      }),
  }),
  toSet: op('POST /api/observation/v1/traces/export_to_evaluation_set', {
    summary: 'Add parts of spans to a dataset, or to a new one',
    summaryZh: '将 Span 的内容按字段映射导出到新的或已有的数据集',
    access,
    reply: 'flat',
    input: () => request,
    output: () =>
      z.object({
        success_count: n,
        errors: z.array(errorGroup()),
        evaluation_set_id: s,
        evaluation_set_name: s,
      }),
  }),
  preview: op('POST /api/observation/v1/traces/preview_export_to_evaluation_set', {
    summary: 'Show the rows that an export of spans would write, without writing any',
    summaryZh: '预览 Span 导出后的数据，不写入',
    access,
    reply: 'flat',
    input: () => request,
    output: () =>
      z.object({
        items: z.array(
          z.object({
            /** 0 valid, 1 does not fit the fields. */
            status: z.literal([0, 1]),
            fields: z.record(s, s),
            errors: z.array(z.object({ type: n, field_names: z.array(s) })),
          }),
        ),
        errors: z.array(errorGroup()),
      }),
  }),
}
