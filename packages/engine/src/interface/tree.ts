import type { InterfaceDocument, InterfaceNode, InterfacePage } from '@orrery/contract'
import { INTERFACE_LIMITS } from '@orrery/contract/shared/interface-limits'
import { byOrder } from './order.ts'

export type Node = InterfaceNode & { id: string }
export type Page = InterfacePage & { id: string }
export interface Branch {
  node: Node
  children: Branch[]
}

export const emptyDocument = (title: string): InterfaceDocument => ({
  format: 'ui/1',
  theme: { color: '', radius: 8 },
  entry: 'home',
  variables: {},
  sources: {},
  pages: { home: { title, order: 'i', load: [] } },
  nodes: {},
})

const withId = <T>([id, value]: [string, T]): T & { id: string } => ({ ...value, id })
export const pagesOf = (document: InterfaceDocument): Page[] =>
  Object.entries(document.pages).map(withId).toSorted(byOrder)
export const nodesOf = (document: InterfaceDocument, pageId?: string): Node[] =>
  Object.entries(document.nodes)
    .map(withId)
    .filter((node) => pageId === undefined || node.page === pageId)
    .toSorted((a, b) => byOrder(a, b) || (a.id < b.id ? -1 : 1))

/** The components of a page as a tree. A component without its parent, or that is its own ancestor, is not shown. */
export function treeOf(document: InterfaceDocument, pageId: string): Branch[] {
  const children = Map.groupBy(nodesOf(document, pageId), (node) => node.parent)
  const below = (parent: string, depth: number): Branch[] =>
    depth > INTERFACE_LIMITS.depth
      ? []
      : (children.get(parent) ?? []).map((node) => ({ node, children: below(node.id, depth + 1) }))
  return below('', 1)
}
export const flat = (branches: readonly Branch[]): Node[] =>
  branches.flatMap(({ node, children }) => [node, ...flat(children)])

/** Whether a component is inside another one, or the same. */
export function isWithin(document: InterfaceDocument, id: string, around: string): boolean {
  const seen = new Set<string>()
  for (let at = id; at && !seen.has(at); at = document.nodes[at]?.parent ?? '') {
    if (at === around) return true
    seen.add(at)
  }
  return false
}
