import type { BrokenUse, InterfaceDocument, OwnComponent } from '@orrery/contract'
import { nodesOf } from './tree.ts'

export interface PackageUse {
  page: string
  node: string
  component: string
}
/** Where a document uses components of a package. */
export const packageUses = (document: InterfaceDocument, name: string): PackageUse[] =>
  nodesOf(document).flatMap(({ id, page, type }) => {
    const [pack, component] = type.split('/')
    return pack === name && component !== undefined ? [{ page, node: id, component }] : []
  })

/** The uses of a package in a document that would break with another version of its components. */
export function breaksOf(document: InterfaceDocument, name: string, next: readonly OwnComponent[]): BrokenUse[] {
  return packageUses(document, name).flatMap(({ page, node: id, component }): BrokenUse[] => {
    const node = document.nodes[id]!
    const at = { page_id: page, page: document.pages[page]?.title ?? page, node_id: id, node: node.name, component }
    const now = next.find((one) => one.name === component)
    if (!now) return [{ ...at, reason: 'component', name: component }]
    const before = document.packages?.[name]?.components.find((one) => one.name === component)
    const props = Object.keys(node.props).filter((key) => {
      const [was, is] = [before, now].map((one) => one?.props.find((prop) => prop.name === key))
      return was !== undefined && was.kind !== is?.kind
    })
    const events = Object.keys(node.events).filter((key) => node.events[key]!.length > 0 && !now.events.includes(key))
    return [
      ...props.map((prop): BrokenUse => ({ ...at, reason: 'prop', name: prop })),
      ...events.map((event): BrokenUse => ({ ...at, reason: 'event', name: event })),
    ]
  })
}
