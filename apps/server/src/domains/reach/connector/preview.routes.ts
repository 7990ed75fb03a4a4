import type { contract } from '@orrery/contract'
import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { ChannelLab } from '#domains/reach/channel/lab.service.ts'
import { previewErrors } from './connector.errors.ts'
import type { PreviewRow } from './connector.table.ts'
import type { Previews } from './preview.service.ts'

const done = { StatusCode: 0, StatusMessage: '' }

export function previewRoutes(
  previews: Previews,
  lab: ChannelLab,
  links: FileLinks,
): Handlers<typeof contract.preview> {
  /** The link alone is not sufficient, since previews use the models of the space: the caller has to see the bot. */
  async function opened(key: string, { access, actor }: Ctx): Promise<PreviewRow> {
    const row = await previews.find(key)
    if (!(await access.can(actor!, 'resource', row.botId, 'view'))) throw previewErrors.ended()
    return row
  }
  return {
    create: async (input, ctx) => ({
      preview_link_map: await previews.create(
        input.agent_id,
        ctx.userId,
        input.connector_ids?.length ? input.connector_ids : undefined,
      ),
      BaseResp: done,
    }),
    connectors: () => ({ connector_list: [...previews.channels], BaseResp: done }),
    open: async (input, ctx) => {
      const row = await opened(input.key, ctx)
      const kind = channelKindOf(row.connectorId)
      return {
        bot_name: row.name,
        bot_desc: row.description,
        icon_url: links.make(row.iconUri),
        connector_id: row.connectorId,
        connector_name: kind?.[ctx.locale === 'zh-CN' ? 'zh' : 'en'].name ?? row.connectorId,
        create_time: seconds(row.createdAt),
        expire_time: seconds(row.expiresAt),
      }
    },
    say: async (input, ctx) => {
      const row = await opened(input.key, ctx)
      const { shown, fault } = await lab.try({
        botId: row.botId,
        frozen: await previews.botOf(row),
        connectorId: row.connectorId,
        userId: ctx.userId,
        said: input.said.map((item) => ({ isBot: item.is_bot, text: item.text })),
        faults: {},
        locale: ctx.locale,
      })
      const messages = shown.map(({ text, buttons }) => ({ text, buttons: buttons.map(({ label }) => label) }))
      return { messages, fault }
    },
  }
}
