import type { Mention } from '../../persona/use-mentions.ts'

/** How a mention is written in the prompt itself, as the model gets to see it. */
export const mentionText = ({ kind, name }: Mention): string => (kind === 'variable' ? `{{${name}}}` : `\`${name}\``)

/** What a piece of a prompt mentions. Backticks around other words are ordinary Markdown. */
export function readMention(text: string, mentions: readonly Mention[]): { name: string; isKnown: boolean } | null {
  if (text.startsWith('{{')) {
    const name = text.slice(2, -2).trim()
    if (name === '') return null
    return { name, isKnown: mentions.some((mention) => mention.kind === 'variable' && mention.name === name) }
  }
  const name = text.slice(1, -1)
  return mentions.some((mention) => mention.kind === 'tool' && mention.name === name) ? { name, isKnown: true } : null
}
