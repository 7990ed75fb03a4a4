import type { InterfaceDocument, InterfaceEdit, InterfaceNode, InterfaceValue } from '@orrery/contract'
import { componentIn } from './components.ts'
import { remove, set } from './edit.ts'
import { between } from './order.ts'
import { isWithin, type Node, nodesOf, pagesOf } from './tree.ts'

const random = () => Math.random().toString(36).slice(2, 8)
/** Ids are random, so that two people who add something at the same time do not create the same id. */
export const newKey = (type: string): string =>
  `${type.replaceAll(/\W/g, '-').slice(0, 24)}-${random()}${random().slice(0, 2)}`

const reserved = new Set(['var', 'user', 'page', 'item', 'index', 'event', 'true', 'false', 'null', 'and', 'or', 'not'])
export const takenNames = (document: InterfaceDocument): Set<string> =>
  new Set([...reserved, ...nodesOf(document).map(({ name }) => name), ...Object.keys(document.sources)])
export function freeName(taken: ReadonlySet<string>, wanted: string): string {
  const plain = wanted
    .replaceAll(/\W+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 30)
  const base = plain ? plain[0]!.toLowerCase() + plain.slice(1) : 'part'
  if (!taken.has(base)) return base
  for (let n = 2; ; n += 1) if (!taken.has(`${base}${n}`)) return `${base}${n}`
}

export interface Place {
  page: string
  parent: string
  /** Id of the component to insert behind; empty: insert first; absent: insert last. */
  after?: string
}
/** The order value for a place among its siblings. */
function orderAt(document: InterfaceDocument, { page, parent, after }: Place, without = ''): string {
  const siblings = nodesOf(document, page).filter((node) => node.parent === parent && node.id !== without)
  const index = after === undefined ? siblings.length - 1 : siblings.findIndex(({ id }) => id === after)
  return between(siblings[index]?.order ?? '', siblings[index + 1]?.order ?? '')
}

export interface NewNode {
  type: string
  name?: string
  props?: Record<string, InterfaceValue>
  events?: InterfaceNode['events']
}
/** A component of a type with its initial content. */
export function nodeFor(
  document: InterfaceDocument,
  place: Place,
  made: NewNode,
  taken = takenNames(document),
): InterfaceNode {
  const described = componentIn(document, made.type)
  const name = freeName(taken, made.name ?? made.type)
  taken.add(name)
  return {
    page: place.page,
    parent: place.parent,
    order: orderAt(document, place),
    type: made.type,
    name,
    props: { ...Object.fromEntries((described?.props ?? []).map((prop) => [prop.name, prop.initial])), ...made.props },
    visible: '',
    phone: {},
    events: made.events ?? {},
  }
}
export function addNode(
  document: InterfaceDocument,
  place: Place,
  made: NewNode,
): { id: string; edits: InterfaceEdit[] } {
  const id = newKey(made.type)
  return { id, edits: [set(nodeFor(document, place, made), 'nodes', id)] }
}
const below = (document: InterfaceDocument, id: string): Node[] =>
  nodesOf(document).filter((node) => isWithin(document, node.id, id))

export const removeNode = (document: InterfaceDocument, id: string): InterfaceEdit[] =>
  below(document, id).map((node) => remove('nodes', node.id))

export function moveNode(document: InterfaceDocument, id: string, place: Place): InterfaceEdit[] {
  const node = document.nodes[id]
  if (!node || isWithin(document, place.parent, id)) return []
  return [
    ...(node.parent === place.parent ? [] : [set(place.parent, 'nodes', id, 'parent')]),
    set(orderAt(document, place, id), 'nodes', id, 'order'),
  ]
}
/** A place beside or inside a component, ignoring `moved` among its siblings. Undefined if the component is missing. */
export function placeBeside(
  document: InterfaceDocument,
  id: string,
  side: 'before' | 'after' | 'inside',
  moved = '',
): Place | undefined {
  const node = document.nodes[id]
  if (!node) return undefined
  const { page, parent } = node
  if (side === 'inside') return { page, parent: id }
  if (side === 'after') return { page, parent, after: id }
  const siblings = nodesOf(document, page).filter((one) => one.parent === parent && one.id !== moved)
  return { page, parent, after: siblings[siblings.findIndex((one) => one.id === id) - 1]?.id ?? '' }
}
/** Moves a component one step up or down among its siblings. */
export function stepNode(document: InterfaceDocument, id: string, by: -1 | 1): InterfaceEdit[] {
  const node = document.nodes[id]
  if (!node) return []
  const siblings = nodesOf(document, node.page).filter(({ parent }) => parent === node.parent)
  const at = siblings.findIndex((other) => other.id === id) + by
  if (at < 0 || at >= siblings.length) return []
  const after = by > 0 ? siblings[at]!.id : (siblings[at - 1]?.id ?? '')
  return moveNode(document, id, { page: node.page, parent: node.parent, after })
}
/** Moves a component into the container before it, or out of its own container. */
export function indentNode(document: InterfaceDocument, id: string, by: -1 | 1): InterfaceEdit[] {
  const node = document.nodes[id]
  if (!node) return []
  if (by < 0) {
    const around = document.nodes[node.parent]
    return around ? moveNode(document, id, { page: node.page, parent: around.parent, after: node.parent }) : []
  }
  const siblings = nodesOf(document, node.page).filter(({ parent }) => parent === node.parent)
  const before = siblings[siblings.findIndex((other) => other.id === id) - 1]
  return before && componentIn(document, before.type)?.holds
    ? moveNode(document, id, { page: node.page, parent: before.id })
    : []
}
/** Copies a component with everything inside it, under new names. */
export function copyNode(document: InterfaceDocument, id: string, to?: Place): { id: string; edits: InterfaceEdit[] } {
  const node = document.nodes[id]
  if (!node) return { id, edits: [] }
  const place = to ?? { page: node.page, parent: node.parent, after: id }
  const taken = takenNames(document)
  const parts = below(document, id)
  const ids = new Map(parts.map((part) => [part.id, newKey(part.type)]))
  const edits = parts.map(({ id: from, ...part }) => {
    const name = freeName(taken, part.name)
    taken.add(name)
    const isTop = from === id
    const value: InterfaceNode = {
      ...part,
      name,
      page: place.page,
      parent: isTop ? place.parent : ids.get(part.parent)!,
      order: isTop ? orderAt(document, place) : part.order,
    }
    return set(value, 'nodes', ids.get(from)!)
  })
  return { id: ids.get(id)!, edits }
}
export function addPage(document: InterfaceDocument, title: string): { id: string; edits: InterfaceEdit[] } {
  const id = newKey('page')
  const order = between(pagesOf(document).at(-1)?.order ?? '', '')
  const page = { title, order, load: [] }
  return { id, edits: [set(page, 'pages', id), ...(document.pages[document.entry] ? [] : [set(id, 'entry')])] }
}
export function removePage(document: InterfaceDocument, id: string): InterfaceEdit[] {
  const next = pagesOf(document).find((page) => page.id !== id)
  return [
    ...nodesOf(document, id).map((node) => remove('nodes', node.id)),
    remove('pages', id),
    ...(document.entry === id ? [set(next?.id ?? '', 'entry')] : []),
  ]
}
