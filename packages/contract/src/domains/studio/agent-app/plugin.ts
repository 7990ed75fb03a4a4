import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, name } from '#shared/fields.ts'

const onApp = {
  headers: { space_id: 'X-Space-Id' },
  access: { on: 'project', id: 'agent_app_id', can: 'editInfo' },
} as const
const document = z.string().max(1024 * 1024)

/** Tools that run in the pages of an agent app, and calls of plugin tools by an app. */
export const agentAppPlugin = {
  create: op('POST /api/agent_app_builder/v1/plugin/create', {
    summary: 'Create the plugin whose tools run in the pages of an agent app',
    summaryZh: '创建在智能体应用页面中执行的端插件',
    ...onApp,
    input: () =>
      z.object({
        agent_app_id: id(),
        space_id: idOrNone(),
        ai_plugin: document.default(''),
        /** The tools, as an OpenAPI document. */
        openapi: document,
        Base: base,
      }),
    output: () => z.object({ plugin_id: z.string() }),
  }),
  update: op('POST /api/agent_app_builder/v1/plugin/update', {
    summary: 'Replace the tools of the plugin of an agent app',
    summaryZh: '更新智能体应用的端插件',
    ...onApp,
    input: () =>
      z.object({
        agent_app_id: id(),
        space_id: idOrNone(),
        ai_plugin: document.default(''),
        openapi: document,
        Base: base,
      }),
  }),
  call: op('POST /api/agent_app_builder/v1/plugin/do_action', {
    summary: 'Call a tool of a plugin',
    summaryZh: '调用插件工具',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        plugin_id: id(),
        api_name: name(100),
        /** The arguments as JSON. */
        parameters: z
          .string()
          .max(1024 * 1024)
          .default(''),
        /** Truncates the answer to this number of tokens. */
        output_token_limit: z
          .string()
          .regex(/^\d{0,7}$/, 'write a whole number')
          .default(''),
        user_id: z.unknown().optional(),
        Base: base,
      }),
    output: z.string(),
  }),
}
