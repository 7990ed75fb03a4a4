import type { InterfaceAction, InterfaceDocument, InterfaceEdit, InterfaceNode } from '@orrery/contract'
import { freeName, newKey, takenNames } from './change.ts'
import { set } from './edit.ts'
import { renameIn, renameInValue } from './expression/rename.ts'
import { readsOf } from './expression/template.ts'
import { between } from './order.ts'
import { nodesOf, pagesOf } from './tree.ts'

type Names = ReadonlyMap<string, string>

/**
 * Copies a page with everything on it and puts the copy behind it. The components of the copy, and the sources that
 * read them, get new names: what is typed on one page never shows on the other.
 */
export function clonePage(
  document: InterfaceDocument,
  pageId: string,
  title: string,
): { id: string; edits: InterfaceEdit[] } {
  const page = document.pages[pageId]
  const id = newKey('page')
  if (!page) return { id, edits: [] }
  const nodes = nodesOf(document, pageId)
  const taken = takenNames(document)
  const names = new Map<string, string>()
  const rename = (name: string) => {
    const next = freeName(taken, name)
    taken.add(next)
    names.set(name, next)
  }
  for (const { name } of nodes) rename(name)
  const reads = (value: unknown) => safeReads(value).some(([first]) => first !== undefined && names.has(first))
  const own = Object.entries(document.sources).filter(([, source]) => reads(source))
  for (const [name] of own) rename(name)
  const ids = new Map(nodes.map((node) => [node.id, newKey(node.type)]))
  const behind = pagesOf(document)
  const next = behind[behind.findIndex((one) => one.id === pageId) + 1]
  const copied = nodes.map(({ id: from, ...node }) => {
    const value: InterfaceNode = {
      ...node,
      page: id,
      parent: node.parent ? (ids.get(node.parent) ?? '') : '',
      name: names.get(node.name)!,
      props: withSource(renameInValue(node.props, names), names),
      visible: renameIn(node.visible, names),
      phone: renameInValue(node.phone, names),
      events: Object.fromEntries(
        Object.entries(node.events).map(([event, chain]) => [event, chain.map((step) => renameStep(step, names))]),
      ),
    }
    return set(value, 'nodes', ids.get(from)!)
  })
  return {
    id,
    edits: [
      set(
        {
          title,
          order: between(page.order, next?.order ?? ''),
          load: page.load.map((step) => renameStep(step, names)),
          ...(page.files && { files: page.files }),
        },
        'pages',
        id,
      ),
      ...own.map(([name, source]) => set(renameInValue(source, names), 'sources', names.get(name)!)),
      ...copied,
    ],
  }
}
function safeReads(value: unknown): string[][] {
  try {
    return readsOf(value)
  } catch {
    return []
  }
}
const withSource = (props: InterfaceNode['props'], names: Names): InterfaceNode['props'] => {
  const { source } = props
  const to = typeof source === 'string' ? names.get(source) : undefined
  return to === undefined ? props : { ...props, source: to }
}
function renameStep(step: InterfaceAction, names: Names): InterfaceAction {
  const chain = (list: InterfaceAction[] | undefined) => list?.map((one) => renameStep(one, names))
  const { done, failed, ...rest } = step
  const own = renameInValue(rest, names) as InterfaceAction
  return {
    ...own,
    ...('source' in own && { source: names.get(own.source) ?? own.source }),
    ...('row' in own && { row: renameIn(own.row, names) }),
    ...('test' in own && { test: renameIn(own.test, names) }),
    ...(done && { done: chain(done) }),
    ...(failed && { failed: chain(failed) }),
  } as InterfaceAction
}
