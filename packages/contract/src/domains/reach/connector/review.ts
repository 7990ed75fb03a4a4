import { z } from 'zod'
import { op } from '#kit.ts'
import { AuditStatus } from '#shared/connector-enums.ts'
import { id, idOrNone, pageSize } from '#shared/fields.ts'

const s = z.string()
/** `waiting` is a status but not a possible decision. */
const decision = {
  audit_status: z.literal([AuditStatus.accepted, AuditStatus.rejected]),
  reason: s.trim().max(500).default(''),
  share_link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)]).default(''),
}

/** Review of versions by the maker of a custom channel, before they are served there. */
export const connectorReview = {
  list: op('POST /api/connector/review/list', {
    summary: 'List the versions submitted to your custom channels',
    summaryZh: '列出提交到你的自定义渠道的版本',
    input: () =>
      z.object({
        connector_id: idOrNone(),
        audit_status: z.literal(Object.values(AuditStatus)).optional(),
        before: idOrNone(),
        page_size: pageSize(20, 50),
      }),
    output: () =>
      z.object({
        items: z.array(
          z.object({
            id: s,
            connector_id: s,
            connector_name: s,
            bot_id: s,
            bot_name: s,
            bot_desc: s,
            version_name: s,
            /** The person who published it. */
            user_name: s,
            audit_status: z.literal(Object.values(AuditStatus)),
            reason: s,
            share_link: s,
            create_time: z.number(),
            decide_time: z.number(),
          }),
        ),
        has_more: z.boolean(),
      }),
  }),
  decide: op('POST /api/connector/review/decide', {
    summary: 'Accept or reject a version submitted to your custom channel',
    summaryZh: '通过或驳回提交到你的自定义渠道的版本',
    input: () => z.object({ id: id(), ...decision }),
  }),
  updateBot: op(
    ['PUT /v1/connectors/{connector_id}/bots/{bot_id}', 'POST /open_api/v1/connector/update_connector_bot'],
    {
      summary: 'Accept or reject the newest version of a bot on your custom channel',
      summaryZh: '通过或驳回智能体在你的自定义渠道上的最新版本',
      scope: 'Connector.updateBot',
      input: () => z.object({ ...decision, connector_id: id(), bot_id: id() }),
    },
  ),
}
