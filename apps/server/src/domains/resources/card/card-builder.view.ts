import { createHash } from 'node:crypto'
import { type CardBasicInfo, CardCategory, type CardTemplateInfo } from '@orrery/contract'
import { seconds } from '#kit/http/wire-values.ts'
import type { CardRow, CardTemplateRow } from './card.table.ts'

/** The review state of every stored card: content rules are applied on saving. */
export const APPROVED = 1

/** A hash of the fields of a card, for clients to detect changes. */
export const hashOf = (properties: string) => createHash('sha256').update(properties).digest('hex').slice(0, 16)

export function toBasic(row: CardRow, creatorName: string): CardBasicInfo {
  const properties = JSON.stringify(row.properties)
  return {
    card_id: row.id,
    draft_card_id: row.id,
    name: row.name,
    creator_id: row.createdBy,
    creator_name: creatorName,
    card_category: CardCategory.custom,
    card_display_type: row.displayType,
    version_num: row.version,
    version_name: row.versionName,
    description: row.description,
    update_time: seconds(row.updatedAt),
    publish_time: seconds(row.publishedAt),
    properties,
    properties_hash: hashOf(properties),
    card_status: row.status,
    audit_status: APPROVED,
    space_id: row.spaceId,
  }
}
export const toTemplate = (row: CardTemplateRow, category: number): CardTemplateInfo => ({
  template_id: row.id,
  creator_id: row.createdBy,
  name: row.name,
  channel_type: 0,
  thumbnail: '',
  dsl_content: JSON.stringify(row.design),
  category,
  create_time: seconds(row.createdAt),
})
