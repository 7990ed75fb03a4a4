/** The settings that each channel needs for sending a test message, in the order of the form. */
export const cardTestFields = {
  feishu: ['url'],
  slack: ['url'],
  discord: ['url'],
  telegram: ['token', 'to'],
  whatsapp: ['token', 'from', 'to'],
  messenger: ['token', 'to'],
  line: ['token', 'to'],
} as const
export type CardTestChannel = keyof typeof cardTestFields
export type CardTestField = (typeof cardTestFields)[CardTestChannel][number]
export const cardTestChannels = Object.keys(cardTestFields) as CardTestChannel[]
