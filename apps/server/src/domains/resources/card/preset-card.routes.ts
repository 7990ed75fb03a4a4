import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { ToolCard } from '#domains/resources/plugin/plugin.table.ts'
import { dslOf, requireMapping } from './card-content.ts'
import type { CardRoutesDeps } from './card.routes.ts'
import { noBinding, toBinding, toCard } from './card.view.ts'

/** The card that the author of a tool has chosen for it. */
export function presetCardRoutes({
  cards,
  tools,
  toolsets,
  reach,
  presetOf,
}: CardRoutesDeps): Pick<Handlers<typeof contract.cards>, 'presetOf' | 'bindPreset' | 'preset'> {
  return {
    presetOf: async (input, ctx) => {
      await reach(ctx, input.plugin_id, 'view')
      const preset = await presetOf(input.plugin_id, input.api_name)
      const found = await toolsets.findTool(input.plugin_id, { name: input.api_name })
      const row = preset && (await cards.find(preset.cardId, found?.set.spaceId ?? '0'))
      if (!preset || !row) return { card_meta_info: [] }
      return {
        card_bind_info: toBinding(preset),
        card_info: toCard(row),
        card_meta_info: [{ dsl_content: dslOf(row), channel_type: 0, version_num: String(row.version), thumbnail: '' }],
      }
    },
    bindPreset: async (input, ctx) => {
      requireMapping(input.mapping_rule)
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
        edit_version: await tools.update(
          input.plugin_id,
          ctx.userId,
          input.api_id,
          { card: preset },
          input.edit_version,
        ),
      }
    },
    preset: async (input) => {
      const { card: preset } = await tools.require(input.plugin_id, input.api_id)
      return preset ? toBinding(preset) : noBinding
    },
  }
}
