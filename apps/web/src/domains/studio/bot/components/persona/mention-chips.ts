import type { Extension } from '@codemirror/state'
import { textChips } from '#ui/text-chips.ts'
import type { Mention } from '../../persona/use-mentions.ts'
import { readMention } from './mention-text.ts'

/** Renders `{{variable}}` and tool names in backticks as chips. */
export const mentionChips = (mentions: readonly Mention[]): Extension =>
  textChips(/\{\{[^{}\n]{1,100}\}\}|`[^`\n]{1,100}`/g, ([text]) => readMention(text, mentions))
