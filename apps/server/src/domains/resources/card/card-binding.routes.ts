import { type BotCard, CardBiz, CardStatus, type contract } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { missingPaths, readMapping, requireMapping } from './card-content.ts'
import type { BindingKey } from './card-bindings.ts'
import type { CardRoutesDeps } from './card.routes.ts'
import { noBinding, toShownBinding } from './card.view.ts'

/** Bindings of cards to the tools of a bot. */
export function cardBindingRoutes({
  cards,
  bindings,
  toolsets,
  reach,
  presetOf,
  ports,
}: CardRoutesDeps): Pick<
  Handlers<typeof contract.cards>,
  'bind' | 'binding' | 'bindStatus' | 'ofPlugins' | 'quickBind'
> {
  /** The state of a binding. A deleted card, or one of another space, counts as needing an update. */
  async function statusOf(binding: BotCard, spaceId: string): Promise<number> {
    const found = await cards.find(binding.card_id, spaceId)
    if (!found) return CardStatus.needUpdate
    const fields = await fieldsOf(binding)
    if (fields?.length && missingPaths(readMapping(binding.mapping_rule), fields).length)
      return CardStatus.paramMismatch
    const { card_version_num: version } = binding
    return version && version !== String(found.version) ? CardStatus.needUpdate : CardStatus.latest
  }
  async function fieldsOf({ biz_type, business_id, unique_id }: BindingKey) {
    if (biz_type === CardBiz.plugin) return (await toolsets.findTool(business_id, { name: unique_id }))?.tool.response
    const fields = unique_id
      ? ports.workflowFacts.fields(business_id, unique_id)
      : ports.workflowFacts.gives(business_id).then((end) => end?.fields)
    return fields.catch(() => undefined)
  }
  const keyOf = (input: {
    agent_id: string
    biz_type: BindingKey['biz_type']
    plugin_id?: string | undefined
    business_id?: string | undefined
    api_name: string
    unique_id: string
  }): BindingKey => {
    const businessId = input.business_id ?? input.plugin_id
    if (!businessId) throw badInput('plugin_id', 'is required', '为必填项')
    return {
      agent_id: input.agent_id,
      biz_type: input.biz_type,
      business_id: businessId,
      unique_id: input.unique_id || input.api_name,
    }
  }
  /** Checks that the workflow node can have a card: the end node, or a node that sends a message. */
  async function requireNode({ biz_type, business_id, unique_id }: BindingKey, ctx: Ctx) {
    if (biz_type !== CardBiz.workflow) return
    await ctx.access.require(ctx.actor!, 'workflow', business_id, 'view')
    const end = await ports.workflowFacts.gives(business_id)
    if (end && (unique_id === '' || unique_id === end.nodeId)) return
    const { speaking } = await ports.workflowFacts.tools(business_id)
    if (speaking.some(({ id }) => id === unique_id)) return
    throw badInput(
      'unique_id',
      'name the end node of the workflow, or a node that sends a message',
      '请填写工作流的结束节点，或会输出消息的节点',
    )
  }

  return {
    bind: async (input, ctx) => {
      const key = keyOf(input)
      if (!input.card_id) {
        await bindings.unbind(input.bot_id, ctx.userId, key)
        return {}
      }
      const row = await cards.require(input.card_id, ctx.located!.spaceId)
      requireMapping(input.mapping_rule)
      await requireNode(key, ctx)
      await bindings.bind(input.bot_id, ctx.userId, {
        ...key,
        card_id: row.id,
        mapping_rule: input.mapping_rule,
        max_display_rows: input.max_display_rows,
        card_version_num: input.card_version_num || String(row.version),
        llm_text_card: input.llm_text_card,
        plugin_preset_card_selected: input.plugin_preset_card_selected,
      })
      return {}
    },
    binding: async (input) => {
      const card = await bindings.find(input.bot_id, keyOf(input))
      return {
        ...(card ? toShownBinding(card) : noBinding),
        plugin_preset_card_selected: card?.plugin_preset_card_selected ?? false,
      }
    },
    bindStatus: async (input, ctx) => {
      const wanted = new Set(input.business_list.map((business) => `${business.business_id} ${business.unique_id}`))
      const found = (await bindings.ofBot(input.bot_id, input.agent_id, input.using_master)).filter(
        (card) => !wanted.size || wanted.has(`${card.business_id} ${card.unique_id}`),
      )
      return {
        bind_cards: await Promise.all(
          found.map(async (card) => ({
            card_id: card.card_id,
            business_id: card.business_id,
            unique_id: card.unique_id,
            status: await statusOf(card, ctx.located!.spaceId),
            business_type: card.biz_type,
            card_version: card.card_version_num,
          })),
        ),
        publish_time: secondsText(found.length ? await bindings.changedAt(input.bot_id) : 0),
      }
    },
    ofPlugins: async (input, ctx) => {
      const wanted = new Set(input.plugins.map((plugin) => `${plugin.plugin_id} ${plugin.api_name}`))
      const found = (await bindings.ofBot(input.bot_id, input.agent_id, input.using_master)).filter(
        (card) =>
          card.biz_type === CardBiz.plugin && (!wanted.size || wanted.has(`${card.business_id} ${card.unique_id}`)),
      )
      return {
        plugin_cards: await Promise.all(
          found.map(async (card) => ({
            card_id: card.card_id,
            plugin_id: card.business_id,
            api_name: card.unique_id,
            status: await statusOf(card, ctx.located!.spaceId),
          })),
        ),
      }
    },
    quickBind: async (input, ctx) => {
      await reach(ctx, input.plugin_id, 'view')
      const preset = await presetOf(input.plugin_id, input.api_name)
      if (!preset) throw errors.notFound({ what: 'card' })
      await cards.require(preset.cardId, ctx.located!.spaceId)
      await bindings.bind(input.bot_id, ctx.userId, {
        agent_id: input.agent_id,
        biz_type: CardBiz.plugin,
        business_id: input.plugin_id,
        unique_id: input.api_name,
        card_id: preset.cardId,
        mapping_rule: preset.mappingRule,
        max_display_rows: preset.maxRows,
        card_version_num: preset.cardVersion,
        llm_text_card: preset.llmText,
        plugin_preset_card_selected: true,
      })
      return {}
    },
  }
}
