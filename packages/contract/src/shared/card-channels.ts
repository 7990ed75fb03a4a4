/** Channels that can show a card, by the platform's numbers. Channels without an adapter here are missing. */
export const CardChannel = {
  default: 0,
  feishu: 200,
  whatsapp: 300,
  discord: 301,
  telegram: 303,
  messenger: 304,
  line: 305,
  slack: 307,
} as const
export type CardChannel = (typeof CardChannel)[keyof typeof CardChannel]
