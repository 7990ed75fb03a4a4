import { z } from 'zod'
import { op } from '#kit.ts'
import { OauthClientType } from '#domains/ground/oauth.ts'

const s = z.string()
const range = z.coerce.number().pipe(z.literal([1, 2, 3, 4]))
/** 1: available. */
const visible = z.literal([1, 2])
const leaf = {
  permission_id: s,
  key: s,
  description: s,
  display_name: s,
  release_status: visible,
  inhouse_status: visible,
  ppe_status: visible,
  parent_id: s,
  /** 0 general, 1 for channels. */
  permission_type: z.literal([0, 1]),
  /** 0 spaces, 1 account. */
  permission_scope: z.literal([0, 1, 2]),
  permission_key: s,
}
/** Any text: an unknown type is treated as the usual one. */
const clientType = s
  .max(40)
  .default(OauthClientType.web_backend)
  .transform((type) => (OauthClientType as Record<string, string>)[type] ?? type)
const names = z.array(s.max(100)).max(500).nullish()
const point = z.object({ x_value: z.number(), y_value: z.number() })

/** Permissions and usage, for developers who use the public API. */
export const developer = {
  permissions: op(['POST /api/open/permission/list', 'POST /api/open/v2/permission/list'], {
    summary: 'List token permissions by subject',
    summaryZh: '按主题列出令牌权限',
    input: () =>
      z.object({
        key_list: names,
        permission_id_list: names,
        full_key_list: names,
        permission_type: z.literal([0, 1]).optional(),
      }),
    output: () =>
      z.object({
        data: z.array(z.object({ ...leaf, childrens: z.array(z.object({ ...leaf, childrens: z.array(z.never()) })) })),
      }),
  }),
  oauthQuickstart: op('GET /api/open/permission/oauth_quickstart_config', {
    summary: 'Get OAuth examples in several languages',
    summaryZh: '获取多种语言的 OAuth 示例',
    reply: 'flat',
    input: () => z.object({ client_type: clientType }),
    output: () => z.object({ lang_config: z.array(z.object({ lang: s, instruction: s })) }),
  }),
  analytics: op('GET /api/data/analytics', {
    summary: 'Get the usage of your tokens over time',
    summaryZh: '获取你的令牌用量趋势',
    input: () =>
      z.object({
        query_range: range,
        metrics_type: z.coerce.number().pipe(z.literal([1, 2, 3, 4, 5, 6, 7, 8])),
        dimension: z.coerce.number().pipe(z.literal([1, 2, 3, 4, 5])),
      }),
    output: () =>
      z.object({
        pictures: z.record(s, z.object({ picture_data: z.array(point), total: z.number(), last_total: z.number() })),
        start_ms: z.number(),
        end_ms: z.number(),
      }),
  }),
  details: op('GET /api/data/details', {
    summary: 'Get the usage of your tokens by call or bot',
    summaryZh: '按接口或智能体获取你的令牌用量',
    input: () => z.object({ query_range: range, details_type: z.coerce.number().pipe(z.literal([1, 2])) }),
    output: () =>
      z.object({
        rows: z.array(
          z.object({
            name: s,
            /** Model tokens. */
            total_token: s,
            single_token: s,
            last_used_time: s,
            request_count: s,
            request_success_count: s,
            /** Average milliseconds per call. */
            cost_time: s,
          }),
        ),
      }),
  }),
}
