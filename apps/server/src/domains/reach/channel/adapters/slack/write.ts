import type { Outgoing } from '../../adapter.ts'
import { type Dialect, render } from '../render.ts'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const mrkdwn: Dialect = {
  escape,
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  strike: (text) => `~${text}~`,
  code: (text) => `\`${escape(text)}\``,
  fence: (text) => `\`\`\`\n${escape(text)}\n\`\`\``,
  quote: (text) => text.replaceAll(/^/gm, '> '),
  link: (text, href) => `<${escape(href)}|${escape(text).replaceAll('|', '/')}>`,
}
const SECTION = 3000

/** The text, and a row of buttons below it if there are choices. */
export function contentOf({ text, choices, card }: Outgoing) {
  const words = render(text, mrkdwn) || '…'
  if (card) return { text: words, ...card }
  if (!choices.length) return { text: words }
  const sections: object[] = []
  for (let at = 0; at < words.length; at += SECTION)
    sections.push({ type: 'section', text: { type: 'mrkdwn', text: words.slice(at, at + SECTION) } })
  const buttons = choices.map(({ id, label }, index) => ({
    type: 'button',
    action_id: `choice_${index}`,
    value: id,
    text: { type: 'plain_text', text: label.slice(0, 75), emoji: true },
  }))
  return { text: words, blocks: [...sections, { type: 'actions', elements: buttons }] }
}
