/** The marketplace, as used by the publish page of a bot. */
export interface BotOffers {
  submit(offer: BotOffer): Promise<{ isWaiting: boolean }>
  /** The last offer of the bot, or undefined if it was never offered. */
  last(botId: string): Promise<{ isOpenSource: boolean; categoryId: string } | undefined>
}
export interface BotOffer {
  botId: string
  userId: string
  isAdmin: boolean
  isOpenSource: boolean
  categoryId: string | undefined
  note: string
}
