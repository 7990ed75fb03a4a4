import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone } from '#shared/fields.ts'

const s = z.string()
const words = (max: number) => s.trim().min(1).max(max)
const schemaItem = z.object({
  name: s,
  title: s,
  component: z.literal(['Input', 'Password', 'Select']),
  type: s,
  placeholder: s,
  enums: z.array(z.object({ label: s, value: s })),
  rules: z.array(z.object({ required: z.boolean(), max: z.number(), message: s })),
})

/** How people authorise a custom channel, and what they can choose on it. */
export const connectorSetup = {
  oauthSchema: op('GET /api/connector/oauth_config/get_schema', {
    summary: 'Get the form for the OAuth settings of custom channels',
    summaryZh: '获取自定义渠道的 OAuth 配置表单',
    reply: 'flat',
    output: () =>
      z.object({
        oauth_schema: z.object({
          schema_area: z.object({
            schema_list: z.array(schemaItem),
            title_text: s,
            description: s,
            step_order: z.number(),
          }),
          copy_link_area: z.object({
            link_list: z.array(z.object({ title: s, link: s })),
            title_text: s,
            description: s,
            step_order: z.number(),
          }),
          title_text: s,
          start_text: s,
        }),
      }),
  }),
  updateOauth: op('POST /api/connector/oauth_config/update', {
    summary: 'Save the OAuth settings of a custom channel. Empty settings remove them',
    summaryZh: '保存自定义渠道的 OAuth 配置，留空则移除',
    reply: 'flat',
    input: () =>
      z.object({
        connector_id: id(),
        oauth_config: s
          .max(10_000)
          .default('')
          .describe('JSON: client_id, client_secret, authorize_url, token_url, scope, token_style'),
      }),
  }),
  userConfigs: op('POST /v1/connectors/{connector_id}/user_configs', {
    summary: 'Offer a user of a custom channel values to choose from, such as devices',
    summaryZh: '为自定义渠道的用户提供可选值，例如设备',
    scope: 'Connector.bindConnectorConfig',
    input: () =>
      z.object({
        configs: z
          .array(
            z.object({
              key: words(100),
              enums: z.array(z.object({ value: words(200), label: s.max(200).default('') })).max(1000),
            }),
          )
          .min(1)
          .max(20),
        connector_id: id(),
        user_id: idOrNone(),
        Base: base,
      }),
  }),
}
