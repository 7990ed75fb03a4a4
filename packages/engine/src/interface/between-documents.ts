import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { remove, set } from './edit.ts'
import { nodesOf, pagesOf } from './tree.ts'

type Entries = Readonly<Record<string, unknown>>
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The edits that turn one set of entries into another. */
const entryEdits = (part: string, from: Entries, to: Entries): InterfaceEdit[] => [
  ...Object.keys(from).flatMap((name) => (Object.hasOwn(to, name) ? [] : [remove(part, name)])),
  ...Object.entries(to).flatMap(([name, value]) => (isSame(from[name], value) ? [] : [set(value, part, name)])),
]
/** The edits that turn one document into another. */
export const editsBetween = (from: InterfaceDocument, to: InterfaceDocument): InterfaceEdit[] => [
  ...entryEdits('theme', from.theme, to.theme),
  ...(['variables', 'sources', 'pages', 'nodes'] as const).flatMap((part) => entryEdits(part, from[part], to[part])),
  ...(from.entry === to.entry ? [] : [set(to.entry, 'entry')]),
  ...(isSame(from.packages ?? {}, to.packages ?? {}) ? [] : [set(to.packages ?? {}, 'packages')]),
]
/** The edits that restore some pages, with the variables and sources they need; everything else stays as it is. */
export function editsOfPages(
  from: InterfaceDocument,
  to: InterfaceDocument,
  pages: readonly string[],
): InterfaceEdit[] {
  const missing = (part: 'variables' | 'sources') =>
    Object.entries(to[part]).flatMap(([name, value]) =>
      Object.hasOwn(from[part], name) ? [] : [set(value, part, name)],
    )
  const nodes = (document: InterfaceDocument, page: string) =>
    Object.fromEntries(nodesOf(document, page).map(({ id, ...node }) => [id, node]))
  return [
    ...missing('variables'),
    ...missing('sources'),
    ...pages.flatMap((page) => [
      ...(isSame(from.pages[page], to.pages[page]) ? [] : [set(to.pages[page], 'pages', page)]),
      ...entryEdits('nodes', nodes(from, page), nodes(to, page)),
    ]),
  ]
}
/** A document reduced to some of its pages; if the entry page is not among them, the first one becomes the entry. */
export function onlyPages(document: InterfaceDocument, pages: readonly string[]): InterfaceDocument {
  const kept = pagesOf(document).filter(({ id }) => pages.includes(id))
  return {
    ...document,
    entry: pages.includes(document.entry) ? document.entry : (kept[0]?.id ?? ''),
    pages: Object.fromEntries(kept.map(({ id, ...page }) => [id, page])),
    nodes: Object.fromEntries(
      Object.entries(document.nodes).filter(([, { page }]) => kept.some(({ id }) => id === page)),
    ),
  }
}
