import type { InterfaceAction, InterfaceDocument, InterfaceSource } from '@orrery/contract'
import { TAB_BAR_PAGES } from '@orrery/contract/shared/interface-limits'
import { chainsOf, stepsOf, valuesOfStep } from './actions.ts'
import { codeUses } from './code-page.ts'
import { componentIn } from './components.ts'
import { readsOf } from './expression/template.ts'
import { type ExpressionFault, ExpressionError } from './expression/tree.ts'
import type { InterfaceFacts } from './facts.ts'
import { flat, isWithin, type Node, nodesOf, pagesOf, treeOf } from './tree.ts'

export type InterfaceProblemCode =
  | 'noPage'
  | 'badExpression'
  | 'unknownName'
  | 'unknownSource'
  | 'unknownVariable'
  | 'unknownPage'
  | 'goneTarget'
  | 'missingInput'
  | 'unknownType'
  | 'wrongPlace'
  | 'doubleName'
  | 'noChatflow'
  | 'secondChat'
  | 'formWithoutButton'
  | 'noAlt'
  | 'unreachable'

export interface InterfaceProblem {
  code: InterfaceProblemCode
  /** Warnings do not stop a publication. */
  isError: boolean
  page: string
  /** Empty if the problem is about the page or a source. */
  node: string
  /** The prop, event or source that has the problem. */
  part: string
  /** The name that is unknown, missing or used twice. */
  name: string
  fault?: ExpressionFault
}
const warnings: readonly InterfaceProblemCode[] = ['noAlt', 'unreachable', 'formWithoutButton']
type Where = Pick<InterfaceProblem, 'page' | 'node' | 'part'>
const problem = (code: InterfaceProblemCode, where: Where, name = '', fault?: ExpressionFault): InterfaceProblem => ({
  code,
  isError: !warnings.includes(code),
  ...where,
  name,
  ...(fault && { fault }),
})

/** The problems of an interface. Without facts about the project, checks that need them are skipped. */
export function interfaceProblems(document: InterfaceDocument, facts?: InterfaceFacts): InterfaceProblem[] {
  const shown = pagesOf(document).flatMap((page) => flat(treeOf(document, page.id)))
  const known = namesOf(document, shown)
  const home = { page: document.entry, node: '', part: '' }
  const code = codeUses(document).names
  return [
    ...(document.pages[document.entry] ? [] : [problem('noPage', home)]),
    ...shown.flatMap((node) => nodeProblems(document, node, known, facts)),
    ...doubleNames(document, shown),
    ...chainsOf(document).flatMap(({ page, node, event, chain }) => {
      const where = { page, node, part: event }
      // An event inside a list can read the item it occurred on.
      const names = node && isRepeated(document, node) ? [...local, 'event'] : ['event']
      return stepsOf(chain).flatMap((step) => stepProblems(document, step, where, known, names))
    }),
    ...Object.entries(document.sources).flatMap(([name, source]) =>
      sourceProblems(name, source, home, known, facts, code),
    ),
    ...secondChats(shown),
    ...unreachable(document),
  ]
}

interface Known {
  names: ReadonlySet<string>
  variables: ReadonlySet<string>
}
const local = ['item', 'index']
const namesOf = (document: InterfaceDocument, shown: readonly Node[]): Known => ({
  names: new Set([
    'user',
    'page',
    'var',
    ...Object.keys(document.sources),
    ...shown.flatMap(({ type, name }) => (componentIn(document, type)?.isInput ? [name] : [])),
  ]),
  variables: new Set(Object.keys(document.variables)),
})

function valueProblems(
  value: unknown,
  where: Where,
  { names, variables }: Known,
  more: readonly string[],
): InterfaceProblem[] {
  try {
    const unknown = readsOf(value).flatMap(([first, second]) => {
      if (first === 'var') return second !== undefined && !variables.has(second) ? [`var.${second}`] : []
      return names.has(first!) || more.includes(first!) ? [] : [first!]
    })
    return [...new Set(unknown)].map((name) => problem('unknownName', where, name))
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause
    return [problem('badExpression', where, cause.word, cause.fault)]
  }
}
/** Whether a component is inside a list of items. Only looks at ancestors, since it is called for every component. */
function isRepeated({ nodes }: InterfaceDocument, id: string): boolean {
  const seen = new Set([id])
  for (let at = nodes[id]?.parent ?? ''; at && !seen.has(at); at = nodes[at]?.parent ?? '') {
    if (nodes[at]?.type === 'repeat') return true
    seen.add(at)
  }
  return false
}

function nodeProblems(
  document: InterfaceDocument,
  node: Node,
  known: Known,
  facts: InterfaceFacts | undefined,
): InterfaceProblem[] {
  const at = (part = '') => ({ page: node.page, node: node.id, part })
  const described = componentIn(document, node.type)
  // A copy may import a package that this space does not have: its components cannot run here.
  const imported = document.packages?.[node.type.split('/')[0]!]
  const isElsewhere = imported !== undefined && facts?.packages?.includes(imported.id) === false
  if (!described || isElsewhere) return [problem('unknownType', at(), node.type)]
  const around = document.nodes[node.parent]
  const more = isRepeated(document, node.id) ? local : []
  const values: [string, unknown][] = [...Object.entries(node.props), ...Object.entries(node.phone.props ?? {})]
  if (node.visible) values.push(['visible', `{{${node.visible}}}`])
  return [
    ...(around && componentIn(document, around.type)?.holds === false
      ? [problem('wrongPlace', at(), around.name)]
      : []),
    ...values.flatMap(([part, value]) => valueProblems(value, at(part), known, more)),
    ...described.props.flatMap((prop) => {
      const value = node.props[prop.name]
      if (prop.kind !== 'source') return []
      const source = typeof value === 'string' ? document.sources[value] : undefined
      return source?.kind === prop.takes ? [] : [problem('unknownSource', at(prop.name), String(value ?? ''))]
    }),
    ...ownProblems(document, node, at, facts),
  ]
}
function ownProblems(
  document: InterfaceDocument,
  node: Node,
  at: (part: string) => Where,
  facts: InterfaceFacts | undefined,
) {
  if (node.type === 'image') return String(node.props['alt'] ?? '').trim() ? [] : [problem('noAlt', at('alt'))]
  if (node.type === 'form') {
    const inside = nodesOf(document, node.page).filter((other) => isWithin(document, other.id, node.id))
    return inside.some(({ type, props }) => type === 'button' && props['submits'] === true)
      ? []
      : [problem('formWithoutButton', at(''))]
  }
  if (node.type !== 'chat') return []
  const target = String(node.props['target'] ?? '')
  if (!target) return [problem('noChatflow', at('target'))]
  const isThere =
    !facts ||
    facts.workflows.some(({ id, isChat }) => isChat && id === target) ||
    facts.bots?.some(({ id }) => id === target)
  return isThere ? [] : [problem('goneTarget', at('target'), target)]
}
function stepProblems(
  document: InterfaceDocument,
  step: InterfaceAction,
  where: Where,
  known: Known,
  more: readonly string[],
) {
  const found = valuesOfStep(step).flatMap((value) => valueProblems(value, where, known, more))
  if (step.type === 'go' && !document.pages[step.page]) found.push(problem('unknownPage', where, step.page))
  if (step.type === 'set' && !known.variables.has(step.name)) found.push(problem('unknownVariable', where, step.name))
  if ('source' in step) {
    const source = document.sources[step.source]
    if (!source || (step.type !== 'run' && source.kind !== 'table'))
      found.push(problem('unknownSource', where, step.source))
  }
  return found
}
function sourceProblems(
  name: string,
  source: InterfaceSource,
  home: Where,
  known: Known,
  facts: InterfaceFacts | undefined,
  code: ReadonlySet<string>,
) {
  const where = { ...home, part: name }
  if (source.kind === 'table') {
    const isThere = !facts || facts.tables.some(({ id }) => id === source.target)
    return [...(isThere ? [] : [problem('goneTarget', where, name)]), ...valueProblems(source.search, where, known, [])]
  }
  const flow = facts?.workflows.find(({ id, isChat }) => id === source.target && !isChat)
  // Code supplies the inputs that are left open.
  const isGiven = (input: string) => code.has(name) && Object.hasOwn(source.inputs, input)
  const missing =
    flow?.inputs.filter((input) => input.required && isUnset(source.inputs[input.name]) && !isGiven(input.name)) ?? []
  return [
    ...(facts && !flow ? [problem('goneTarget', where, name)] : []),
    ...missing.map((input) => problem('missingInput', where, input.name)),
    ...valueProblems(source.inputs, where, known, []),
  ]
}
const isUnset = (value: unknown) => value === undefined || value === null || value === ''

function doubleNames(document: InterfaceDocument, shown: readonly Node[]): InterfaceProblem[] {
  const seen = new Set(Object.keys(document.sources))
  return shown.flatMap(({ id, page, name, type }) => {
    const isTaken = seen.has(name)
    seen.add(name)
    return isTaken && componentIn(document, type)?.isInput
      ? [problem('doubleName', { page, node: id, part: 'name' }, name)]
      : []
  })
}
/** A public page has only one conversation. */
const secondChats = (shown: readonly Node[]): InterfaceProblem[] =>
  shown
    .filter(({ type }) => type === 'chat')
    .slice(1)
    .map(({ id, page }) => problem('secondChat', { page, node: id, part: '' }))

function unreachable(document: InterfaceDocument): InterfaceProblem[] {
  const ways = chainsOf(document).flatMap(({ page, chain }) =>
    stepsOf(chain).flatMap((step) => (step.type === 'go' ? [{ from: page, to: step.page }] : [])),
  )
  const inBar = document.theme.tabBar ? pagesOf(document).slice(0, TAB_BAR_PAGES) : []
  const reached = new Set([document.entry, ...inBar.map(({ id }) => id)])
  for (const from of reached) for (const way of ways) if (way.from === from) reached.add(way.to)
  return pagesOf(document)
    .filter(({ id }) => !reached.has(id))
    .map(({ id, title }) => problem('unreachable', { page: id, node: '', part: '' }, title))
}
