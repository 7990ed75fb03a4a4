import type { Mention } from '../../persona/use-mentions.ts'

/** Notation of a mention in the prompt, as sent to the model. */
export const mentionText = ({ kind, name }: Mention): string => (kind === 'variable' ? `{{${name}}}` : `\`${name}\``)

/** The mention in a piece of a prompt. Backticks around other text are ordinary Markdown. */
export function readMention(text: string, mentions: readonly Mention[]): { name: string; isKnown: boolean } | null {
  if (text.startsWith('{{')) {
    const name = text.slice(2, -2).trim()
    if (name === '') return null
    return { name, isKnown: mentions.some((mention) => mention.kind === 'variable' && mention.name === name) }
  }
  const name = text.slice(1, -1)
  return mentions.some((mention) => mention.kind === 'tool' && mention.name === name) ? { name, isKnown: true } : null
}
