import type { ChatCard } from '@orrery/contract'
import { cardWords, drawCard } from '@orrery/engine/card'
import type { CardPort } from '#domains/chat/agent/shared/skill-ports.ts'
import { displayOf, fillAny, inLanguage, readMapping } from './card-content.ts'
import type { NewId } from '#kit/ids.ts'
import type { CardSigner } from './card-signature.ts'
import type { CardService } from './card.service.ts'
import type { CardField } from './card.table.ts'

const MAX_TEXT = 4000

/** Cards as shown in a turn. */
export const createCardPort = (cards: Pick<CardService, 'find'>, signer: CardSigner, newId: NewId): CardPort => ({
  async open(binding, { spaceId, locale, conversationId }) {
    const found = await cards.find(binding.card_id, spaceId, binding.card_version_num)
    if (!found) return undefined
    const row = inLanguage(found, locale)
    const mapping = readMapping(binding.mapping_rule)
    return (answer) => {
      const value = objectIn(answer)
      const data = value === undefined ? {} : fillAny(row, mapping, value, binding.max_display_rows)
      if (!isFilled(data)) return undefined
      const card: ChatCard = {
        card_id: row.id,
        version: String(row.version),
        dsl: {
          name: row.name,
          display: displayOf(row),
          fields: row.properties,
          ...(row.design && { design: row.design }),
        },
        data,
        text: row.design ? cardWords(drawCard(row.design, data)) : textOf(row.properties, data),
      }
      return row.design ? signer.sign(conversationId, { ...card, nonce: newId() }) : card
    }
  },
})

function objectIn(answer: unknown): unknown {
  if (typeof answer !== 'string') return typeof answer === 'object' && answer !== null ? answer : undefined
  try {
    const value = JSON.parse(answer) as unknown
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isFilled)
    : typeof value === 'object' && value !== null
      ? Object.values(value).some(isFilled)
      : value !== null && value !== undefined && value !== ''

/** The same in words: one line per field and per list item. */
function textOf(fields: readonly CardField[], data: Record<string, unknown>): string {
  const words = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const lines = fields.flatMap(({ name, title }) => {
    const value = data[name]
    if (!isFilled(value)) return []
    if (!Array.isArray(value)) return [`${title}: ${words(value)}`]
    return value.map((item: unknown) => {
      const parts = typeof item === 'object' && item !== null ? Object.values(item).filter(isFilled) : [item]
      return `- ${parts.map(words).join(' · ')}`
    })
  })
  return lines.join('\n').slice(0, MAX_TEXT)
}
