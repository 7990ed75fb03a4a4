import type { InterfaceDocument } from '@orrery/contract'
import { editsBetween } from '@orrery/engine/interface'

export interface InterfaceChange {
  act: 'add' | 'change' | 'remove'
  /** The id of a component; empty for changes of the whole interface. */
  node: string
  page: string
  name: string
}
/** The changes of the draft, component by component. */
export function changesBetween(before: InterfaceDocument, after: InterfaceDocument) {
  const touched = new Map(editsBetween(before, after).map(({ path }) => [path.slice(0, 2).join('.'), path]))
  const list = [...touched.values()].flatMap(([part, id = '']): InterfaceChange[] => {
    const [was, is] =
      part === 'nodes'
        ? [before.nodes[id], after.nodes[id]]
        : part === 'pages'
          ? [before.pages[id], after.pages[id]]
          : part === 'sources'
            ? [before.sources[id], after.sources[id]]
            : []
    const known = is ?? was
    if (!known) return []
    const act = !was ? 'add' : !is ? 'remove' : 'change'
    const place = part === 'nodes' ? (known as InterfaceDocument['nodes'][string]) : undefined
    const title = part === 'pages' ? (known as InterfaceDocument['pages'][string]).title : id
    return [
      {
        act,
        node: place && is ? id : '',
        page: place?.page ?? (part === 'pages' ? id : ''),
        name: place?.name ?? title,
      },
    ]
  })
  const marks = Object.fromEntries(
    list.flatMap(({ act, node }) => (node && act !== 'remove' ? [[node, act] as const] : [])),
  ) as Record<string, 'add' | 'change'>
  return { list, marks }
}
