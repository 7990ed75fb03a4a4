import type { ChatCard } from '@orrery/contract'
import type { Secrets } from '#kit/secrets.ts'

/** Everything that a press depends on: the card as shown, its conversation, and which buttons were clicked. */
const signedText = (conversationId: string, card: ChatCard) =>
  JSON.stringify([
    'card',
    conversationId,
    card.card_id,
    card.version,
    card.nonce ?? '',
    card.dsl,
    card.data,
    card.clicked ?? [],
  ])

/**
 * Programs can write any message into their conversations, including one that looks like a card. Only a card that the
 * server created can be clicked, and only where it was shown.
 */
export const createCardSigner = (secrets: Pick<Secrets, 'sign' | 'verify'>) => ({
  sign: (conversationId: string, card: ChatCard): ChatCard => ({
    ...card,
    signature: secrets.sign(signedText(conversationId, card)),
  }),
  isOurs: (conversationId: string, card: ChatCard): boolean =>
    card.signature !== undefined && secrets.verify(signedText(conversationId, card), card.signature),
})
export type CardSigner = ReturnType<typeof createCardSigner>
