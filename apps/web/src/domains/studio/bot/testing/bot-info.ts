import { type BotInfo, emptyBotConfig } from '@orrery/contract'

/** The draft of a new bot. */
export function botInfo(change: Partial<BotInfo> = {}): BotInfo {
  const { shortcuts: _, ...config } = emptyBotConfig()
  return {
    ...config,
    bot_id: '7',
    name: 'Trip Concierge',
    description: '',
    icon_uri: '',
    icon_url: '',
    creator_id: '1',
    create_time: '1700000000',
    update_time: '1700000000',
    connector_id: '',
    version: '100',
    status: 1,
    ...change,
  }
}
