import { CardCategory, type CardInfo, CardStatus, type contract } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { Reach } from '#domains/resources/plugin/shared/plugin-reach.ts'
import type { ToolCard } from '#domains/resources/plugin/plugin.table.ts'
import type { ToolService } from '#domains/resources/plugin/tool.service.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { WorkflowFactsPort } from '#domains/resources/plugin/shared/workflow-port.ts'
import { dslOf, fillCard, missingPaths, readMapping, toStruct } from './card-content.ts'
import type { BindingKey, CardService } from './card.service.ts'
import type { CardBindingRow, CardRow } from './card.table.ts'

export interface CardRoutesDeps {
  cards: CardService
  tools: ToolService
  reach: Reach
  toolsets: Pick<Toolsets, 'findTool'>
  /** The card that the maker of a tool gave it. */
  presetOf(pluginId: string, toolName: string): Promise<ToolCard | undefined>
  ports: WorkflowFactsPort
}
const Biz = { plugin: 1, workflow: 2 } as const
const noBinding = {
  mapping_rule: '',
  card_id: '0',
  max_display_rows: '0',
  card_version_num: '',
  category: 0,
  llm_text_card: false,
}

export function cardRoutes(deps: CardRoutesDeps): Handlers<typeof contract.cards> {
  const { cards, reach } = deps
  const categoryOf = (cardId: string) => (cards.isOfficial(cardId) ? CardCategory.official : CardCategory.custom)
  const shownCard = (row: CardRow): CardInfo => ({
    card_id: row.id,
    draft_card_id: row.id,
    name: row.name,
    creator_id: row.createdBy,
    card_category: categoryOf(row.id),
    card_display_type: row.displayType,
    version_num: String(row.version),
    version_name: `v${row.version}`,
    description: '',
    update_time: secondsText(row.updatedAt),
    properties: JSON.stringify(row.properties),
    thumbnail: '',
    card_status: 1,
    publish_time: secondsText(row.createdAt),
  })
  const shownBinding = (item: {
    cardId: string
    mappingRule: string
    maxRows: number
    cardVersion: string
    llmText: boolean
  }) => ({
    mapping_rule: item.mappingRule,
    card_id: item.cardId,
    max_display_rows: String(item.maxRows),
    card_version_num: item.cardVersion,
    category: categoryOf(item.cardId),
    llm_text_card: item.llmText,
  })
  async function structOf(pluginId: string, name: string, ctx: Ctx) {
    await reach(ctx, pluginId, 'view')
    const found = await deps.toolsets.findTool(pluginId, { name })
    if (!found) throw errors.notFound({ what: 'tool' })
    return { api_struct: toStruct(found.tool.response) }
  }
  /** The card of another space, or one that is gone, is as good as none. */
  async function statusOf(row: CardBindingRow, spaceId: string): Promise<number> {
    const found = await cards.find(row.cardId, spaceId)
    if (!found) return CardStatus.needUpdate
    const tool =
      row.bizType === Biz.plugin ? await deps.toolsets.findTool(row.businessId, { name: row.uniqueId }) : undefined
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
    create: async (input, ctx) => {
      const id = await cards.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        from: input.card_id,
        name: input.name,
        properties: input.properties,
        displayType: input.display_type,
      })
      return { card_id: id, draft_card_id: id }
    },
    remove: async (input, ctx) => {
      const spaceId = await cards.spaceOf(input.card_id)
      if (!spaceId) throw errors.notFound({ what: 'card' })
      await ctx.access.require(ctx.actor!, 'space', spaceId, 'createResource')
      await cards.remove(input.card_id)
      return {}
    },
    list: async (input) => {
      const { rows, total } = await cards.list(
        input.space_id,
        input.category === CardCategory.official,
        input.page,
        input.size,
      )
      return { card_list: rows.map(shownCard), total }
    },
    detail: async (input) => ({ card_detail: shownCard(await cards.require(input.card_id, input.space_id)) }),
    respStruct: (input, ctx) => structOf(input.plugin_id, input.api_name, ctx),
    cardStruct: async (input, ctx) => {
      if (input.biz_type === Biz.plugin) return structOf(input.plugin_id, input.unique_id, ctx)
      await ctx.access.require(ctx.actor!, 'workflow', input.plugin_id, 'view')
      return { api_struct: toStruct(await deps.ports.workflowFacts.fields(input.plugin_id, input.unique_id)) }
    },
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
      return { ...(row ? shownBinding(row) : noBinding), plugin_preset_card_selected: row?.isPreset ?? false }
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
    presetOf: async (input, ctx) => {
      await reach(ctx, input.plugin_id, 'view')
      const preset = await deps.presetOf(input.plugin_id, input.api_name)
      const found = await deps.toolsets.findTool(input.plugin_id, { name: input.api_name })
      const row = preset && (await cards.find(preset.cardId, found?.set.spaceId ?? '0'))
      if (!preset || !row) return { card_meta_info: [] }
      return {
        card_bind_info: shownBinding(preset),
        card_info: shownCard(row),
        card_meta_info: [{ dsl_content: dslOf(row), channel_type: 0, version_num: String(row.version), thumbnail: '' }],
      }
    },
    quickBind: async (input, ctx) => {
      await reach(ctx, input.plugin_id, 'view')
      const preset = await deps.presetOf(input.plugin_id, input.api_name)
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
    bindPreset: async (input, ctx) => {
      const row = input.card_id ? await cards.require(input.card_id, ctx.located!.spaceId) : undefined
      const preset: ToolCard | null = row
        ? {
            cardId: row.id,
            mappingRule: input.mapping_rule,
            maxRows: input.max_display_rows,
            cardVersion: input.card_version_num || String(row.version),
            llmText: input.llm_text_card,
          }
        : null
      return {
        edit_version: await deps.tools.update(
          input.plugin_id,
          ctx.userId,
          input.api_id,
          { card: preset },
          input.edit_version,
        ),
      }
    },
    preset: async (input) => {
      const { card: preset } = await deps.tools.require(input.plugin_id, input.api_id)
      return preset ? shownBinding(preset) : noBinding
    },
    example: async (input, ctx) => {
      const spaceId = cards.isOfficial(input.card_id) ? '0' : await cards.spaceOf(input.card_id)
      if (spaceId === undefined) throw errors.notFound({ what: 'card' })
      if (spaceId !== '0') await ctx.access.require(ctx.actor!, 'space', spaceId, 'view')
      const row = await cards.require(input.card_id, spaceId)
      const data = fillCard(row, readMapping(input.mapping_rule), parse(input.example_resp), input.max_display_rows)
      return {
        plugin_card_resp: {
          card_type: String(row.displayType),
          template_id: row.id,
          response_for_model: input.example_resp,
          content_type: 'card',
          data: JSON.stringify(data),
          response_type: 'card',
          dsl_content: dslOf(row),
          info_in_card: Object.values(data).some((value) => value !== null) ? JSON.stringify(data) : '',
        },
      }
    },
  }
}
function parse(text: string): unknown {
  try {
    return JSON.parse(text || '{}') as unknown
  } catch {
    throw badInput('example_resp', 'must be JSON', '须为 JSON')
  }
}
