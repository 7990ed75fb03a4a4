import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { textOf } from '#lib/i18n.ts'
import type { PromptSource } from '#ui/completion-source.ts'
import type { Mention } from '../../persona/use-mentions.ts'
import { mentionText } from './mention-text.ts'

/** Suggests the variables and tools of the bot after an opening brace. */
export function mentionSource(mentions: readonly Mention[]): PromptSource {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\{\{?[^{}\n]*/)
    if (!typed) return null
    const t = textOf('bot')
    // Without any suggestion a note is shown: the hint below the editor promises a list.
    if (mentions.length === 0)
      return { from: typed.from, filter: false, options: [{ label: t('mention.none'), apply: () => {} }] }
    const sections = {
      variable: { name: t('block.variable'), rank: 0 },
      tool: { name: t('mention.tools'), rank: 1 },
    }
    const braces = /^\{\{?/.exec(typed.text)![0].length
    return {
      from: typed.from,
      // Filtered here, because the label need not start with the typed text.
      filter: false,
      options: mentions
        .filter((mention) => mention.name.toLowerCase().includes(typed.text.slice(braces).trim().toLowerCase()))
        .map((mention) => ({
          label: mention.name,
          detail: mention.note || undefined,
          section: sections[mention.kind],
          apply: (view, _, from, to) => {
            // The editor may have inserted the closing braces itself.
            const rest = view.state.sliceDoc(to, to + 2)
            const end = to + (/^\}*/.exec(rest)?.[0].length ?? 0)
            const insert = mentionText(mention)
            view.dispatch({ changes: { from, to: end, insert }, selection: { anchor: from + insert.length } })
          },
        })),
    }
  }
}
