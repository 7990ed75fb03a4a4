import type { InterfaceDocument, InterfaceEdit, InterfaceNode } from '@orrery/contract'
import { nodesOf } from '#interface/tree.ts'
import { isNavigation } from './draw-page.ts'

/** Where a step may change an interface. */
export interface EditScope {
  pages: readonly string[]
  theme?: boolean
  /** The links between pages and the page that opens first: needed by steps that add or remove pages. */
  navigation?: boolean
  /** Existing sources, which pages outside the scope may use as well. */
  sources?: boolean
}
/** The first edit outside its scope, if any. New sources and variables are inside every scope. */
export function outsideOf(
  document: InterfaceDocument,
  edits: readonly InterfaceEdit[],
  scope: EditScope,
): InterfaceEdit | undefined {
  const added = new Set<string>()
  const isLink = (node: Partial<InterfaceNode> | undefined) => {
    const around = document.nodes[node?.parent ?? '']
    return scope.navigation === true && node?.type === 'link' && around !== undefined && isNavigation(around)
  }
  const isBlank = (page: string) => scope.navigation === true && nodesOf(document, page).length === 0

  function isNodeInside({ path, value, remove }: InterfaceEdit, id: string): boolean {
    const before = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
    if (before && !scope.pages.includes(before.page)) return isLink(before)
    if (path.length === 2 && !remove) {
      const node = value as Partial<InterfaceNode> | undefined
      return scope.pages.includes(node?.page ?? '') || isLink(node)
    }
    return path[2] === 'page' ? typeof value === 'string' && scope.pages.includes(value) : true
  }
  function isInside(edit: InterfaceEdit): boolean {
    const [part, id = ''] = edit.path as [string, string | undefined]
    if (part === 'theme') return scope.theme === true
    if (part === 'entry') return scope.navigation === true
    if (part === 'pages') return scope.pages.includes(id) || (edit.remove === true && isBlank(id))
    if (part === 'nodes') return isNodeInside(edit, id)
    if (part !== 'sources' && part !== 'variables') return false
    const isNew = !Object.hasOwn(document[part], id) || added.has(`${part}.${id}`)
    added.add(`${part}.${id}`)
    return !edit.remove && (isNew || (part === 'sources' && scope.sources === true))
  }
  return edits.find((edit) => !isInside(edit))
}
