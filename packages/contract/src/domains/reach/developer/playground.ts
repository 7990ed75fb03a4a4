import { z } from 'zod'
import { op } from '#kit.ts'
import { idOrNone, noOrganization } from '#shared/fields.ts'

const s = z.string()
/** 1 a call, 2 the chat on a web page. */
const itemType = z.literal([1, 2])
const MB = 1024 * 1024
const path = s.max(500)
const method = s.max(10).toUpperCase()

/** Trying out the public API: which calls there are, how each is made, and what came of it. All of it from this contract. */
export const playground = {
  items: op('GET /api/open/playground/item_list', {
    summary: 'Calls that can be tried out, by subject',
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
    summary: 'How one call is made: its description, its permission and examples',
    access: { on: 'workflow', id: 'workflow_id', can: 'view', optional: true },
    reply: 'flat',
    input: () => z.object({ url_key: s.min(1).max(200), workflow_id: idOrNone() }),
    output: () =>
      z.object({
        url: s,
        path: s,
        method: s,
        permission: s,
        /** An OpenAPI 3.1 document with this call alone, as JSON. */
        swagger_openapi_spec: s,
        code_example: z.array(z.object({ language: s, title: s, examples: z.array(s), example_name: z.array(s) })),
        response_type: z.enum(['json', 'stream', 'binary']),
        /** The inputs of the workflow that was named, as JSON. */
        param_content: s,
        need_save_run_history: z.boolean(),
      }),
  }),
  all: op('GET /api/developer_backend/playground/all_api_info', {
    summary: 'Every call of the public API as one OpenAPI document',
    reply: 'flat',
    output: () => z.object({ swagger_openapi_spec: s }),
  }),
  sync: op('POST /api/developer_backend/playground/sync_from_apihub', {
    summary: 'Show the calls of another OpenAPI document beside our own; an empty body takes them away again',
    access: 'instance',
    reply: 'flat',
    body: 'raw',
    bodyLimit: 4 * MB,
  }),
  doc: op('POST /api/open/playground/doc', {
    summary: 'The documentation of calls as Markdown: a list, or one of them',
    reply: 'raw',
    body: 'raw',
    bodyLimit: 64 * 1024,
  }),
  webSdk: op('GET /api/open/playground/websdk_info', {
    summary: 'How the chat is put on a web page',
    reply: 'flat',
    input: () => z.object({ version: s.max(40).optional() }),
    output: () =>
      z.object({
        version: s,
        sample: z.array(z.object({ file_name: s, content: s })),
        version_list: z.array(s),
        /** Inputs of the script, as a JSON schema. */
        swagger_spec: s,
      }),
  }),
  saveRun: op('POST /api/open/playground/save_run_history', {
    summary: 'Keep what came of trying out a call, without its credentials',
    reply: 'flat',
    bodyLimit: MB,
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
    summary: 'What the caller tried out lately, newest first',
    reply: 'flat',
    input: () => z.object({ path: path.default(''), method: method.default(''), org_id: noOrganization() }),
    output: () =>
      z.object({
        records: z.array(z.object({ log_id: s, status_code: z.int(), request: s, reponse: s, create_at: z.number() })),
      }),
  }),
}
