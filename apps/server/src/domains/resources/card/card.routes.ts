import { CardBiz, CardCategory, type contract } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { Reach } from '#domains/resources/plugin/shared/plugin-reach.ts'
import type { ToolCard } from '#domains/resources/plugin/plugin.table.ts'
import type { ToolService } from '#domains/resources/plugin/tool.service.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { WorkflowFactsPort } from '#domains/resources/plugin/shared/workflow-port.ts'
import { dslOf, fillAny, inLanguage, readMapping, toStruct } from './card-content.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { CardPresses } from './card-press.service.ts'
import { pressOf } from './shared/press-of.ts'
import type { CardBindings } from './card-bindings.ts'
import type { CardService } from './card.service.ts'
import { cardBindingRoutes } from './card-binding.routes.ts'
import { toCard } from './card.view.ts'
import { presetCardRoutes } from './preset-card.routes.ts'

export interface CardRoutesDeps {
  cards: CardService
  bindings: CardBindings
  tools: ToolService
  reach: Reach
  toolsets: Pick<Toolsets, 'findTool'>
  /** The card that the author of a tool has chosen for it. */
  presetOf(pluginId: string, toolName: string): Promise<ToolCard | undefined>
  ports: WorkflowFactsPort
  press: CardPresses
  conversations: Pick<ConversationService, 'own'>
}

export function cardRoutes(deps: CardRoutesDeps): Handlers<typeof contract.cards> {
  const { cards, reach } = deps
  async function structOf(pluginId: string, name: string, ctx: Ctx, isDraft = true) {
    await reach(ctx, pluginId, 'view')
    const found = await deps.toolsets.findTool(pluginId, { name }, isDraft)
    if (!found) throw errors.notFound({ what: 'tool' })
    return { api_struct: toStruct(found.tool.response) }
  }
  return {
    ...cardBindingRoutes(deps),
    ...presetCardRoutes(deps),
    create: async (input, ctx) => {
      const id = await cards.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        from: input.card_id,
        fromVersion: input.version_num,
        name: input.name,
        properties: input.properties,
        displayType: input.display_type,
      })
      return { card_id: id, draft_card_id: id }
    },
    remove: async (input, ctx) => {
      await cards.remove(input.card_id, ctx.userId)
      return {}
    },
    press: async (input, ctx) =>
      deps.press(await deps.conversations.own(input.conversation_id, ctx.userId), pressOf(input), ctx.logId),
    list: async (input, ctx) => {
      const { rows, total } = await cards.list(
        { spaceId: input.space_id, status: input.status, first: input.bind_card_id },
        input.category === CardCategory.official,
        input.page,
        input.size,
      )
      return { card_list: rows.map((row) => toCard(inLanguage(row, ctx.locale))), total }
    },
    detail: async (input, ctx) => ({
      card_detail: toCard(inLanguage(await cards.findUsable(input.card_id, input.space_id), ctx.locale)),
    }),
    respStruct: (input, ctx) => structOf(input.plugin_id, input.api_name, ctx),
    cardStruct: async (input, ctx) => {
      if (input.biz_type === CardBiz.plugin)
        return structOf(input.plugin_id, input.unique_id, ctx, input.from_plugin_preset)
      await ctx.access.require(ctx.actor!, 'workflow', input.plugin_id, 'view')
      const { workflowFacts } = deps.ports
      const fields = input.unique_id
        ? await workflowFacts.fields(input.plugin_id, input.unique_id)
        : (await workflowFacts.gives(input.plugin_id))?.fields
      return { api_struct: toStruct(fields ?? []) }
    },
    example: async (input, ctx) => {
      const isOfficial = cards.isOfficial(input.card_id)
      const spaceId = isOfficial ? '0' : (await ctx.access.require(ctx.actor!, 'card', input.card_id, 'view')).spaceId
      const row = await cards.findUsable(input.card_id, spaceId)
      const data = fillAny(row, readMapping(input.mapping_rule), parse(input.example_resp), input.max_display_rows)
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
