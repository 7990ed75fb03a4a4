import type { BotCard } from '@orrery/contract'
import { CardBiz } from '@orrery/contract/shared/chat-card'
import { useGroup } from '../draft/draft-context.ts'
import type { CardTarget } from './card.queries.ts'

const isOf =
  ({ biz, id, tool }: CardTarget) =>
  (card: BotCard): boolean =>
    card.agent_id === '' && card.biz_type === CardBiz[biz] && card.business_id === id && card.unique_id === tool

/** Removes the cards of all tools or nodes of a plugin or workflow. */
export const withoutCards = (cards: readonly BotCard[], { biz, id }: CardTarget): BotCard[] =>
  cards.filter((card) => card.agent_id !== '' || card.biz_type !== CardBiz[biz] || card.business_id !== id)

export const withoutCard = (cards: readonly BotCard[], target: CardTarget): BotCard[] =>
  cards.filter((card) => !isOf(target)(card))

/** Whether any answer of the tool or workflow is shown as a card. */
export function useHasCard(target: CardTarget): boolean {
  const [cards] = useGroup('card_list')
  if (target.biz === 'workflow') return withoutCards(cards, target).length < cards.length
  return cards.some(isOf(target))
}

/** The card for the answers of a tool in this bot, and a function to change it. */
export function useCard(target: CardTarget): [BotCard | undefined, (next: BotCard | undefined) => void] {
  const [cards, setCards] = useGroup('card_list')
  const set = (next: BotCard | undefined) => {
    const others = withoutCard(cards, target)
    setCards(next ? [...others, next] : others)
  }
  return [cards.find(isOf(target)), set]
}
