/** What the marketplace knows and does about a bot. */
export interface BotOffers {
  submit(offer: BotOffer): Promise<{ isWaiting: boolean }>
  /** How the bot was offered last; nothing when it never was. */
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
