import type { InterfaceDocument, InterfaceEdit, InterfaceValue } from '@orrery/contract'
import { freeName, newKey, nodeFor, type Place, takenNames } from './change.ts'
import { applyEdits, set } from './edit.ts'
import type { InputFact, TableFact, WorkflowFact } from './facts.ts'

interface Built {
  /** The component to select first. */
  id: string
  edits: InterfaceEdit[]
}
export interface BuildWords {
  send: string
  add: string
}

const inputType = ({ type }: InputFact): string =>
  type === 'boolean'
    ? 'switch'
    : type === 'integer' || type === 'number' || type === 'float'
      ? 'number'
      : type === 'object' || type === 'list'
        ? 'textarea'
        : 'input'
const columnType = (type: string): string =>
  type === 'boolean'
    ? 'switch'
    : type === 'number' || type === 'integer'
      ? 'number'
      : type === 'date'
        ? 'date'
        : 'input'

/** Adds components one by one; each sees the ones added before it. */
function builder(document: InterfaceDocument, page: string) {
  let at = document
  const edits: InterfaceEdit[] = []
  const taken = takenNames(document)
  function push(...more: InterfaceEdit[]) {
    edits.push(...more)
    at = applyEdits(at, more)
  }
  return {
    edits,
    taken,
    push,
    add(parent: string, made: Parameters<typeof nodeFor>[2], after?: string) {
      const id = newKey(made.type)
      const place: Place = { page, parent, ...(after !== undefined && { after }) }
      const node = nodeFor(at, place, made, taken)
      push(set(node, 'nodes', id))
      return { id, name: node.name }
    },
  }
}

/** Builds a form with the inputs of a workflow, a button that runs it, and its answer. */
export function formFor(document: InterfaceDocument, place: Place, flow: WorkflowFact, words: BuildWords): Built {
  const work = builder(document, place.page)
  const source = freeName(work.taken, flow.name)
  work.taken.add(source)
  const form = work.add(place.parent, { type: 'form', events: { submit: [{ type: 'run', source }] } }, place.after)
  const inputs: Record<string, InterfaceValue> = {}
  for (const input of flow.inputs) {
    const props = { label: input.description || input.name, required: input.required }
    const { name } = work.add(form.id, { type: inputType(input), name: input.name, props })
    inputs[input.name] = `{{${name}.value}}`
  }
  work.add(form.id, { type: 'button', props: { label: words.send, submits: true } })
  work.push(set({ kind: 'workflow', target: flow.id, inputs, auto: false }, 'sources', source))
  work.add(place.parent, { type: 'answer', props: { source } }, form.id)
  return { id: form.id, edits: work.edits }
}

/** Builds a table with the fields of a database, and a form that adds rows to it. */
export function tableFor(document: InterfaceDocument, place: Place, table: TableFact, words: BuildWords): Built {
  const work = builder(document, place.page)
  const source = freeName(work.taken, table.name)
  work.taken.add(source)
  work.push(
    set({ kind: 'table', target: table.id, size: 20, sort: '', descending: false, search: '' }, 'sources', source),
  )
  const shown = work.add(
    place.parent,
    { type: 'table', props: { source, columns: table.fields.map(({ name }) => name), edits: true, deletes: true } },
    place.after,
  )
  const form = work.add(place.parent, { type: 'form' }, shown.id)
  const values: Record<string, InterfaceValue> = {}
  for (const field of table.fields) {
    const props = { label: field.name, required: field.required }
    const { name } = work.add(form.id, { type: columnType(field.type), name: field.name, props })
    values[field.name] = `{{${name}.value}}`
  }
  work.add(form.id, { type: 'button', props: { label: words.add, submits: true } })
  work.push(set([{ type: 'insert', source, values }], 'nodes', form.id, 'events', 'submit'))
  return { id: shown.id, edits: work.edits }
}
