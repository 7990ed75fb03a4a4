/** How a bot behaves on a channel. */
export interface ChannelSettings {
  /** Messages of one person within this time are answered together. */
  burstMs: number
  /** A message that comes while the bot answers: it waits for its turn, or stops that answer. */
  onNew: 'queue' | 'newest'
  /** In groups: answers when it is spoken to, to everything, or not at all. */
  inGroups: 'mention' | 'all' | 'never'
  /** In groups: a message that begins like this is meant for the bot. */
  prefix: string
  /** After this long without a word a new conversation begins; 0 for never. */
  idleHours: number
  /** Answers are spoken too: to people who spoke, always, or never. */
  voiceReplies: 'spoken' | 'always' | 'never'
}
const defaults: ChannelSettings = {
  burstMs: 1200,
  onNew: 'queue',
  inGroups: 'mention',
  prefix: '',
  idleHours: 24,
  voiceReplies: 'spoken',
}
export const settingsOf = (stored: Partial<ChannelSettings>): ChannelSettings => ({ ...defaults, ...stored })
