/** How a bot behaves on a channel. */
export interface ChannelSettings {
  /** Messages of one person within this time are answered together. */
  burstMs: number
  /** What happens to a message that arrives while the bot answers: it waits, or it stops the running answer. */
  onNew: 'queue' | 'newest'
  /** In groups: answers when it is mentioned, always, or never. */
  inGroups: 'mention' | 'all' | 'never'
  /** In groups: a message with this prefix is meant for the bot. */
  prefix: string
  /** After this many hours without a message, a new conversation begins; 0 for never. */
  idleHours: number
  /** Answers are also spoken: to people who sent speech, always, or never. */
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
