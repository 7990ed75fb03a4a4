import { type BotCard, CardCategory, type CardInfo } from '@orrery/contract'
import { secondsText } from '#kit/http/wire-values.ts'
import type { CardRow } from './card.table.ts'
import { isOfficialCard } from './card-content.ts'

const categoryOf = (cardId: string) => (isOfficialCard(cardId) ? CardCategory.official : CardCategory.custom)
export const toCard = (row: CardRow): CardInfo => ({
  card_id: row.id,
  draft_card_id: row.id,
  name: row.name,
  creator_id: row.createdBy,
  card_category: categoryOf(row.id),
  card_display_type: row.displayType,
  version_num: String(row.version),
  version_name: row.versionName,
  description: row.description,
  update_time: secondsText(row.updatedAt),
  properties: JSON.stringify(row.properties),
  thumbnail: '',
  card_status: row.status,
  publish_time: secondsText(row.publishedAt),
})
export const toBinding = (item: {
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
/** A binding of a bot, as the calls of the card group return it. */
export const toShownBinding = (card: BotCard) =>
  toBinding({
    cardId: card.card_id,
    mappingRule: card.mapping_rule,
    maxRows: card.max_display_rows,
    cardVersion: card.card_version_num,
    llmText: card.llm_text_card,
  })
export const noBinding = {
  mapping_rule: '',
  card_id: '0',
  max_display_rows: '0',
  card_version_num: '',
  category: 0,
  llm_text_card: false,
}
