import type { CardDesign, ChatCard } from '@orrery/contract'
import { actionScope, buttonsOf, drawCard, type DrawnButton, fillText, renderCard } from '@orrery/engine/card'
import type { Adapter, Outgoing } from './adapter.ts'

interface DrawnCards {
  parts: Outgoing[]
  /** Texts of cards that the platform cannot show, or would refuse. */
  texts: string[]
  /** The texts that buttons send, by the id that a press returns. */
  says: { id: string; say: string }[]
}

/** Converts the cards of an answer to messages of the platform. */
export function drawnCards(
  cards: readonly ChatCard[],
  { can }: Adapter,
  newId: () => string,
  reply: Record<string, string>,
): DrawnCards {
  const drawn: DrawnCards = { parts: [], texts: [], says: [] }
  for (const card of cards) {
    const { design } = card.dsl
    const says: DrawnCards['says'] = []
    const clickId = (button: DrawnButton) => {
      const say = design && wordsOf(design, card, button)
      if (!say) return undefined
      const id = newId()
      says.push({ id, say })
      return id
    }
    const shown = design && can.cards && renderCard(can.cards, drawCard(design, card.data), { clickId })
    if (!shown || shown.isOver) {
      drawn.texts.push(card.text)
      continue
    }
    drawn.parts.push({ text: card.text, choices: [], card: shown.payload, reply })
    drawn.says.push(...says)
  }
  return drawn
}

/** The text that a press sends; undefined for buttons with another action. */
function wordsOf(design: CardDesign, card: ChatCard, { id, item }: DrawnButton): string | undefined {
  const placed = buttonsOf(design).find(({ button }) => button.id === id)
  if (placed?.button.action.type !== 'say') return undefined
  const at = placed.items === undefined || item === undefined ? undefined : { items: placed.items, item }
  return fillText(placed.button.action.text, actionScope(design, card.data, {}, at))
}
