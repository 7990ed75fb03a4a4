import type { InterfaceAction, InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { addNode, addPage, freeName, removeNode, takenNames } from './change.ts'
import { componentIn, type PropDescription } from './components.ts'
import { remove, set } from './edit.ts'
import type { InterfaceFacts } from './facts.ts'
import type { InterfaceProblem } from './problems.ts'
import { nodesOf } from './tree.ts'

export interface FixWords {
  page: string
  send: string
}
/** The edits with which one click resolves a problem. */
export function fixOf(
  document: InterfaceDocument,
  problem: InterfaceProblem,
  words: FixWords,
  facts?: InterfaceFacts,
): InterfaceEdit[] {
  const { page, node: id, part, name } = problem
  const node = document.nodes[id]
  switch (problem.code) {
    case 'noPage': {
      const [first] = Object.keys(document.pages)
      return first ? [set(first, 'entry')] : addPage(document, words.page).edits
    }
    case 'badExpression':
    case 'unknownName':
      return node ? clearPart(document, id, part) : clearSource(document, part)
    case 'unknownVariable':
      return [set({ initial: '' }, 'variables', name)]
    case 'unknownSource':
    case 'unknownPage': {
      const prop =
        node && componentIn(document, node.type)?.props.find((one) => one.name === part && one.kind === 'source')
      if (prop) return chooseSource(document, id, prop)
      return node ? clearPart(document, id, part) : [set([], 'pages', page, 'load')]
    }
    case 'goneTarget':
      return node ? [set('', 'nodes', id, 'props', part)] : [remove('sources', part)]
    case 'missingInput':
      return bindInput(document, part, name)
    case 'unknownType':
    case 'secondChat':
      return removeNode(document, id)
    case 'wrongPlace':
      return [set('', 'nodes', id, 'parent')]
    case 'doubleName':
      return [set(freeName(takenNames(document), name), 'nodes', id, 'name')]
    case 'noChatflow': {
      const first = facts?.workflows.find(({ isChat }) => isChat) ?? facts?.bots?.[0]
      return first ? [set(first.id, 'nodes', id, 'props', 'target')] : removeNode(document, id)
    }
    case 'formWithoutButton':
      return addNode(document, { page, parent: id }, { type: 'button', props: { label: words.send, submits: true } })
        .edits
    case 'noAlt':
      return [set(node?.name ?? '', 'nodes', id, 'props', 'alt')]
    case 'unreachable': {
      const events = { click: [{ type: 'go', page } satisfies InterfaceAction] }
      return addNode(document, { page: document.entry, parent: '' }, { type: 'link', props: { text: name }, events })
        .edits
    }
  }
}
/** Sets the first source of the right kind; without one the component is removed. */
function chooseSource(document: InterfaceDocument, id: string, { name, takes }: PropDescription): InterfaceEdit[] {
  const found = Object.entries(document.sources).find(([, source]) => source.kind === takes)
  return found ? [set(found[0], 'nodes', id, 'props', name)] : removeNode(document, id)
}
/** Resets a part to its value in a new component. */
function clearPart(document: InterfaceDocument, id: string, part: string): InterfaceEdit[] {
  const node = document.nodes[id]
  if (!node) return []
  if (part === 'visible') return [set('', 'nodes', id, 'visible')]
  if (Object.hasOwn(node.events, part)) return [remove('nodes', id, 'events', part)]
  const initial = componentIn(document, node.type)?.props.find((prop) => prop.name === part)?.initial ?? ''
  const phone = node.phone.props
  return [
    set(initial, 'nodes', id, 'props', part),
    ...(phone && part in phone
      ? [set(Object.fromEntries(Object.entries(phone).filter(([key]) => key !== part)), 'nodes', id, 'phone', 'props')]
      : []),
  ]
}
function clearSource(document: InterfaceDocument, name: string): InterfaceEdit[] {
  const source = document.sources[name]
  if (!source) return []
  return [set(source.kind === 'table' ? { ...source, search: '' } : { ...source, inputs: {} }, 'sources', name)]
}
/** Binds a missing input to the component of the same name, which is added if there is none. */
function bindInput(document: InterfaceDocument, source: string, name: string): InterfaceEdit[] {
  const found = document.sources[source]
  if (found?.kind !== 'workflow') return []
  const input = nodesOf(document).find((node) => componentIn(document, node.type)?.isInput && node.name === name)
  const bound = (value: string) =>
    set({ ...found, inputs: { ...found.inputs, [name]: `{{${value}.value}}` } }, 'sources', source)
  if (input) return [bound(input.name)]
  const made = addNode(
    document,
    { page: document.entry, parent: '' },
    { type: 'input', name, props: { label: name, required: true } },
  )
  const value = made.edits[0]!.value as { name: string }
  return [...made.edits, bound(value.name)]
}
