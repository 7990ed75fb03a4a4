import { z } from 'zod'
import { op } from '#kit.ts'
import { commaList, id, idOrNone, int, text } from '#shared/fields.ts'
import { paging } from './shapes.ts'
import { OPINION_LIMITS } from '#shared/limits.ts'

const objectType = int().pipe(z.number().min(1).max(99))
/** Reports of inappropriate products. */
export const report = {
  reasons: op('GET /api/report/get_meta', {
    summary: 'List the reasons for reports',
    summaryZh: '列出举报原因',
    output: () =>
      z.object({
        report_reasons: z.array(z.object({ reason_code: z.int(), starling_key: z.string(), text: z.string() })),
      }),
  }),
  submit: op('POST /api/report/submit', {
    summary: 'Report a product',
    summaryZh: '举报商品',
    leadsToSignIn: true,
    limit: { by: 'user', max: 20, seconds: 3600 },
    input: () =>
      z.object({
        object_type: objectType,
        object_id: id(),
        detail: z.object({
          description: text(OPINION_LIMITS.report).default(''),
          images: z.array(z.string().max(500)).max(9).nullish(),
          reason_codes: z.array(z.int()).min(1).max(10),
        }),
      }),
  }),
  times: op('GET /api/report/get_report_times', {
    summary: 'Get how often products were reported',
    summaryZh: '获取商品的举报次数',
    access: 'instance',
    input: () => z.object({ object_id_list: commaList(id()).default([]), object_type: objectType.optional() }),
    output: () =>
      z.object({
        report_times_datas: z.record(
          z.string(),
          z.object({ total_report_times: z.int(), current_report_times: z.int() }),
        ),
      }),
  }),
  query: op('GET /api/report/query', {
    summary: 'List reports, newest first',
    summaryZh: '列出举报，最新在前',
    access: 'instance',
    input: () =>
      z.object({
        object_id_list: commaList(id()).nullish(),
        object_type: objectType.optional(),
        report_time_begin: int().optional(),
        report_time_end: int().optional(),
        report_uid: idOrNone(),
        ...paging,
      }),
    output: () =>
      z.object({
        report_datas: z.array(
          z.object({
            object_id: z.string(),
            object_type: z.int(),
            reason_codes_str: z.array(z.string()),
            description: z.string(),
            report_uid: z.string(),
            report_id: z.string(),
            report_user_name: z.string(),
            report_time: z.string(),
            report_object_name: z.string(),
            report_status: z.int(),
          }),
        ),
        total_count: z.int(),
      }),
  }),
  close: op('POST /api/report/close', {
    summary: 'Mark the reports of a product as resolved',
    summaryZh: '将商品的举报标记为已处理',
    access: 'instance',
    input: () => z.object({ object_id: id() }),
  }),
}
