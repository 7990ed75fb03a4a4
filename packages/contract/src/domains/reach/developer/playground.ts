import { z } from 'zod'
import { op } from '#kit.ts'
import { idOrNone, noOrganization } from '#shared/fields.ts'

const s = z.string()
/** 1 API call, 2 web chat. */
const itemType = z.literal([1, 2])
const MB = 1024 * 1024
const path = s.max(500)
const method = s.max(10).toUpperCase()

/** Try-out of the public API: its calls, examples, and stored runs. Everything is derived from this contract. */
export const playground = {
  items: op('GET /api/open/playground/item_list', {
    summary: 'List the calls that can be tried, by subject',
    summaryZh: '按主题列出可试用的接口',
    reply: 'flat',
    output: () =>
      z.object({
        categories: z.array(
          z.object({
            title: s,
            icon_url: s,
            description: s,
            items: z.array(z.object({ title: s, url_key: s, type: itemType })),
          }),
        ),
      }),
  }),
  api: op('GET /api/open/playground/api_info', {
    summary: 'Get a call with its description, permission and examples',
    summaryZh: '获取接口的说明、权限和示例',
    access: { on: 'workflow', id: 'workflow_id', can: 'view', optional: true },
    reply: 'flat',
    input: () => z.object({ url_key: s.min(1).max(200), workflow_id: idOrNone() }),
    output: () =>
      z.object({
        url: s,
        path: s,
        method: s,
        permission: s,
        /** An OpenAPI 3.1 document with only this call, as JSON. */
        swagger_openapi_spec: s,
        code_example: z.array(z.object({ language: s, title: s, examples: z.array(s), example_name: z.array(s) })),
        response_type: z.enum(['json', 'stream', 'binary']),
        /** The inputs of the given workflow, as JSON. */
        param_content: s,
        need_save_run_history: z.boolean(),
      }),
  }),
  all: op('GET /api/developer_backend/playground/all_api_info', {
    summary: 'Get the public API as one OpenAPI document',
    summaryZh: '获取公开 API 的 OpenAPI 文档',
    reply: 'flat',
    output: () => z.object({ swagger_openapi_spec: s }),
  }),
  sync: op('POST /api/developer_backend/playground/sync_from_apihub', {
    summary: 'Add the calls of another OpenAPI document; an empty body removes them',
    summaryZh: '添加其他 OpenAPI 文档的接口；请求体为空时移除',
    access: 'instance',
    reply: 'flat',
    body: 'raw',
    bodyLimit: 4 * MB,
  }),
  doc: op('POST /api/open/playground/doc', {
    summary: 'Get the documentation of calls as Markdown',
    summaryZh: '获取 Markdown 格式的接口文档',
    reply: 'raw',
    body: 'raw',
    bodyLimit: 64 * 1024,
  }),
  webSdk: op('GET /api/open/playground/websdk_info', {
    summary: 'Get how to embed the chat on a web page',
    summaryZh: '获取在网页中嵌入聊天的方法',
    reply: 'flat',
    input: () => z.object({ version: s.max(40).optional() }),
    output: () =>
      z.object({
        version: s,
        sample: z.array(z.object({ file_name: s, content: s })),
        version_list: z.array(s),
        /** Options of the script, as a JSON schema. */
        swagger_spec: s,
      }),
  }),
  saveRun: op('POST /api/open/playground/save_run_history', {
    summary: 'Save the result of a test call without its credentials',
    summaryZh: '保存试用结果（不含凭证）',
    reply: 'flat',
    bodyLimit: 3 * MB,
    input: () =>
      z.object({
        path: path.min(1),
        method: method.min(1),
        record: z.object({
          log_id: s.max(100).default(''),
          status_code: z.int().min(0).max(999).default(0),
          request: s.max(200_000).default(''),
          reponse: s.max(200_000).default(''),
          create_at: z.coerce.number().int().min(0).optional(),
        }),
        org_id: noOrganization(),
      }),
  }),
  runs: op('GET /api/open/playground/run_histroty', {
    summary: 'List your recent test calls, newest first',
    summaryZh: '列出你最近的试用记录，最新在前',
    reply: 'flat',
    input: () => z.object({ path: path.default(''), method: method.default(''), org_id: noOrganization() }),
    output: () =>
      z.object({
        records: z.array(z.object({ log_id: s, status_code: z.int(), request: s, reponse: s, create_at: z.number() })),
      }),
  }),
}
