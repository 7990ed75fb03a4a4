import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { PromptSource } from '#ui/completion-source.ts'
import { type TextChip, textChips } from '#ui/text-chips.ts'

/** A suggestion after `{{`. */
export interface Mention {
  label: string
  /** Its type. */
  detail: string
  section: string
  /** The text between the braces. */
  insert: string
  /** Runs when it is chosen: a value of another node becomes an input first. */
  onPick?: () => void
}

/** Rendering of a placeholder; null leaves plain text. */
export type ReadChip = (inner: string) => TextChip | null

/** Suggestions after a brace. */
export function mentionSource(mentions: readonly Mention[]): PromptSource {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\{\{?[^{}\n]*/)
    if (!typed) return null
    const braces = /^\{\{?/.exec(typed.text)![0].length
    const wanted = typed.text.slice(braces).trim().toLowerCase()
    const isNamed = (mention: Mention) => mention.label.toLowerCase().includes(wanted)
    return {
      from: typed.from,
      // Filtered here: the label does not start with the typed text.
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
            // The editor may have closed the braces by itself.
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
