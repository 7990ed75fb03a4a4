import type { BotCard, BotConfig } from '@orrery/contract'

/** The part of the bots that cards need. */
export interface BotCardsPort {
  readonly bots: {
    getDraft(botId: string): Promise<{ content: { config: BotConfig }; head: { updatedAt: number } }>
    getPublished(botId: string): Promise<{ config: BotConfig }>
    editConfig(botId: string, userId: string, edit: (config: BotConfig) => BotConfig): Promise<unknown>
  }
}
export type BindingKey = Pick<BotCard, 'agent_id' | 'biz_type' | 'business_id' | 'unique_id'>

const isAt =
  (key: BindingKey) =>
  (card: BotCard): boolean =>
    card.agent_id === key.agent_id &&
    card.biz_type === key.biz_type &&
    card.business_id === key.business_id &&
    card.unique_id === key.unique_id

/** Bindings of tools to cards; they are part of the draft of a bot. */
export function createCardBindings(ports: BotCardsPort) {
  const change = (botId: string, userId: string, edit: (cards: BotCard[]) => BotCard[]) =>
    ports.bots.editConfig(botId, userId, (config) => ({ ...config, card_list: edit(config.card_list) }))
  const draft = async (botId: string) => (await ports.bots.getDraft(botId)).content.config.card_list
  return {
    async bind(botId: string, userId: string, card: BotCard): Promise<void> {
      await change(botId, userId, (cards) => [...cards.filter((item) => !isAt(card)(item)), card])
    },
    async unbind(botId: string, userId: string, key: BindingKey): Promise<void> {
      if (await this.find(botId, key)) await change(botId, userId, (cards) => cards.filter((item) => !isAt(key)(item)))
    },
    find: async (botId: string, key: BindingKey): Promise<BotCard | undefined> => (await draft(botId)).find(isAt(key)),
    /** Bindings of the draft or of the published version; a bot that was never published has none there. */
    async ofBot(botId: string, agentId: string, isPublished: boolean): Promise<BotCard[]> {
      const cards = isPublished
        ? await ports.bots.getPublished(botId).then(
            ({ config }) => config.card_list,
            () => [],
          )
        : await draft(botId)
      return cards.filter((card) => card.agent_id === agentId)
    },
    changedAt: async (botId: string): Promise<number> => (await ports.bots.getDraft(botId)).head.updatedAt,
  }
}
export type CardBindings = ReturnType<typeof createCardBindings>
