import type { InterfaceDocument, InterfaceEdit, InterfaceNode } from '@orrery/contract'
import { applyEdits, valueAt } from '#interface/edit.ts'

/** One line of the summary that people read of a step's changes. */
export interface DiffLine {
  act: 'add' | 'change' | 'remove'
  what: 'page' | 'component' | 'source' | 'variable' | 'theme'
  name: string
}
const whats: Readonly<Record<string, DiffLine['what']>> = {
  pages: 'page',
  nodes: 'component',
  sources: 'source',
  variables: 'variable',
  theme: 'theme',
}
/** The changes that edits make, with one line for each page, component, source or variable. */
export function diffOf(document: InterfaceDocument, edits: readonly InterfaceEdit[]): DiffLine[] {
  const after = applyEdits(document, edits)
  const touched = new Map(edits.map(({ path }) => [path.slice(0, 2).join('.'), path.slice(0, 2)]))
  return [...touched.values()].flatMap((path): DiffLine[] => {
    const what = whats[path[0]!]
    if (!what) return []
    const [was, is] = [valueAt(document, path), valueAt(after, path)]
    if (was === undefined && is === undefined) return []
    const act = was === undefined ? 'add' : is === undefined ? 'remove' : 'change'
    const value = (is ?? was) as Partial<InterfaceNode & { title: string }>
    const name = what === 'page' ? value.title : what === 'component' ? value.name : path[1]
    return [{ act, what, name: name ?? path[1] ?? '' }]
  })
}
