import type { InterfaceAction, InterfaceDocument, InterfaceEdit, InterfaceValue, PlanField } from '@orrery/contract'
import { chainsOf } from '#interface/actions.ts'
import { moveNode, removePage } from '#interface/change.ts'
import { set } from '#interface/edit.ts'
import { nodesOf } from '#interface/tree.ts'
import { addControl, isNavigation } from './draw-page.ts'
import { pageBuilder } from './page-builder.ts'

/** The links to a page in the navigation rows of all pages. */
const linksTo = (document: InterfaceDocument, page: string) =>
  nodesOf(document).filter(
    ({ type, parent, events }) =>
      type === 'link' &&
      document.nodes[parent] !== undefined &&
      isNavigation(document.nodes[parent]) &&
      (events['click'] ?? []).some((action) => action.type === 'go' && action.page === page),
  )
/** Renames a page: its title, its heading and the navigation links that lead to it. */
export function renameEdits(document: InterfaceDocument, page: string, title: string): InterfaceEdit[] {
  const before = document.pages[page]?.title
  const headings = nodesOf(document, page).filter(({ type, props }) => type === 'heading' && props['text'] === before)
  return [
    set(title, 'pages', page, 'title'),
    ...headings.slice(0, 1).map(({ id }) => set(title, 'nodes', id, 'props', 'text')),
    ...linksTo(document, page).map(({ id }) => set(title, 'nodes', id, 'props', 'text')),
  ]
}
/** Removes a page, the links to it and the actions that open it. */
export function dropEdits(document: InterfaceDocument, page: string): InterfaceEdit[] {
  const isWay = (action: InterfaceAction): boolean => action.type === 'go' && action.page === page
  const links = linksTo(document, page).filter((node) => node.page !== page)
  const ways = chainsOf(document).filter(
    ({ page: on, node, chain }) => on !== page && !links.some(({ id }) => id === node) && chain.some(isWay),
  )
  return [
    ...links.map(({ id }): InterfaceEdit => ({ path: ['nodes', id], remove: true })),
    ...ways.map(({ page: on, node, event, chain }) => {
      const rest = chain.filter((action) => !isWay(action))
      return node ? set(rest, 'nodes', node, 'events', event) : set(rest, 'pages', on, 'load')
    }),
    ...removePage(document, page),
  ]
}
export function noteEdits(document: InterfaceDocument, page: string, text: string): InterfaceEdit[] {
  const work = pageBuilder(document, page)
  work.add('', { type: 'text', props: { text } })
  return work.edits
}
const strings = (value: InterfaceValue | undefined): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Adds a column to the tables that show this database and an input to the forms that add rows to it. */
export function fieldEdits(document: InterfaceDocument, table: string, field: PlanField): InterfaceEdit[] {
  const names = Object.entries(document.sources).flatMap(([name, source]) =>
    source.kind === 'table' && source.target === table ? [name] : [],
  )
  const edits: InterfaceEdit[] = []
  for (const { id, type, props } of nodesOf(document))
    if (type === 'table' && names.includes(String(props['source']))) {
      const columns = strings(props['columns'])
      const titles = strings(props['titles'])
      if (columns.includes(field.name)) continue
      edits.push(set([...columns, field.name], 'nodes', id, 'props', 'columns'))
      if (titles.length === columns.length) edits.push(set([...titles, field.title], 'nodes', id, 'props', 'titles'))
    }
  for (const node of nodesOf(document)) {
    const submit = node.type === 'form' ? (node.events['submit'] ?? []) : []
    const insert = submit.find((action) => action.type === 'insert' && names.includes(action.source))
    if (insert?.type !== 'insert' || Object.hasOwn(insert.values, field.name)) continue
    const work = pageBuilder(document, node.page)
    const value = addControl(work, node.id, insert.source, field, node.page)
    const [added] = work.edits
    const last = nodesOf(document, node.page).findLast(({ parent, type }) => parent === node.id && type !== 'button')
    edits.push(
      ...work.edits,
      ...(added && last
        ? moveNode(work.now(), added.path[1]!, { page: node.page, parent: node.id, after: last.id })
        : []),
      set(
        submit.map((action) =>
          action === insert ? { ...insert, values: { ...insert.values, [field.name]: value } } : action,
        ),
        'nodes',
        node.id,
        'events',
        'submit',
      ),
    )
  }
  return edits
}
