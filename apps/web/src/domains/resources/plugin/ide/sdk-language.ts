import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { codeCompletion } from '#ui/code-completion.ts'
import { typeText } from '../tool/param-type.ts'
import type { ParamNode } from '../tool/param-tree.ts'

const logger: Completion[] = ['info', 'warn', 'error'].map((label) => ({
  label,
  type: 'method',
  detail: '(...words)',
  apply: `${label}(`,
}))
const python_args: Completion[] = [
  { label: 'input', type: 'property', detail: 'dict' },
  { label: 'logger', type: 'property', detail: 'Logger' },
]
const fields = (nodes: readonly ParamNode[]): Completion[] =>
  nodes
    .filter((node) => node.name !== '')
    .map((node) => ({
      label: node.name,
      type: 'property',
      detail: typeText(node),
      ...(node.desc && { info: node.desc }),
    }))

/** The fields below the path `a.b` or `a["b"]`, starting at the input. */
function fieldsBelow(nodes: readonly ParamNode[], path: string): readonly ParamNode[] {
  const names = [...path.matchAll(/[\w$-]+/g)].map(([name]) => name)
  return names.reduce<readonly ParamNode[]>((at, name) => at.find((node) => node.name === name)?.children ?? [], nodes)
}

/** Completions of the SDK: the input with its types, and the logger. */
export function sdkSource(nodes: readonly ParamNode[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const keyed = context.matchBefore(/\binput((?:\[["'][\w-]+["']\])*)\[["'][\w-]*/)
    if (keyed) {
      const open = Math.max(keyed.text.lastIndexOf('["'), keyed.text.lastIndexOf("['"))
      const inner = fieldsBelow(nodes, keyed.text.slice('input'.length, open))
      return { from: keyed.from + open + 2, options: fields(inner) }
    }
    const dotted = context.matchBefore(/\binput((?:\??\.[\w$]+)*)\??\.[\w$]*/)
    if (dotted) {
      const dot = dotted.text.lastIndexOf('.')
      const inner = fieldsBelow(nodes, dotted.text.slice('input'.length, dot).replaceAll('?', ''))
      return { from: dotted.from + dot + 1, options: fields(inner), validFor: /^[\w$]*$/ }
    }
    const logged = context.matchBefore(/\blogger\.\w*/)
    if (logged) return { from: logged.from + 'logger.'.length, options: logger, validFor: /^\w*$/ }
    const given = context.matchBefore(/\bargs\.\w*/)
    return given && { from: given.from + 'args.'.length, options: python_args, validFor: /^\w*$/ }
  }
}

export const sdkExtensions = codeCompletion(sdkSource)
