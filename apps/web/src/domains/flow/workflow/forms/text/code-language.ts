import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { codeCompletion } from '#ui/code-completion.ts'
import type { Mention } from './mentions.ts'

/** Completes inputs of the node with their types, after `params.` in JavaScript and `params["` in either language. */
export function paramSource(names: readonly Mention[]) {
  const roots = names.filter((name) => !/[.[]/.test(name.label))
  return (context: CompletionContext): CompletionResult | null => {
    const keyed = context.matchBefore(/params\[["'][\w]*/)
    if (keyed) {
      const from = keyed.from + /^params\[["']/.exec(keyed.text)![0].length
      return { from, options: roots.map((root) => ({ label: root.label, detail: root.detail, type: 'property' })) }
    }
    const dotted = context.matchBefore(/params\.[\w.[\]]*/)
    if (!dotted) return null
    const options = names.map((name) => ({ label: name.label, detail: name.detail, type: 'property' }))
    return { from: dotted.from + 'params.'.length, options, validFor: /^[\w.[\]]*$/ }
  }
}

export const codeExtensions = codeCompletion(paramSource)
