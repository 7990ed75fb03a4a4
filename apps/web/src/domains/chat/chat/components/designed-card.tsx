import type { CardDesign } from '@orrery/contract'
import type { ChatCard } from '@orrery/contract/shared/chat-card'
import { drawCard } from '@orrery/engine/card'
import { useMemo } from 'react'
import { type CardPress, DrawnCard } from './drawn-card.tsx'

interface DesignedCardProps {
  card: ChatCard
  design: CardDesign
  press?: CardPress
}

/** A card designed in the editor, filled with the answer of the tool. */
export function DesignedCard({ card, design, press }: DesignedCardProps) {
  const elements = useMemo(() => drawCard(design, card.data), [design, card.data])
  return <DrawnCard name={card.dsl.name} elements={elements} clicked={card.clicked} press={press} />
}
