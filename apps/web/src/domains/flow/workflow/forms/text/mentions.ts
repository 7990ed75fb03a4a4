import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { PromptSource } from '#ui/completion-source.ts'
import { type TextChip, textChips } from '#ui/text-chips.ts'

/** A suggestion after `{{`. */
export interface Mention {
  label: string
  /** The type of the value. */
  detail: string
  section: string
  /** The text between the braces. */
  insert: string
  /** Called when the suggestion is selected: a value of another node first becomes an input. */
  onPick?: () => void
}

/** How a placeholder is rendered; null leaves it as text. */
export type ReadChip = (inner: string) => TextChip | null

/** Suggestions after an opening brace. */
export function mentionSource(mentions: readonly Mention[]): PromptSource {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\{\{?[^{}\n]*/)
    if (!typed) return null
    const braces = /^\{\{?/.exec(typed.text)![0].length
    const wanted = typed.text.slice(braces).trim().toLowerCase()
    const isNamed = (mention: Mention) => mention.label.toLowerCase().includes(wanted)
    return {
      from: typed.from,
      // Filtered here, because the label need not start with the typed text.
      filter: false,
      options: mentions
        .filter((mention) => isNamed(mention) || mention.section.toLowerCase().includes(wanted))
        // Matches in the name rank before matches in the node title.
        .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
        .map((mention, rank) => ({
          label: mention.label,
          detail: mention.detail,
          section: { name: mention.section, rank },
          apply: (view, _, from, to) => {
            // The editor may have inserted the closing braces itself.
            const rest = view.state.sliceDoc(to, to + 2)
            const end = to + (/^\}*/.exec(rest)?.[0].length ?? 0)
            const insert = `{{${mention.insert}}}`
            mention.onPick?.()
            view.dispatch({ changes: { from, to: end, insert }, selection: { anchor: from + insert.length } })
          },
        })),
    }
  }
}

/** Renders each placeholder as one atomic chip. */
export const mentionChips = (read: ReadChip): Extension =>
  textChips(/\{\{([^{}\n]{1,300})\}\}/g, ([, inner = '']) => read(inner.trim()))
