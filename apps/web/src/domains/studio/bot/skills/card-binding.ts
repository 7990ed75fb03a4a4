import { CardBiz, type ChatCard } from '@orrery/contract/shared/chat-card'
import type { BotCard, CardDesign } from '@orrery/contract'
import { type CardFieldShape, listOf } from './card-paths.ts'
import type { CardTarget } from './card.queries.ts'

/** Display type of cards that are shown side by side. */
const SLIDE = 4

export const hasAny = (mapping: Record<string, string>): boolean => Object.values(mapping).some(Boolean)

/** Maps a field to a path of the answer. A new path for a list resets the fields of its items. */
export function withPlace(
  mapping: Record<string, string>,
  field: CardFieldShape,
  path: string,
  fields: readonly CardFieldShape[],
): Record<string, string> {
  const ofList = new Set(
    field.type === 'list' ? fields.filter((item) => listOf(item, fields) === field.name).map(({ name }) => name) : [],
  )
  const kept = Object.fromEntries(Object.entries(mapping).filter(([name]) => !ofList.has(name)))
  const { [field.name]: _, ...others } = kept
  return path ? { ...others, [field.name]: path } : others
}

export function toBinding(
  { biz, id, tool }: CardTarget,
  chosen: { cardId: string; version: string; mapping: Record<string, string>; rows: number; modelSpeaks: boolean },
): BotCard {
  return {
    agent_id: '',
    biz_type: CardBiz[biz],
    business_id: id,
    unique_id: tool,
    card_id: chosen.cardId,
    mapping_rule: JSON.stringify(chosen.mapping),
    max_display_rows: chosen.rows,
    card_version_num: chosen.version,
    llm_text_card: chosen.modelSpeaks,
    plugin_preset_card_selected: false,
  }
}

/** A sample of the card in which each field shows the path that fills it. */
export function sampleOf(
  card: { card_id: string; name: string; version_num: string; card_display_type: number },
  fields: CardFieldShape[],
  mapping: Record<string, string>,
  design?: CardDesign,
): ChatCard {
  if (design) return drawnSample(card, fields, mapping, design)
  const list = fields.find((field) => field.type === 'list')
  const values = Object.fromEntries(
    fields.filter((field) => field !== list).map((field) => [field.name, mapping[field.name] ?? '']),
  )
  return {
    card_id: card.card_id,
    version: card.version_num,
    dsl: { name: card.name, display: list ? (card.card_display_type === SLIDE ? 'slide' : 'list') : 'basic', fields },
    data: list ? { [list.name]: [values, values] } : values,
    text: '',
  }
}

/** The sample of a designed card: each variable shows the path that fills it. */
function drawnSample(
  card: { card_id: string; name: string; version_num: string },
  fields: CardFieldShape[],
  mapping: Record<string, string>,
  design: CardDesign,
): ChatCard {
  const data = Object.fromEntries(
    design.variables.map((variable): [string, unknown] => {
      if (variable.type !== 'list') return [variable.name, mapping[variable.name] ?? null]
      const item = Object.fromEntries(
        variable.fields.map(({ name }) => [name, mapping[`${variable.name}.${name}`] ?? null]),
      )
      return [variable.name, mapping[variable.name] ? [item, item] : null]
    }),
  )
  return {
    card_id: card.card_id,
    version: card.version_num,
    dsl: { name: card.name, display: 'custom', fields, design },
    data,
    text: '',
  }
}
