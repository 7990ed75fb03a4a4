import { CardStatus, type contract } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { missingPaths, readMapping } from './card-content.ts'
import type { BindingKey } from './card.service.ts'
import type { CardBindingRow } from './card.table.ts'
import type { CardRoutesDeps } from './card.routes.ts'
import { noBinding, toBinding } from './card.view.ts'

export const Biz = { plugin: 1, workflow: 2 } as const

/** Which card shows the answers of which tool of a bot. */
export function cardBindingRoutes({
  cards,
  toolsets,
  reach,
  presetOf,
}: CardRoutesDeps): Pick<
  Handlers<typeof contract.cards>,
  'bind' | 'binding' | 'bindStatus' | 'ofPlugins' | 'quickBind'
> {
  /** The card of another space, or one that is gone, is as good as none. */
  async function statusOf(row: CardBindingRow, spaceId: string): Promise<number> {
    const found = await cards.find(row.cardId, spaceId)
    if (!found) return CardStatus.needUpdate
    const tool =
      row.bizType === Biz.plugin ? await toolsets.findTool(row.businessId, { name: row.uniqueId }) : undefined
    if (tool && tool.tool.response.length && missingPaths(readMapping(row.mappingRule), tool.tool.response).length)
      return CardStatus.paramMismatch
    return row.cardVersion && row.cardVersion !== String(found.version) ? CardStatus.needUpdate : CardStatus.latest
  }
  const keyOf = (input: {
    bot_id: string
    agent_id: string
    biz_type: number
    plugin_id?: string | undefined
    business_id?: string | undefined
    api_name: string
    unique_id: string
  }): BindingKey => {
    const businessId = input.business_id ?? input.plugin_id
    if (!businessId) throw badInput('plugin_id', 'is required', '为必填项')
    return {
      botId: input.bot_id,
      agentId: input.agent_id,
      bizType: input.biz_type,
      businessId,
      uniqueId: input.unique_id || input.api_name,
    }
  }

  return {
    bind: async (input, ctx) => {
      const key = keyOf(input)
      if (!input.card_id) {
        await cards.unbind(key)
        return {}
      }
      const row = await cards.require(input.card_id, ctx.located!.spaceId)
      await cards.bind({
        ...key,
        cardId: row.id,
        mappingRule: input.mapping_rule,
        maxRows: input.max_display_rows,
        cardVersion: input.card_version_num || String(row.version),
        llmText: input.llm_text_card,
        isPreset: input.plugin_preset_card_selected,
      })
      return {}
    },
    binding: async (input) => {
      const row = await cards.binding(keyOf(input))
      return { ...(row ? toBinding(row) : noBinding), plugin_preset_card_selected: row?.isPreset ?? false }
    },
    bindStatus: async (input, ctx) => {
      const wanted = new Set(input.business_list.map((business) => `${business.business_id} ${business.unique_id}`))
      const rows = (await cards.ofBot(input.bot_id, input.agent_id)).filter(
        (row) => !wanted.size || wanted.has(`${row.businessId} ${row.uniqueId}`),
      )
      return {
        bind_cards: await Promise.all(
          rows.map(async (row) => ({
            card_id: row.cardId,
            business_id: row.businessId,
            unique_id: row.uniqueId,
            status: await statusOf(row, ctx.located!.spaceId),
            business_type: row.bizType,
            card_version: row.cardVersion,
          })),
        ),
        publish_time: secondsText(Math.max(0, ...rows.map((row) => row.updatedAt))),
      }
    },
    ofPlugins: async (input, ctx) => {
      const wanted = new Set(input.plugins.map((plugin) => `${plugin.plugin_id} ${plugin.api_name}`))
      const rows = (await cards.ofBot(input.bot_id, input.agent_id)).filter(
        (row) => row.bizType === Biz.plugin && (!wanted.size || wanted.has(`${row.businessId} ${row.uniqueId}`)),
      )
      return {
        plugin_cards: await Promise.all(
          rows.map(async (row) => ({
            card_id: row.cardId,
            plugin_id: row.businessId,
            api_name: row.uniqueId,
            status: await statusOf(row, ctx.located!.spaceId),
          })),
        ),
      }
    },
    quickBind: async (input, ctx) => {
      await reach(ctx, input.plugin_id, 'view')
      const preset = await presetOf(input.plugin_id, input.api_name)
      if (!preset) throw errors.notFound({ what: 'card' })
      await cards.require(preset.cardId, ctx.located!.spaceId)
      const key = {
        botId: input.bot_id,
        agentId: input.agent_id,
        bizType: Biz.plugin,
        businessId: input.plugin_id,
        uniqueId: input.api_name,
      }
      await cards.bind({ ...key, ...preset, isPreset: true })
      return {}
    },
  }
}
