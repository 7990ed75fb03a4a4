import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { type TextChip, textChips } from '#ui/text-chips.ts'

/** Something that `{{` offers. */
export interface Mention {
  label: string
  /** Its type. */
  detail: string
  section: string
  /** What is written between the braces. */
  insert: string
  /** What has to be done besides: a value of another node becomes an input first. */
  take?: () => void
}

/** How a placeholder is shown; null leaves it as plain text. */
export type ReadChip = (inner: string) => TextChip | null

/** After a brace: what can be put there. */
export function mentionSource(mentions: readonly Mention[]): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\{\{?[^{}\n]*/)
    if (!typed) return null
    const braces = /^\{\{?/.exec(typed.text)![0].length
    const wanted = typed.text.slice(braces).trim().toLowerCase()
    const isNamed = (mention: Mention) => mention.label.toLowerCase().includes(wanted)
    return {
      from: typed.from,
      // What was typed after the brace is matched by hand: the label does not start with it.
      filter: false,
      options: mentions
        .filter((mention) => isNamed(mention) || mention.section.toLowerCase().includes(wanted))
        // What is named so comes before what belongs to a node that is.
        .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
        .map((mention, rank) => ({
          label: mention.label,
          detail: mention.detail,
          section: { name: mention.section, rank },
          apply: (view, _, from, to) => {
            // The editor may have closed the braces by itself.
            const rest = view.state.sliceDoc(to, to + 2)
            const end = to + (/^\}*/.exec(rest)?.[0].length ?? 0)
            const insert = `{{${mention.insert}}}`
            mention.take?.()
            view.dispatch({ changes: { from, to: end, insert }, selection: { anchor: from + insert.length } })
          },
        })),
    }
  }
}

/** Draws placeholders as one piece each. */
export const mentionChips = (read: ReadChip): Extension =>
  textChips(/\{\{([^{}\n]{1,300})\}\}/g, ([, inner = '']) => read(inner.trim()))
