import type { InterfaceDocument } from '@orrery/contract'
import { chainsOf, stepsOf } from './actions.ts'
import { codeUses, onlyUses } from './code-page.ts'
import { isExpression } from './expression/template.ts'
import { nodesOf } from './tree.ts'

/** What a published interface may do. The server refuses everything else, whatever a page requests. */
export interface InterfaceManifest {
  workflows: string[]
  tables: string[]
  /** Sources whose rows the interface adds, changes or deletes. */
  writes: { insert: string[]; update: string[]; remove: string[] }
  /** The chatflow or bot of its chat; empty if it has no chat. */
  chat: string
}
const unique = (list: string[]) => [...new Set(list)]

export function manifestOf(document: InterfaceDocument): InterfaceManifest {
  const sources = Object.values(document.sources)
  const steps = chainsOf(document).flatMap(({ chain }) => stepsOf(chain))
  const nodes = nodesOf(document)
  const code = codeUses(document)
  const asked = (type: 'insert' | 'update' | 'remove') =>
    steps.flatMap((step) => (step.type === type ? [step.source] : []))
  const tablesWith = (prop: string) =>
    nodes.flatMap(({ type, props }) => (type === 'table' && props[prop] === true ? [String(props['source'])] : []))
  return {
    workflows: unique(sources.flatMap((source) => (source.kind === 'workflow' ? [source.target] : []))),
    tables: unique(sources.flatMap((source) => (source.kind === 'table' ? [source.target] : []))),
    writes: {
      insert: unique([...asked('insert'), ...code.writes.insert]),
      update: unique([...asked('update'), ...tablesWith('edits'), ...code.writes.update]),
      remove: unique([...asked('remove'), ...tablesWith('deletes'), ...code.writes.remove]),
    },
    chat: String(nodes.find(({ type, props }) => type === 'chat' && props['target'])?.props['target'] ?? ''),
  }
}

/** The inputs of a run: fixed values as the author wrote them, the others as the page sent them. */
export function inputsOf(
  document: InterfaceDocument,
  source: string,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const found = Object.hasOwn(document.sources, source) ? document.sources[source] : undefined
  if (found?.kind !== 'workflow') return {}
  // Code supplies the inputs that the author left empty; values set by the author are kept.
  const isOfCode = codeUses(document).names.has(source)
  const hasExpression = (value: unknown): boolean =>
    isExpression(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasExpression))
  return Object.fromEntries(
    Object.entries(found.inputs).flatMap(([name, value]) => {
      const taken =
        hasExpression(value) || (isOfCode && value === '')
          ? Object.hasOwn(given, name)
            ? given[name]
            : undefined
          : value
      return taken === undefined || taken === null || taken === '' ? [] : [[name, taken]]
    }),
  )
}
/** The document as visitors receive it: without the ids behind its sources. */
export function forVisitors(document: InterfaceDocument): InterfaceDocument {
  const sources = Object.entries(document.sources).map(([name, source]) => [name, { ...source, target: '' }])
  const nodes = Object.entries(document.nodes).map(([id, node]) => [
    id,
    node.type === 'chat' ? { ...node, props: { ...node.props, target: '' } } : node,
  ])
  // The code runs elsewhere, in its own frame; the page around it only needs the names that the code may use.
  const pages = Object.entries(document.pages).map(([id, page]) => [
    id,
    page.files ? { ...page, files: onlyUses(page.files) } : page,
  ])
  return {
    ...document,
    pages: Object.fromEntries(pages),
    sources: Object.fromEntries(sources),
    nodes: Object.fromEntries(nodes),
  } as InterfaceDocument
}
/** Replaces the targets of a copy. A source whose target was not copied is left out. */
export function withTargets(
  document: InterfaceDocument,
  ids: ReadonlyMap<string, string | undefined>,
): InterfaceDocument {
  const to = (id: string) => (ids.has(id) ? ids.get(id) : id)
  const sources = Object.entries(document.sources).flatMap(([name, source]) => {
    const target = to(source.target)
    return target ? [[name, { ...source, target }] as const] : []
  })
  const nodes = Object.entries(document.nodes).map(([id, node]) => {
    const target = node.props['target']
    return [
      id,
      typeof target === 'string' && target ? { ...node, props: { ...node.props, target: to(target) ?? '' } } : node,
    ] as const
  })
  return { ...document, sources: Object.fromEntries(sources), nodes: Object.fromEntries(nodes) }
}
